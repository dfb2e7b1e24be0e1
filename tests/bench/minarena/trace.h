/* SPDX-License-Identifier: MIT
 * A recorded program: four header lines, then `a id size`, `r id size`, `f id`. */
#ifndef MINARENA_TRACE_H
#define MINARENA_TRACE_H

#include <stdint.h>

struct trace_operation {
	char what; /* a, r or f */
	uint32_t id;
	uint32_t size;
};

struct trace {
	struct trace_operation *operation;
	uint32_t operations;
	uint32_t ids;
	uint32_t peak; /* most bytes asked for and live */
};

/* Read a trace from standard input. What is malformed is one line on standard error, with its
 * number, and exit status 1. */
void trace_read(struct trace *trace);

#endif
