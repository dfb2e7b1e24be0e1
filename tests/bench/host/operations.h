/* SPDX-License-Identifier: MIT
 * What is to be measured, drawn or read beforehand: a file of operations, which the measured
 * process maps. So it calls malloc for nothing else, and every allocator sees the same. */
#ifndef BENCH_HOST_OPERATIONS_H
#define BENCH_HOST_OPERATIONS_H

#include <stdint.h>

#include "../../size/trace.h"

struct operations {
	uint32_t magic;
	uint32_t count;
	uint32_t warm_up; /* so many of them first, not measured */
	uint32_t ids;
	uint32_t peak; /* most bytes asked for and live */
	uint32_t end;  /* ... and those behind the last */
	struct trace_operation operation[];
};

/* Write a file to standard output: `name` is a load of load.h for `arena` bytes with `draws`
 * operations measured; or `fresh` or `churned`, the two halves of W4, which end when the live
 * bytes are `arena`; or `trace`, a recorded program from standard input. */
void operations_write(const char *name, uint32_t arena, uint32_t draws);

/* Map the file `path`. What is no such file is one line, and exit status 2. */
const struct operations *operations_map(const char *path);

/* Zeroed memory, not from malloc, and resident already. */
void *operations_memory(uint64_t bytes);

#endif
