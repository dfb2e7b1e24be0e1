/* SPDX-License-Identifier: MIT
 * A file of operations, drawn or read beforehand. The measured process maps it. So it calls malloc
 * for nothing else, and every allocator gets the same requests. */
#ifndef BENCH_HOST_OPERATIONS_H
#define BENCH_HOST_OPERATIONS_H

#include <stdint.h>

#include "../../../port/tool/size/trace.h"

struct operations {
	uint32_t magic;
	uint32_t count;
	uint32_t warm_up; /* the first operations, which are not measured */
	uint32_t ids;
	uint32_t peak; /* the most requested bytes that were live */
	uint32_t end;  /* the requested bytes that are live after the last operation */
	struct trace_operation operation[];
};

/* Write a file to standard output. `name` is one of these:
 *   W1 to W3R        a load of load.h for `arena` bytes, with `draws` measured operations
 *   fresh, churned   the two halves of W4, which end when `arena` bytes are live
 *   trace            a recorded program from standard input */
void operations_write(const char *name, uint32_t arena, uint32_t draws);

/* Map the file `path`. If it is not such a file, print one line and exit with status 2. */
const struct operations *operations_map(const char *path);

/* Zeroed memory that is not from malloc. */
void *operations_memory(uint64_t bytes);

#endif
