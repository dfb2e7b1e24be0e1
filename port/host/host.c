/* SPDX-License-Identifier: MIT
 * The obligations of tarn_port.h on a POSIX host. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "fault_text.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void port_host_lock(void)
{
	pthread_mutex_lock(&mutex);
}

void port_host_unlock(void)
{
	pthread_mutex_unlock(&mutex);
}

static void write_all(int file, const char *bytes, size_t length)
{
	while (length) {
		ssize_t written = write(file, bytes, length);

		if (written <= 0)
			return;
		bytes += written;
		length -= (size_t)written;
	}
}

void tarn_port_write(const char *bytes, size_t length)
{
	write_all(STDOUT_FILENO, bytes, length);
}

/* _exit: other threads may be in the middle of anything. */
void tarn_port_fault(const struct tarn_fault *fault)
{
	char text[FAULT_TEXT_MAX];

	write_all(STDERR_FILENO, text, fault_text(text, fault));
	_exit(FAULT_STATUS);
}

uint32_t tarn_port_milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint32_t)((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000);
}

_Noreturn void tarn_port_exit(int status)
{
	exit(status);
}

uint32_t port_stack_unused(void)
{
	return UINT32_MAX;
}
