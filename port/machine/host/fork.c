/* SPDX-License-Identifier: MIT
 * fork() in a program with several threads. The child must not get a heap from the middle of
 * another thread's call. So the thread that forks holds the lock.
 *
 * The order of locks: a thread may hold a lock of stdio and need memory (getline). fork() itself
 * takes the lock of stdio's list of files, after it has called the handlers here. So Tarn's lock
 * has to come last, as in glibc's own malloc. Otherwise three threads could wait for one another:
 * one that forks, one in getline, one in fflush(NULL). glibc has functions for that list's lock,
 * but no header with them. Other libcs do not have them.
 *
 * With one thread there is nothing to keep out. Then fork() takes no lock, so a signal handler may
 * fork in the middle of a malloc. */
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

/* In the child no thread holds stdio's locks any more, so the list's lock is reset. */
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
