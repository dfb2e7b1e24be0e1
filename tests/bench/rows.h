/* SPDX-License-Identifier: MIT
 * Collects what was measured, and prints it as rows of the two CSV files. A line that begins with
 * `T ` is a row of <board>.csv, a line with `M ` a row of <board>-memory.csv. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "adapter.h"
#include "../../port/tool/ruler/ruler.h"

enum op {
	OP_MALLOC,         /* every request that was served */
	OP_MALLOC_POOL,    /* ... by its own pool, if the allocator has several places */
	OP_MALLOC_LARGER,  /* ... by a larger class */
	OP_MALLOC_COMMONS, /* ... by the commons */
	OP_MALLOC_FIRST,   /* ... by a pool's block that is used for the first time */
	OP_MALLOC_REFUSED,
	OP_FREE,
	OP_FREE_POOL,
	OP_FREE_COMMONS,
	OP_REALLOC_STAY, /* the block stays where it is */
	OP_REALLOC_MOVE, /* the block moves: the copy is included */
	OP_REALLOC_REFUSED,
	OP_INIT,
	OP_OTHER, /* named by the adapter */
	OPS
};

/* Set the columns config, arena and workload of the next rows. */
void rows_of(const char *config, uint32_t arena, const char *workload);

/* Make the call, and add its count to `op`: its instructions, or its longest window in the build
 * that measures windows. */
void rows_measure(enum op op, struct ruler_call *call);

/* Make the call and return its count. The caller chooses the op by the outcome, and adds it. */
uint32_t rows_count(struct ruler_call *call);
void rows_add(enum op op, uint32_t count);

/* Print a row for each op that has counts, and clear all. `other` is the name of OP_OTHER. */
void rows_print(const char *other);

/* Print a memory row. */
void rows_memory(const char *metric, uint64_t value);
void rows_memory_percent(const char *metric, uint64_t part, uint64_t whole);

#endif
