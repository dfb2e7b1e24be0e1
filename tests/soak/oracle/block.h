/* SPDX-License-Identifier: MIT
 * Verified operations on the default heap. A scenario holds its blocks in slots: it names a slot,
 * and everything that can be checked of the block in it is checked here. Each call is one
 * operation of the run, entered into the digest, and may end the run with FAIL. */
#ifndef SOAK_BLOCK_H
#define SOAK_BLOCK_H

#include "shadow.h"
#include "soak.h"

#define SLOT_GRANULE 0x00ffffffu

/* The identity of a block is its slot's number and generation. */
struct slot {
	uint32_t place; /* low 24 bits: granule, 0 when empty; high 8: generation */
	uint32_t size;  /* as requested */
};
extern struct slot slots[SOAK_SLOTS];

/* Whose the block in a slot is. */
#if TARN_TAGS > 0
extern uint8_t slot_tags[SOAK_SLOTS];
#endif

static inline uint32_t slot_tag(uint32_t id)
{
#if TARN_TAGS > 0
	return slot_tags[id];
#endif
	(void)id;
	return TARN_UNTAGGED;
}

static inline void slot_tag_set(uint32_t id, uint32_t tag)
{
#if TARN_TAGS > 0
	slot_tags[id] = (uint8_t)tag;
#endif
	(void)id, (void)tag;
}

static inline bool block_live(uint32_t id)
{
	return slots[id].place & SLOT_GRANULE;
}

static inline uint32_t block_granule(uint32_t id)
{
	return slots[id].place & SLOT_GRANULE;
}

static inline void *block_pointer(uint32_t id)
{
	return soak_arena + (uintptr_t)block_granule(id) * GRANULE_BYTES;
}

static inline struct place block_place(uint32_t id)
{
	struct place place = shadow_place(block_granule(id), slots[id].size);

	place_tag_set(&place, slot_tag(id));
	return place;
}

static inline void block_empty(uint32_t id)
{
	slots[id].place = (slots[id].place & ~SLOT_GRANULE) + (SLOT_GRANULE + 1);
}

/* Allocate into an empty slot, for the tag that is entered. False: refused, rightly. */
bool block_take(uint32_t id, uint32_t size);
bool block_take_aligned(uint32_t id, uint32_t size, uint32_t align);
bool block_take_zeroed(uint32_t id, uint32_t size);

/* With TAGS=n: for a tag, whichever is entered. Free all blocks of a tag at once: they are in slots
 * of this range. */
bool block_take_tagged(uint32_t id, uint32_t size, uint32_t tag);
void block_drop_tag(uint32_t tag, uint32_t first, uint32_t count);

/* Free; returns the bytes that were held. An empty slot: nothing, 0. */
uint32_t block_drop(uint32_t id);
void block_drop_all(uint32_t first, uint32_t count);

/* Realloc. False: refused, rightly, and the block is as it was. */
bool block_resize(uint32_t id, uint32_t size);

/* A request larger than the arena: refused, and at level 3 the quarantine is empty behind it. */
void block_ask_impossible(void);

/* Is a live block's pattern whole? NULL, or what is wrong with it. */
const char *block_verify(uint32_t id);

/* Between rounds: what the slots once held is forgotten; the generations go on from another one. */
void block_forget(void);

/* ---- Beside a tick that uses the heap ---------------------------------------------------- */

/* Until it is false again: several contexts use the heap and the shadow, each its own slots. NULL
 * is judged only where no tick came between, and nothing is counted or entered into the digest. */
void block_share(bool shared);

/* The same operations for any context: NULL, or what is wrong. A handler calls none when
 * shadow_busy() (beside.h) held as it began. */
const char *shared_take(uint32_t id, uint32_t size, uint32_t align, bool in_tick);
const char *shared_drop(uint32_t id);
const char *shared_resize(uint32_t id, uint32_t size, bool in_tick);
/* Beside a tick, with TAGS=n: the main program frees all blocks of a tag, which are in its slots.
 * */
const char *shared_drop_tag(uint32_t tag, uint32_t first, uint32_t count);

#endif
