/* SPDX-License-Identifier: MIT
 * A recorded program (port/record/tarn_record.h): four header lines, then `a id size`,
 * `m id align size`, `r id size`, each with caller, time and tag where the recorder knew them; `f id`. */
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

/* Who asked. */
struct trace_origin {
	uint64_t caller; /* 0: not known */
	uint32_t tag;
};

struct trace {
	const char *name; /* its file */
	struct trace_operation *operation;
	struct trace_origin *origin; /* of each operation; NULL: the trace has no callers */
	uint32_t tags;               /* as many as its largest, 1 at least; 0: it has none */
	uint32_t operations;
	uint32_t ids;
	uint32_t peak;   /* most bytes asked for and live */
	uint32_t blocks; /* most blocks live */
	uint32_t align;  /* the largest that is asked for; 0: none above TARN_ALIGN */
};

/* Read a file, by xz where its name ends in .xz, or, where it is "-", standard input. What is
 * malformed is one line on standard error, `error: file:line: why`, and exit status 1. */
void trace_read(struct trace *trace, const char *file);

#endif
