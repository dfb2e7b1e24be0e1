/* SPDX-License-Identifier: MIT
 * A recorded program (port/tool/record/tarn_record.h): four header lines, then `a id size`,
 * `m id align size`, `r id size` and `f id`. All but `f` may end with caller, time and tag. */
#ifndef SIZE_TRACE_H
#define SIZE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#define TRACE_TAG_MAX 255

struct trace_operation {
	uint32_t id;
	uint32_t size;
	uint32_t align; /* of an m */
	char what;      /* a, m, r or f */
};

struct trace {
	const char *name; /* its file */
	struct trace_operation *operation;
	uint32_t tags; /* the largest tag, at least 1; 0: the trace has no tags */
	uint32_t operations;
	uint32_t ids;
	uint32_t peak;   /* the most requested bytes that are live */
	uint32_t blocks; /* the most live blocks */
	uint32_t align;  /* the largest alignment of a request; 0: none above TARN_ALIGN */
};

/* Read a file, through xz if its name ends in .xz; "-" is standard input. If it is malformed, print
 * `error: file:line: why` on standard error and exit with status 1. */
void trace_read(struct trace *trace, const char *file);

#endif
