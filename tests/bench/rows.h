/* SPDX-License-Identifier: MIT
 * What was measured, collected and printed as the rows of the two CSV files: a line that
 * begins with `T ` is one of <board>.csv, `M ` one of <board>-memory.csv. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "adapter.h"
#include "ruler.h"

enum op {
	OP_MALLOC,         /* every one that was served */
	OP_MALLOC_POOL,    /* ... by its own pool, where there are several places */
	OP_MALLOC_LARGER,  /* ... by a larger class */
	OP_MALLOC_COMMONS, /* ... by the commons */
	OP_MALLOC_FIRST,   /* ... by a pool's block that was never handed out before */
	OP_MALLOC_REFUSED,
	OP_FREE,
	OP_FREE_POOL,
	OP_FREE_COMMONS,
	OP_REALLOC_STAY, /* the block stays where it is */
	OP_REALLOC_MOVE, /* it moves: the copy is included */
	OP_REALLOC_REFUSED,
	OP_INIT,
	OP_OTHER, /* named by the adapter */
	OPS
};

/* The columns allocator, config, arena and workload of the rows to come. */
void rows_of(const char *config, uint32_t arena, const char *workload);

/* Make the call, and count it under `op`: its instructions, or, in the build that measures
 * windows, its longest window. */
void rows_measure(enum op op, struct ruler_call *call);

/* Make the call; the count, to be sorted by its outcome. */
uint32_t rows_count(struct ruler_call *call);
void rows_add(enum op op, uint32_t count);

/* Print a row for each op that was counted, and clear all. `other` names OP_OTHER. */
void rows_print(const char *other);

/* A memory row. */
void rows_memory(const char *metric, uint64_t value);
void rows_memory_percent(const char *metric, uint64_t part, uint64_t whole);

#endif
