/* SPDX-License-Identifier: MIT
 * Verified operations on the default heap. A scenario holds its blocks in slots: it names a slot,
 * and these functions check everything about the block in it. Each call is one operation of the
 * run, enters the digest, and may end the run with FAIL. */
#ifndef SOAK_BLOCK_H
#define SOAK_BLOCK_H

#include "shadow.h"
#include "soak.h"

#define SLOT_GRANULE 0x00ffffffu

/* A slot's number and generation are the identity of its block. */
struct slot {
	uint32_t place; /* low 24 bits: granule, 0 if empty; high 8: generation */
	uint32_t size;  /* as requested */
};
extern struct slot slots[SOAK_SLOTS];

/* The tag of the block in a slot. */
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

/* Allocates into an empty slot, for the current tag. Returns false if the heap rightly refused. */
bool block_take(uint32_t id, uint32_t size);
bool block_take_aligned(uint32_t id, uint32_t size, uint32_t align);
bool block_take_zeroed(uint32_t id, uint32_t size);

/* With TAGS=n. block_take_tagged allocates for a tag, whatever the current one is. block_drop_tag
 * frees all blocks of a tag at once; they are in slots of this range. */
bool block_take_tagged(uint32_t id, uint32_t size, uint32_t tag);
void block_drop_tag(uint32_t tag, uint32_t first, uint32_t count);

/* Frees the block in a slot, and returns its requested size. 0 if the slot is empty. */
uint32_t block_drop(uint32_t id);
void block_drop_all(uint32_t first, uint32_t count);

/* Reallocs. Returns false if the heap rightly refused; the block is unchanged then. */
bool block_resize(uint32_t id, uint32_t size);

/* Makes a request larger than the arena. It is refused, and at level 3 the quarantine is empty
 * afterwards. */
void block_ask_impossible(void);

/* Is a live block's pattern whole? Returns NULL, or what is wrong with it. */
const char *block_verify(uint32_t id);

/* Between rounds: forgets what the slots held. The generations continue from the number of
 * rounds. */
void block_forget(void);

/* ---- Beside a tick that uses the heap ---------------------------------------------------- */

/* While true: several contexts use the heap and the shadow, each with its own slots. A NULL is
 * judged only if no tick came during the request. Nothing is counted or entered into the digest. */
void block_share(bool shared);

/* The same operations for any context: they return NULL, or what is wrong. A handler calls none if
 * shadow_busy() (beside.h) was true when it began. */
const char *shared_take(uint32_t id, uint32_t size, uint32_t align, bool in_tick);
const char *shared_drop(uint32_t id);
const char *shared_resize(uint32_t id, uint32_t size, bool in_tick);
/* Beside a tick, with TAGS=n: the main program frees all blocks of a tag, which are in its
 * slots. */
const char *shared_drop_tag(uint32_t tag, uint32_t first, uint32_t count);

#endif
