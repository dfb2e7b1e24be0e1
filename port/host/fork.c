/* SPDX-License-Identifier: MIT
 * fork() in a program of several threads: the child's heaps must not be those of a moment at
 * which another thread was in the middle of a call. So the forking thread holds the lock.
 *
 * The order of locks: a thread may hold one of stdio's and want memory (getline), and fork()
 * itself takes that of stdio's list of files after it has called the handlers here. Ours comes
 * last, as glibc's own malloc has it, or these three wait for one another: a thread that forks,
 * one in getline, one in fflush(NULL). glibc has the functions, without a header; elsewhere they
 * are missing.
 *
 * With one thread there is nothing to keep out, and no lock is taken, so that a signal handler
 * may fork in the middle of a malloc. */
#include <pthread.h>
#include <stdbool.h>

#include "tarn_port.h"

extern void _IO_list_lock(void) __attribute__((weak));
extern void _IO_list_unlock(void) __attribute__((weak));
extern void _IO_list_resetlock(void) __attribute__((weak));
extern char __libc_single_threaded __attribute__((weak));

static bool held; /* by the thread that forks */

static void before(void)
{
	if (&__libc_single_threaded && __libc_single_threaded)
		return;
	if (_IO_list_lock)
		_IO_list_lock();
	tarn_port_host_lock();
	held = true;
}

static void in_parent(void)
{
	if (!held)
		return;
	held = false;
	tarn_port_host_unlock();
	if (_IO_list_unlock)
		_IO_list_unlock();
}

/* Here stdio's locks are those of nobody any more. */
static void in_child(void)
{
	if (!held)
		return;
	held = false;
	tarn_port_host_unlock();
	if (_IO_list_resetlock)
		_IO_list_resetlock();
}

void tarn_port_host_fork_safe(void)
{
	pthread_atfork(before, in_parent, in_child);
}
