/* SPDX-License-Identifier: MIT
 * Tests of malloc on a host. A check that fails ends the program. */
#ifndef HOSTLIB_H
#define HOSTLIB_H

#include "adapters.h"

/* Hides a pointer from the compiler, which may otherwise remove calls of malloc and free. */
void *opaque(void *pointer);

/* xorshift32; the state is never 0. */
unsigned int draw(unsigned int *state, unsigned int below);

/* The questions that only a host has. `seed` is for those that draw random numbers. */
void do_heaps_grow(unsigned int seed);
void do_threads_share(unsigned int seed);
void can_threads_fork(unsigned int seed);
void can_a_handler_fork(unsigned int seed);

/* Misuse that must end the program. It returns only if the program survives. */
void misuse(const char *kind);

#endif
