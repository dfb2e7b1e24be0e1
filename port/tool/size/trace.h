/* SPDX-License-Identifier: MIT
 * A recorded program (port/tool/record/tarn_record.h): four header lines, then `a id size`,
 * `m id align size`, `r id size` and `f id`. All but `f` may end with caller, time and tag. */
#ifndef SIZE_TRACE_H
#define SIZE_TRACE_H

#include <stddef.h>
#include <stdint.h>

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
	uint32_t peak;    /* the most requested bytes that are live */
	uint32_t peak_at; /* the operation after which they are */
	uint32_t blocks;  /* the most live blocks */
	uint32_t align;   /* the largest alignment of a request; 0: none above TARN_ALIGN */
};

/* Read a file, through xz if its name ends in .xz; "-" is standard input. If it is not a sound
 * trace, print `error: file:line: ...` on standard error and exit with status 1. What is wrong with
 * the line, port/tool/view/trace.py says. */
void trace_read(struct trace *trace, const char *file);

/* Returns zeroed memory. If there is none, prints one line and exits with status 1. */
void *zeroed(size_t count, size_t bytes);

#endif
