/* SPDX-License-Identifier: MIT
 * The lock of a POSIX host, and the state of each thread. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "tarn_port.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* How many times this thread has taken the lock. The TLS is static: a dynamic lookup would
 * allocate. */
static _Thread_local __attribute__((tls_model("initial-exec"))) unsigned int depth;

__thread __attribute__((tls_model("initial-exec"))) uint32_t tarn_port_host_tags;

void tarn_port_host_lock(void)
{
	if (depth++ == 0)
		pthread_mutex_lock(&mutex);
}

void tarn_port_host_unlock(void)
{
	if (--depth == 0)
		pthread_mutex_unlock(&mutex);
}

bool tarn_port_host_lock_last(void)
{
	struct timespec end;

	if (depth)
		return false;
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += 2;
	if (pthread_mutex_timedlock(&mutex, &end))
		return false;
	depth = 1;
	return true;
}

uintptr_t tarn_port_host_thread(void)
{
	return (uintptr_t)&depth;
}

void tarn_port_host_write(int file, const char *bytes, size_t length)
{
	while (length) {
		ssize_t written = write(file, bytes, length);

		if (written <= 0)
			return;
		bytes += written;
		length -= (size_t)written;
	}
}
