/* SPDX-License-Identifier: MIT
 * Hardening levels 2 and 3: fills, and the record and the slack at a block's end. Below level 2
 * there is none of it. This file works on bytes and knows no heap.
 *
 * From its start, a block holds:
 *
 *   payload (the requested size) | slack | record
 *
 * The record is the last TARN_RECORD bytes. It begins with the size, so an overrun reaches the
 * slack, then the size, before anything else. The record of a freed block says so until the block
 * is reusable: while it is filled, or waits in the quarantine.
 *
 * `bytes` is a block's length, its slack and record included. `salt` is its offset in the heap,
 * which makes its record differ from every other block's. */
#ifndef TARN_GUARD_H
#define TARN_GUARD_H

#include "compiler.h"
#include "names.h"

#define FILL_FREE  UINT32_C(0x1deadb0b)
#define FILL_NEW   UINT32_C(0xdeadbeef)
#define FILL_SLACK 0x5au /* each byte */
#define SLACK_WORD (FILL_SLACK * UINT32_C(0x01010101))

/* The byte at `offset` of memory that is filled with `word`. */
static inline uint8_t fill_byte(uint32_t word, uint32_t offset)
{
	uint32_t shift = (offset & 3) * 8;

	return (uint8_t)(word >> (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 24 - shift : shift));
}

#if TARN_HARDEN >= 2

enum guard_state { GUARD_LIVE, GUARD_FREED, GUARD_DAMAGED };

#define KEY_LIVE  UINT32_C(0x5afe57a7)
#define KEY_FREED UINT32_C(0x2dad0f5e)

struct record {
	uint32_t size; /* the requested size ^ a key of the state ^ the salt */
#if TARN_HARDEN >= 3
	uint32_t owner;
	uint32_t sequence;
#endif
#if TARN_TAGS > 0
	uint32_t tag; /* heap/tag.h */
#endif
};
_Static_assert(sizeof(struct record) == TARN_RECORD, "layout is arithmetic");

/* Copies all but the size. Field by field, because GCC may call memcpy for a whole record. */
static inline void record_copy(struct record *to, const struct record *from)
{
#if TARN_HARDEN >= 3
	to->owner = from->owner;
	to->sequence = from->sequence;
#endif
#if TARN_TAGS > 0
	to->tag = from->tag;
#endif
	(void)to, (void)from;
}

/* Writes the size last: an interrupt handler that finds the size may rely on the other fields. */
static inline void record_close(struct record *record, uint32_t size, uint32_t salt)
{
	__asm__ volatile("" ::: "memory");
	record->size = size ^ KEY_LIVE ^ salt;
}

static inline void *guard_byte(void *block, uint32_t bytes)
{
	return (unsigned char *)block + bytes;
}

static inline struct record *guard_record(void *block, uint32_t bytes)
{
	return guard_byte(block, bytes - TARN_RECORD);
}

/* The state in a block's record; *size is the requested size. */
static inline enum guard_state guard_state(void *block, uint32_t bytes, uint32_t salt,
					   uint32_t *size)
{
	uint32_t word = guard_record(block, bytes)->size ^ salt;

	*size = word ^ KEY_LIVE;
	if (*size <= bytes - TARN_RECORD)
		return GUARD_LIVE;
	*size = word ^ KEY_FREED;
	return *size <= bytes - TARN_RECORD ? GUARD_FREED : GUARD_DAMAGED;
}

/* A record's word is told from the fills and from a word of the other state by its top bits, which
 * no size and no salt reaches. */
#define TOLD_APART(one, other) (((one) ^ (other)) >= TARN_ARENA_MAX)
_Static_assert(TOLD_APART(KEY_LIVE, KEY_FREED), "a live record is no freed one");
_Static_assert(TOLD_APART(KEY_LIVE, FILL_FREE) && TOLD_APART(KEY_LIVE, FILL_NEW) &&
		       TOLD_APART(KEY_FREED, FILL_FREE) && TOLD_APART(KEY_FREED, FILL_NEW),
	       "a record is no fill");

/* Is a block's record not written yet? */
static inline bool guard_unwritten(void *block, uint32_t bytes)
{
	uint32_t word = guard_record(block, bytes)->size;

	return word == FILL_FREE || word == FILL_NEW;
}

/* Marks a live block as freed. Returns the state that it had. */
static inline enum guard_state guard_stamp(void *block, uint32_t bytes, uint32_t salt,
					   uint32_t *size)
{
	enum guard_state state = guard_state(block, bytes, salt, size);

	if (state == GUARD_LIVE)
		guard_record(block, bytes)->size = *size ^ KEY_FREED ^ salt;
	return state;
}

/* Leaves in the first word of a taken block how many of its bytes were ever used, and so hold
 * FILL_FREE. */
ALWAYS void guard_taken(void *block, uint32_t used)
{
	*(raw32 *)block = used;
}

/* Marks the record of a block that was never used before as unwritten. Only readers of tags look
 * for that. */
static ALWAYS void guard_fresh(void *block, uint32_t bytes)
{
#if TARN_TAGS > 0
	((struct record *)(void *)((unsigned char *)block + bytes - TARN_RECORD))->size = FILL_FREE;
#endif
	(void)block, (void)bytes;
}

/* Overwrites the links of a free run that became part of another one with the fill. */
ALWAYS void guard_link_gone(void *run)
{
	((raw32 *)run)[0] = FILL_FREE;
	((raw32 *)run)[1] = FILL_FREE;
}

/* The functions below take as long as a block is: call them outside the lock.
 *
 * Fills `bytes`, a multiple of 4, with a word. */
void guard_fill(void *from, uint32_t bytes, uint32_t word);

/* Verifies that a taken block holds the fill, up to the count of guard_taken, and sets all of it to
 * FILL_NEW. False: somebody wrote to it. */
bool guard_reopen(void *block, uint32_t bytes);

/* The same for a block of which `size` bytes were requested. Sets the slack too. */
bool guard_open(void *block, uint32_t bytes, uint32_t size);

/* Is the slack between the requested size and the record whole? It does not read the bytes before
 * the slack: their owner may be writing them while tarn_check looks. */
bool guard_slack_whole(void *block, uint32_t bytes, uint32_t size);

/* After guard_stamp: is the slack whole? If so it fills the block, without its record. If not it
 * undoes the stamp. */
bool guard_close(void *block, uint32_t bytes, uint32_t salt, uint32_t size);

/* Changes the requested size of a live block, whose bytes may have changed too. `record` is the
 * block's old record. */
void guard_resize(void *block, uint32_t old_size, uint32_t bytes, uint32_t salt, uint32_t size,
		  const struct record *record);

/* Fills the record too, because the block is about to be reusable. Inside the lock window. */
static inline void guard_erase(void *block, uint32_t bytes)
{
	raw32 *word = (raw32 *)guard_record(block, bytes);

	for (uint32_t left = TARN_RECORD; left; left -= (uint32_t)sizeof(*word))
		*word++ = FILL_FREE;
}

#else

ALWAYS void guard_taken(void *block, uint32_t used)
{
	(void)block, (void)used;
}

static ALWAYS void guard_fresh(void *block, uint32_t bytes)
{
	(void)block, (void)bytes;
}

ALWAYS void guard_link_gone(void *run)
{
	(void)run;
}

#endif
#endif
