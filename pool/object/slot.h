/* SPDX-License-Identifier: MIT
 * Slots of object pools: which an object lies in, and its marks. All of it inside the caller's lock
 * window, in constant time; inline, because the calls made most are short. */
#ifndef TARN_OBJECT_SLOT_H
#define TARN_OBJECT_SLOT_H

#include "guard/guard.h"
#include "heap/heap.h"
#include "object/names.h"
#include "tarn_object.h"

struct age { /* ROB_OLDEST: a slot's first two words. Objects in use, in the order they were got. */
	void *older;
	void *newer;
} __attribute__((may_alias));

/* A slot that was found, or taken. */
struct slot {
	struct tarn_object_part *part;
	uint32_t index; /* in the part */
	void *object;
};

static inline bool has_option(const struct tarn_object_pool *pool, enum tarn_object_option option)
{
	return pool->type->options & option;
}

static inline bool tagged(const struct tarn_object_pool *pool)
{
	return !(pool->type->options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
}

static inline bool has_handles(const struct tarn_object_pool *pool)
{
	return tagged(pool) && (pool->name || !pool->open);
}

static inline bool has_hook(const struct tarn_object_pool *pool, enum tarn_object_event event)
{
	return pool->hooks & 1u << event;
}

/* Does it survive scenes, and what is done to all pools? */
static inline bool persistent(const struct tarn_object_pool *pool)
{
	return pool->type->options & TARN_OBJECT_PERSISTENT;
}

static inline void *object_at(const struct tarn_object_pool *pool,
			      const struct tarn_object_part *part, uint32_t index)
{
	return part->base + (size_t)index * pool->type->stride;
}

/* Of a tag. */
#define HELD       TARN_OBJECT_HELD_
#define USED       TARN_OBJECT_USED_
#define GENERATION TARN_OBJECT_GENERATION_ /* the first, and what each is more than the last */

static inline uint32_t generation_of(uint32_t tag)
{
	return tag & (0 - GENERATION);
}

/* ---- Finding ------------------------------------------------------------------------------ */

/* The slot of a pool's own whose object this is: false iff it is none's, or was never carved. */
static inline bool slot_find_own(struct tarn_object_pool *pool, const void *object,
				 struct slot *slot)
{
	slot->part = &pool->part;
	slot->index = tarn_object_slot_(pool->type, slot->part, object);
	slot->object = (void *)(uintptr_t)object;
	return slot->index < slot->part->limit;
}

/* TARN_OBJECT_BITS: the word of a slot's bit lies behind all slots of its part. */
static inline uint32_t *bits_of(const struct tarn_object_pool *pool, const struct slot *slot)
{
	unsigned char *slots = slot->part->base - pool->type->head;

	return (uint32_t *)(void *)(slots + (size_t)slot->part->capacity * pool->type->stride) +
	       (slot->index >> 5);
}

static inline uint32_t bit_in(uint32_t index)
{
	return UINT32_C(1) << (index & 31);
}

/* Is it in use? Of a pool with TARN_OBJECT_KNOWS the object is asked, and then not inside the
 * lock. */
static inline bool slot_used(const struct tarn_object_pool *pool, const struct slot *slot)
{
	if (tagged(pool))
		return *tarn_object_tag_(slot->object) & USED;
	if (pool->type->options & TARN_OBJECT_BITS)
		return *bits_of(pool, slot) & bit_in(slot->index);
	return pool->type->hook(TARN_OBJECT_IN_USE, slot->object);
}

/* As far as marks tell: in use, where it should be idle; or where it should be in use. */
static inline bool slot_taken(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return !(pool->type->options & TARN_OBJECT_KNOWS) && slot_used(pool, slot);
}

/* May it be on a list of slots that are not in use? */
static inline bool slot_idle(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return slot->index < slot->part->limit && !slot_taken(pool, slot);
}

static inline bool slot_belongs(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return TARN_HARDEN == 0 || pool->type->options & TARN_OBJECT_KNOWS || slot_used(pool, slot);
}

/* Was its last generation used? */
static inline bool slot_retired(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return tagged(pool) && *tarn_object_tag_(slot->object) == 0;
}

/* Does it retire after less than TARN_OBJECT_WORN more generations? */
static inline bool slot_worn(const struct tarn_object_pool *pool, const struct slot *slot)
{
	uint32_t tag = tagged(pool) ? *tarn_object_tag_(slot->object) : 0;

	return tag & HELD && tag >= 0 - TARN_OBJECT_WORN * GENERATION;
}

/* ---- Ages -------------------------------------------------------------------------------- */

static inline struct age *age_of(const struct tarn_object_pool *pool, void *object)
{
	return (struct age *)((unsigned char *)object - pool->type->head);
}

static inline void age_append(struct tarn_object_pool *pool, void *object)
{
	struct age *age = age_of(pool, object);

	age->older = pool->newest;
	age->newer = NULL;
	if (pool->newest)
		age_of(pool, pool->newest)->newer = object;
	else
		pool->oldest = object;
	pool->newest = object;
}

static inline void age_remove(struct tarn_object_pool *pool, void *object)
{
	const struct age *age = age_of(pool, object);

	if (age->older)
		age_of(pool, age->older)->newer = age->newer;
	else
		pool->oldest = age->newer;
	if (age->newer)
		age_of(pool, age->newer)->older = age->older;
	else
		pool->newest = age->older;
}

/* ---- Marks ------------------------------------------------------------------------------- */

/* In use from now on; or no longer, which makes its handles stale. */
static inline void slot_mark(struct tarn_object_pool *pool, const struct slot *slot)
{
	if (tagged(pool))
		*tarn_object_tag_(slot->object) += USED;
	else if (pool->type->options & TARN_OBJECT_BITS)
		*bits_of(pool, slot) |= bit_in(slot->index);
	if (has_option(pool, TARN_OBJECT_ROB_OLDEST))
		age_append(pool, slot->object);
	pool->between--;
}

/* A tag's generation lies above its bit: adding the bit once more clears it and carries. Behind the
 * last generation the tag is 0: retired; but where nobody ever had a handle, all begins anew, with
 * the second generation: what has the first was never got. */
static inline void tag_advance(void *object)
{
	tarn_object_tag *tag = tarn_object_tag_(object);
	uint32_t held = *tag & HELD;
	uint32_t next = generation_of(*tag + USED);

	if (likely(next))
		*tag = next | held;
	else
		*tag = held ? 0 : 2 * GENERATION;
}

static inline void slot_unmark(struct tarn_object_pool *pool, const struct slot *slot)
{
	if (tagged(pool))
		tag_advance(slot->object);
	else if (pool->type->options & TARN_OBJECT_BITS)
		*bits_of(pool, slot) &= ~bit_in(slot->index);
	if (has_option(pool, TARN_OBJECT_ROB_OLDEST))
		age_remove(pool, slot->object);
	pool->between++;
}

#endif
