/* SPDX-License-Identifier: MIT
 * What picolibc needs on the boards of this repository: streams on the port's console, an exit, and
 * the block of thread-local variables, which holds errno. Their startup does not set that block up.
 * In a program with picolibc's own crt0, the crt0 does. */
#include <picolibc.h>
#include <picotls.h>
#include <stdio.h>

#include "../bare/clock.h"

extern char __tls_base[]; /* linker/libc.ld */
_Noreturn void _exit(int status);
int kill(int process, int signal);
int getpid(void);

/* The section's name puts it before the heap's initialiser (linker/libc.ld). */
static void thread_local_storage(void)
{
	_init_tls(__tls_base);
	_set_tls(__tls_base);
}

__attribute__((section(".preinit_array.00000"),
	       used)) static void (*const before_heap)(void) = thread_local_storage;

static int put(char byte, FILE *stream)
{
	(void)stream;
	tarn_port_write(&byte, 1);
	return 0;
}

static int get(FILE *stream)
{
	(void)stream;
	return _FDEV_EOF;
}

static FILE console = FDEV_SETUP_STREAM(put, get, NULL, _FDEV_SETUP_RW);
FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

_Noreturn void _exit(int status)
{
	tarn_port_exit(status);
}

/* raise() and abort() call this. */
int kill(int process, int signal)
{
	(void)process;
	tarn_port_exit(128 + signal);
}

int getpid(void)
{
	return 1;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	(void)zone;
	return clock_read(now);
}

clock_t times(struct tms *times)
{
	return clock_used(times);
}
