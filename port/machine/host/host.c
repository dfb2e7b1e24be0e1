/* SPDX-License-Identifier: MIT
 * The functions that tarn_port.h asks for, on a POSIX host. The lock is in lock.c, the fault
 * handler in fault.c. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tarn_port.h"

void tarn_port_write(const char *bytes, size_t length)
{
	tarn_port_host_write(STDOUT_FILENO, bytes, length);
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
