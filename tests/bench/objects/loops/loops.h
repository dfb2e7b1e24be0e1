/* SPDX-License-Identifier: MIT
 * Update loops. The loops of a family compute the same with several layouts of the data. A loop's
 * `frame` is one function without calls, so that cachegrind counts its events separately. */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

/* Stays one function, for cachegrind and in a disassembly. */
#define FRAME __attribute__((noinline)) void

struct loop {
	const char *name;
	void (*frame)(void);
	double (*sum)(void); /* over the live elements: the same for all loops of a family */
};

#define LOOPS_MOST 4
struct family {
	const char *name;
	void (*make)(uint32_t elements, uint32_t percent); /* live */
	struct loop loop[LOOPS_MOST]; /* ratios are to the first; no name: no loop */
};

extern const struct family particles, entities, loot, shapes;

/* A permutation of 0 .. n - 1. */
void shuffle(uint32_t *order, uint32_t n, uint32_t *state);

/* Memory that stays until the end. Ends the program if there is none. */
void *memory_for(uint64_t bytes);
/* Ends the program if an array or a pool cannot be made. */
void must(bool made);

#endif
