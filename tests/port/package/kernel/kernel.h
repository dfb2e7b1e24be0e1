/* SPDX-License-Identifier: MIT
 * What both kernels of these tests stand on: a lock that reports its misuse, and contexts that the
 * test sets. */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern bool in_isr;
extern bool in_boot; /* no thread has run yet: nothing of a thread may be read */
extern int core;
extern unsigned long locks_taken;
struct k_thread *current_thread(void);

/* Counts as failed, and prints it, unless it holds. */
void promise(bool holds, const char *what);

static inline void lock_taken(int *taken)
{
	promise(!(*taken)++, "the lock is not taken twice");
	locks_taken++;
}

static inline void lock_given(int *taken)
{
	promise(!--*taken, "the lock is given back once");
}

#endif
