/* SPDX-License-Identifier: MIT
 * Update loops, each of a family in several layouts that compute the same. A loop's `frame` is one
 * function without calls, so that cachegrind can tell its events from those of the rest. */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

/* One function to cachegrind, and to the eye. */
#define FRAME __attribute__((noinline)) void

struct loop {
	const char *name;
	void (*frame)(void);
	double (*sum)(void); /* over the live elements: the same for all loops of a family */
};

struct family {
	const char *name;
	void (*make)(uint32_t elements, uint32_t percent); /* live */
	const struct loop *loop;                           /* the first is what others are over */
	uint32_t loops;
};

extern const struct family particles, entities, loot, shapes, joins;

/* A permutation of 0 .. n - 1. */
void shuffle(uint32_t *order, uint32_t n, uint32_t *state);

/* Memory that lives until the end; ends the program where there is none. */
void *memory_for(uint64_t bytes);
/* Ends the program where an array or a pool cannot be made. */
void must(bool made);

/* Nanoseconds of a steady clock. */
uint64_t nanoseconds(void);

/* What moving an element costs, by its size; two threads on one cache line and on two. */
void report_moves(void);
void report_lines(void);

#endif
