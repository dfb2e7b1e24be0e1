/* SPDX-License-Identifier: MIT
 * Tests of malloc on a host. Only is_tarns() and owner_of() use Tarn's interface. */
#ifndef HOSTLIB_H
#define HOSTLIB_H

#include <stdbool.h>
#include <stddef.h>

#define CHECK(condition)                                              \
	do {                                                          \
		if (!(condition))                                     \
			check_failed(__FILE__, __LINE__, #condition); \
	} while (0)

void check_failed(const char *file, int line, const char *condition) __attribute__((noreturn));

/* Hides a pointer from the compiler, which may otherwise remove calls of malloc and free. */
void *opaque(void *pointer);

/* Is it in the arena of one of Tarn's heaps? False in a program without Tarn. */
bool is_tarns(const void *pointer);

/* At level 3, the low 32 bits of the address of the call that allocated `block`; otherwise 0. */
unsigned int owner_of(const void *block);

/* Fills a block with bytes that depend on `id`; are they still there? */
void mark(void *block, size_t size, unsigned int id);
bool is_marked(const void *block, size_t size, unsigned int id);

/* xorshift32; the state is never 0. */
unsigned int draw(unsigned int *state, unsigned int below);

/* The questions. `seed` is for those that draw random numbers. */
void do_calls_keep_their_promises(unsigned int seed);
void are_mistakes_refused(unsigned int seed);
void do_queries_answer(unsigned int seed);
void do_heaps_grow(unsigned int seed);
void do_threads_share(unsigned int seed);
void can_threads_fork(unsigned int seed);
void can_a_handler_fork(unsigned int seed);
void does_little_memory_suffice(unsigned int seed);
void are_refusals_told(unsigned int seed);
void is_the_owner_named(unsigned int seed);

/* Misuse that must end the program. It returns only if the program survives. */
void misuse(const char *kind);

#endif
