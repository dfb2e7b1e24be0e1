/* SPDX-License-Identifier: MIT
 * The record at a block's end, and all that depends on it: levels 2 and 3, and tags. No other file
 * knows it. The calls have four places for it; without a record they are empty.
 *
 *   record_taken    in the window that took a block: may the current tag have it?
 *   record_open     outside: verifies that the block holds the fill, fills it, writes its record
 *   record_free     in a window, which it ends: judges the record, fills, and gives the block back
 *   record_resize   before a block changes its length, and after
 *
 * A block, from its start: payload (the requested size) | slack | record. At level 2 all free
 * memory holds FILL_FREE, but for the links in the first 8 bytes of a free run: record_boot fills
 * the arena. So no file has to know which memory was used before. */
#ifndef TARN_HEAP_RECORD_H
#define TARN_HEAP_RECORD_H

#include "block.h"

#define RECORDS (TARN_RECORD > 0)
#define GUARDED (TARN_HARDEN >= 2)

/* A live block. Two words, so no compiler copies or clears one by a call of the libc. */
struct block {
	uint32_t offset;
	struct pool *pool; /* NULL: it is a run of the commons */
};

/* What is known of a block that is resized. Its record keeps the rest. */
struct held {
	uint32_t bytes; /* of the block, its record and slack included */
	uint32_t size;  /* that its owner has */
#if TARN_HARDEN >= 3
	uint32_t owner;
	uint32_t sequence;
#endif
};

/* The bytes of a block. In a window. */
static inline uint32_t bytes_of(const struct tarn_heap *heap, const struct block *block)
{
	return block_size(heap, block->offset, block->pool);
}

/* The same of a block that serves `size`. Outside the lock, where the planes may change. */
static inline uint32_t bytes_for(const struct block *block, size_t size)
{
	return block->pool ? block->pool->size : block_bytes(size);
}

/* ---- record.c --------------------------------------------------------------------------- */

bool record_begin(struct tarn_heap *heap, const struct block *block);
void record_fill(struct tarn_heap *heap, const struct block *block, size_t size, void *caller);
/* Ends the window. Returns whether the block was freed. */
bool record_free(struct tarn_heap *heap, struct block block, tarn_port_key key, void *caller);
/* Judges a live block of held->bytes before it is resized, and reads its record. False: a fault. */
bool record_read(struct tarn_heap *heap, const struct block *block, struct held *held,
		 void *caller);
/* Level 2: fills what a block gives up that will have `bytes`. */
void record_shrinks(struct tarn_heap *heap, const struct block *block, const struct held *held,
		    uint32_t bytes);
/* In the window in which a run got another length; it grew by `more`. From level 2 on its record is
 * not written yet. At level 1 that is its tag, which is written here. */
void record_cut(struct tarn_heap *heap, const struct block *block, uint32_t more);
/* The block has its new length: writes its record. */
void record_resized(struct tarn_heap *heap, const struct block *block, const struct held *held,
		    uint32_t size, void *caller);
/* Charges the block's own tag, which is the current one meanwhile, with more bytes, or less. False:
 * that exceeds its limit. */
bool record_charge(struct tarn_heap *heap, int32_t more);
/* Makes the block's tag the current one for a while. */
uint32_t record_tag_borrow(struct tarn_heap *heap, const struct block *block, uint32_t bytes);
void record_tag_return(uint32_t tags);
/* Level 3: gives back all blocks that wait. */
void record_drain(struct tarn_heap *heap, void *caller);
void record_boot(struct tarn_heap *heap);

/* ---- The places ------------------------------------------------------------------------- */

static ALWAYS bool record_taken(struct tarn_heap *heap, uint32_t offset, struct pool *pool)
{
	return !RECORDS || record_begin(heap, &(struct block){.offset = offset, .pool = pool});
}

static ALWAYS void *record_open(struct tarn_heap *heap, void *place, struct pool *pool, size_t size,
				void *caller)
{
	if (GUARDED)
		record_fill(heap, &(struct block){.offset = offset_of(heap, place), .pool = pool},
			    size, CALLER_IF_NULL(caller));
	return place;
}

#endif
