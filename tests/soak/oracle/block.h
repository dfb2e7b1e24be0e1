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

static inline bool block_live(uint32_t id)
{
	return slots[id].place & SLOT_GRANULE;
}

/* Allocate into an empty slot. False: refused, rightly. */
bool block_take(uint32_t id, uint32_t size);
bool block_take_aligned(uint32_t id, uint32_t size, uint32_t align);
bool block_take_zeroed(uint32_t id, uint32_t size);

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

/* Until it is false again: several contexts use the heap and the shadow, each its own slots. NULL is
 * judged only where no tick came between, and nothing is counted or entered into the digest. */
void block_share(bool shared);

/* The same operations for any context: NULL, or what is wrong. A handler calls none when shadow_busy()
 * (beside.h) held as it began. */
const char *shared_take(uint32_t id, uint32_t size, uint32_t align, bool in_tick);
const char *shared_drop(uint32_t id);
const char *shared_resize(uint32_t id, uint32_t size, bool in_tick);

#endif
