/* SPDX-License-Identifier: MIT
 * Hardening levels 2 and 3: fills, the record at a block's end, the quarantine. Below level 2
 * all of this is nothing.
 *
 * A block, from its start:   payload (the requested size) | slack | record
 * The record is the last TARN_RECORD bytes: the size first, so that an overrun reaches the slack,
 * then the size, before anything else. While a block is freed but not yet reusable (being
 * filled, or in the quarantine) its L bit stays set and its record says so: whoever frees it
 * again, also from an interrupt in the middle of the first free, is told of a double free. */
#ifndef TARN_GUARD_H
#define TARN_GUARD_H

#include "heap.h"

#define FILL_FREE  UINT32_C(0x1deadb0b)
#define FILL_NEW   UINT32_C(0xdeadbeef)
#define FILL_SLACK 0x5au /* each byte */
#define SLACK_WORD (FILL_SLACK * UINT32_C(0x01010101))

#if TARN_HARDEN >= 2

enum guard_state { GUARD_LIVE, GUARD_FREED, GUARD_DAMAGED };

#define KEY_LIVE  UINT32_C(0x5afe57a7)
#define KEY_FREED UINT32_C(0xdead0f5e)

struct record {
	uint32_t size; /* the requested size, ^ a key of the state, ^ the block's offset */
#if TARN_HARDEN >= 3
	uint32_t owner;
	uint32_t sequence;
#endif
};
_Static_assert(sizeof(struct record) == TARN_RECORD, "layout is arithmetic");

/* Field by field, and by address: for a whole record, GCC may call memcpy. */
static inline void record_copy(struct record *to, const struct record *from)
{
	to->size = from->size;
#if TARN_HARDEN >= 3
	to->owner = from->owner;
	to->sequence = from->sequence;
#endif
}

static inline struct record *guard_record(const struct tarn_heap *heap, uint32_t offset,
					  uint32_t bytes)
{
	return at(heap, offset + bytes - TARN_RECORD);
}

/* What a block's record says, and its requested size. */
static inline enum guard_state guard_state(const struct tarn_heap *heap, uint32_t offset,
					   uint32_t bytes, uint32_t *size)
{
	uint32_t word = guard_record(heap, offset, bytes)->size ^ offset;

	*size = word ^ KEY_LIVE;
	if (*size <= bytes - TARN_RECORD)
		return GUARD_LIVE;
	*size = word ^ KEY_FREED;
	return *size <= bytes - TARN_RECORD ? GUARD_FREED : GUARD_DAMAGED;
}

/* Inside the lock window that took a block: leave in its first word up to where it was ever
 * used, and so holds FILL_FREE. */
ALWAYS void guard_block_taken(struct tarn_heap *heap, uint32_t offset, uint32_t used_to)
{
	node_at(heap, offset)->next = used_to;
}

ALWAYS void guard_run_grown(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	if (offset + bytes > heap->virgin)
		heap->virgin = offset + bytes;
}

ALWAYS void guard_run_taken(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	guard_block_taken(heap, offset, heap->virgin);
	guard_run_grown(heap, offset, bytes);
}

/* The run from `offset` to `end` stays free, while what follows is taken: if it was virgin,
 * it no longer counts as such. Less than the alignment asked for. */
static inline void guard_padding(struct tarn_heap *heap, uint32_t offset, uint32_t end)
{
	if (offset < heap->virgin)
		offset = heap->virgin;
	for (; offset < end; offset += sizeof(uint32_t))
		*(raw32 *)at(heap, offset) = FILL_FREE;
	if (end > heap->virgin)
		heap->virgin = end;
}

/* The links of a free run that was merged into another. */
ALWAYS void guard_link_gone(struct tarn_heap *heap, uint32_t offset)
{
	*node_at(heap, offset) = (struct node){FILL_FREE, FILL_FREE};
}

/* Fill `offset` .. `end`, multiples of 4, with a word: as long as a block is, so outside the lock. */
static inline void guard_fill(struct tarn_heap *heap, uint32_t offset, uint32_t end, uint32_t word)
{
	raw32 *to = at(heap, offset);
	raw32 *behind = at(heap, end);

	for (; behind - to >= 4; to += 4) {
		to[0] = word;
		to[1] = word;
		to[2] = word;
		to[3] = word;
	}
	while (to < behind)
		*to++ = word;
}

/* Outside the lock: what was taken from `offset` to `end`, as guard_block_taken left it, must hold the fill. It is
 * FILL_NEW then. */
bool guard_reopen(struct tarn_heap *heap, uint32_t offset, uint32_t end);

/* Outside the lock, with the block live: verify what it held, fill it, write its record. */
void guard_open(struct tarn_heap *heap, uint32_t offset, size_t size, uint32_t served,
		void *caller);

/* Inside a lock window: mark a live block as freed. Returns the state it was in. */
static inline enum guard_state guard_stamp(struct tarn_heap *heap, uint32_t offset, uint32_t bytes,
					   uint32_t *size)
{
	enum guard_state state = guard_state(heap, offset, bytes, size);

	if (state == GUARD_LIVE)
		guard_record(heap, offset, bytes)->size = *size ^ KEY_FREED ^ offset;
	return state;
}

/* Is the slack between the requested size and the record whole? The bytes before it are not read: they
 * are the caller's, who may be writing there while tarn_check looks. */
static inline bool guard_slack_whole(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes,
				     uint32_t size)
{
	const uint8_t *block = at(heap, offset);
	uint32_t other = 0;

	for (; size & 3 && size < bytes - TARN_RECORD; size++)
		other |= block[size] ^ FILL_SLACK;
	for (; size < bytes - TARN_RECORD; size += sizeof(uint32_t))
		other |= *(const raw32 *)at(heap, offset + size) ^ SLACK_WORD;
	return other == 0;
}

/* Outside, after guard_stamp: is the slack whole? Then fill the block (but not its record);
 * otherwise undo the stamp. */
static inline bool guard_close(struct tarn_heap *heap, uint32_t offset, uint32_t bytes,
			       uint32_t size)
{
	if (!guard_slack_whole(heap, offset, bytes, size)) {
		guard_record(heap, offset, bytes)->size = size ^ KEY_LIVE ^ offset;
		return false;
	}
	guard_fill(heap, offset, offset + bytes - TARN_RECORD, FILL_FREE);
	return true;
}

/* Change the requested size of a live block, whose bytes may have changed too; `record` is what it had. */
void guard_resize(struct tarn_heap *heap, uint32_t offset, uint32_t old_size, uint32_t bytes,
		  size_t size, struct record *record);
/* Fill the record too: the block is about to be reusable. Inside the lock window. */
static inline void guard_erase(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	raw32 *word = (raw32 *)guard_record(heap, offset, bytes);

	for (uint32_t left = TARN_RECORD; left; left -= sizeof(*word))
		*word++ = FILL_FREE;
}

#else

ALWAYS void guard_block_taken(struct tarn_heap *heap, uint32_t offset, uint32_t used_to)
{
	(void)heap, (void)offset, (void)used_to;
}
ALWAYS void guard_run_grown(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
}
ALWAYS void guard_run_taken(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
}
static inline void guard_padding(struct tarn_heap *heap, uint32_t offset, uint32_t end)
{
	(void)heap, (void)offset, (void)end;
}
ALWAYS void guard_link_gone(struct tarn_heap *heap, uint32_t offset)
{
	(void)heap, (void)offset;
}

#endif
#endif
