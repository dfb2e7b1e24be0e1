/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../../private/guest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

/* The state of a thread that is saved while the library writes. */
struct visit {
	sigset_t mask;
	int cancel;
	int error;
	bool pending; /* one of the signals was pending before; leave it to the program */
};

/* The signals of a write to a pipe that nobody reads, and to a file that is at its size limit. */
static sigset_t raised_by_writes(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	sigaddset(&set, SIGXFSZ);
	return set;
}

static bool is_pending(void)
{
	sigset_t set;

	sigpending(&set);
	return sigismember(&set, SIGPIPE) || sigismember(&set, SIGXFSZ);
}

static void enter(struct visit *visit)
{
	sigset_t set = raised_by_writes();

	visit->error = errno;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &visit->cancel);
	visit->pending = is_pending();
	pthread_sigmask(SIG_BLOCK, &set, &visit->mask);
}

static void leave(struct visit *visit)
{
	const struct timespec now = {0, 0};
	sigset_t set = raised_by_writes();

	if (!visit->pending && is_pending())
		sigtimedwait(&set, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &visit->mask, NULL);
	pthread_setcancelstate(visit->cancel, NULL);
	errno = visit->error;
}

static bool put(int file, uint64_t position, const char *bytes, size_t length)
{
	while (length) {
		ssize_t written = position == GUEST_AT_END
					  ? write(file, bytes, length)
					  : pwrite(file, bytes, length, (off_t)position);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		bytes += written;
		length -= (size_t)written;
		if (position != GUEST_AT_END)
			position += (uint64_t)written;
	}
	return true;
}

/* Opens a file with a descriptor above the standard ones. If a program has closed one of those, it
 * may take whatever has that number for its own. */
static int open_beyond_standard(const char *path, int flags)
{
	int file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, 0666);
	int beyond;

	if (file < 0 || file > STDERR_FILENO)
		return file;
	beyond = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(file);
	return beyond;
}

bool port_guest_write(const char *path, int flags, uint64_t position, const char *bytes,
		      size_t length)
{
	struct visit visit;
	bool whole = false;
	int file;

	enter(&visit);
	file = open_beyond_standard(path, flags);
	if (file >= 0) {
		whole = put(file, position, bytes, length);
		whole = !close(file) && whole;
	}
	leave(&visit);
	return whole;
}

/* Waits until standard error has room for PIPE_BUF bytes, or `left` is over. It does not call
 * poll(2), which fails if the program may open no files. Linux's select(2) counts `left` down. */
static bool becomes_writable(struct timeval *left)
{
	fd_set files;
	int ready;

	do {
		FD_ZERO(&files);
		FD_SET(STDERR_FILENO, &files);
		ready = select(STDERR_FILENO + 1, NULL, &files, NULL, left);
	} while (ready < 0 && errno == EINTR);
	return ready > 0;
}

void port_guest_say(const char *bytes, size_t length)
{
	struct timeval left = {GUEST_PATIENCE, 0};
	struct visit visit;

	enter(&visit);
	while (length && becomes_writable(&left)) {
		size_t part = length < PIPE_BUF ? length : PIPE_BUF;

		if (!put(STDERR_FILENO, GUEST_AT_END, bytes, part))
			break;
		bytes += part;
		length -= part;
	}
	leave(&visit);
}
