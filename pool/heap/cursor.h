/* SPDX-License-Identifier: MIT
 * A place in the heap that moves on in address order: through the pools, then the commons. It needs
 * nothing but the offset that it stands at, so the heap may change between its steps. */
#ifndef TARN_CURSOR_H
#define TARN_CURSOR_H

#include "heap/block.h"

#define CURSOR_SLICE 8 /* steps in one lock window */

struct cursor {
	uint32_t index;  /* pool, or `classes` for the commons */
	uint32_t offset; /* the next place where a block may start */
};

enum step { BLOCK, NOTHING, END };

/* Stand before the first block. */
void cursor_first(const struct tarn_heap *heap, struct cursor *cursor);

/* Stand past the block of class `index` at `offset`. */
void cursor_after(const struct tarn_heap *heap, struct cursor *cursor, uint32_t index,
		  uint32_t offset);

/* Pass over one block of a pool, one run of the commons, or one plane word without a start. BLOCK: a
 * block whose L bit is set starts at *offset, of class *index. Inside the caller's lock window. */
enum step cursor_step(const struct tarn_heap *heap, struct cursor *cursor, uint32_t *index,
		      uint32_t *offset);

#endif
