/* SPDX-License-Identifier: MIT
 * Slots of object pools: from an object to its slot, and the slot's marks. All of it runs inside
 * the caller's lock window, in constant time. */
#ifndef TARN_OBJECT_SLOT_H
#define TARN_OBJECT_SLOT_H

#include "../guard/guard.h"
#include "../heap/heap.h"
#include "names.h"
#include "tarn_object.h"

/* A slot that was found, or taken. */
struct slot {
	struct tarn_object_part *part;
	uint32_t index; /* in the part */
	void *object;
};

static ALWAYS const struct tarn_object_facts *facts_of(const struct tarn_object_pool *pool)
{
	return &pool->type->facts;
}

/* The options that a pool may have. plain.c is for pools that have only these. It takes the lock of
 * an UNLOCKED one too. */
#ifdef OBJECT_PLAIN
#define POSSIBLE (TARN_OBJECT_NEVER | TARN_OBJECT_REFUSE)
#else
#define POSSIBLE UINT32_MAX
#endif

static ALWAYS bool has_option(const struct tarn_object_pool *pool, enum tarn_object_option option)
{
	return facts_of(pool)->options & option & POSSIBLE;
}

static ALWAYS bool tagged(const struct tarn_object_pool *pool)
{
	return !has_option(pool, TARN_OBJECT_BITS) && !has_option(pool, TARN_OBJECT_KNOWS);
}

static ALWAYS bool has_hook(const struct tarn_object_pool *pool, enum tarn_object_event event)
{
	return POSSIBLE & TARN_OBJECT_HOOKED_ && pool->part.hooks & 1u << event;
}

/* Do scenes and the calls for all pools leave it alone? */
static ALWAYS bool persistent(const struct tarn_object_pool *pool)
{
	return has_option(pool, TARN_OBJECT_PERSISTENT);
}

static ALWAYS bool locks(const struct tarn_object_pool *pool)
{
	return !has_option(pool, TARN_OBJECT_UNLOCKED);
}

static ALWAYS tarn_port_key lock(const struct tarn_object_pool *pool)
{
	return locks(pool) ? tarn_port_lock() : 0;
}

static ALWAYS void unlock(const struct tarn_object_pool *pool, tarn_port_key key)
{
	if (locks(pool))
		tarn_port_unlock(key);
}

/* Does a hook or a fill run when an object is created or destroyed? Then the object is created
 * outside the lock, and becomes spare. */
static ALWAYS bool made_apart(const struct tarn_object_pool *pool)
{
	return TARN_HARDEN >= 2 || has_hook(pool, TARN_OBJECT_ONCE) ||
	       has_hook(pool, TARN_OBJECT_DESTROY);
}

/* Do bits say which slots are idle? */
static ALWAYS bool by_bits(const struct tarn_object_pool *pool)
{
	return POSSIBLE & TARN_OBJECT_BITS && tarn_object_by_bits_(facts_of(pool));
}

static ALWAYS bool rings(const struct tarn_object_pool *pool)
{
	return has_option(pool, TARN_OBJECT_ROB_OLDEST);
}

/* The idle object after this one. */
static ALWAYS void *object_next(const struct tarn_object_pool *pool, void *object)
{
	return rings(pool) ? tarn_object_ages_(facts_of(pool), object)->next
			   : *tarn_object_link_(facts_of(pool), object);
}

/* ---- Parts ------------------------------------------------------------------------------- */

/* True for a type that has hooks, robs or grows, and from level 2 on for every type. */
static ALWAYS bool has_rest(const struct tarn_object_pool *pool)
{
	return TARN_OBJECT_HAS_REST_(facts_of(pool)->options & POSSIBLE);
}

static ALWAYS struct tarn_object_full_pool *full_pool(const struct tarn_object_pool *pool)
{
	return (struct tarn_object_full_pool *)(uintptr_t)pool;
}

static ALWAYS struct tarn_object_rest *rest_of(const struct tarn_object_pool *pool,
					       const struct tarn_object_part *part)
{
	if (part == &pool->part)
		return &full_pool(pool)->rest;
	return &((struct tarn_object_chunk *)(uintptr_t)part)->rest;
}

/* field by field, because a compiler may turn an initialiser into a call of memset */
static ALWAYS void rest_clear(struct tarn_object_rest *rest)
{
	rest->vacant = NULL;
	rest->vacants = 0;
	rest->spare = NULL;
	rest->spares = 0;
	rest->given_up = 0;
	rest->next = NULL;
}

static ALWAYS struct tarn_object_part *part_next(const struct tarn_object_pool *pool,
						 const struct tarn_object_part *part)
{
	return has_option(pool, TARN_OBJECT_GROW) ? rest_of(pool, part)->next : NULL;
}

/* The mask tells the compiler that the value fits the field. */
static ALWAYS void capacity_set(struct tarn_object_part *part, uint32_t capacity)
{
	part->capacity = capacity & ((UINT32_C(1) << 21) - 1);
}

/* The number in the pool of the part's slot 0. */
static ALWAYS uint32_t part_first(const struct tarn_object_pool *pool,
				  const struct tarn_object_part *part)
{
	return part->name & ((UINT32_C(1) << facts_of(pool)->index_bits) - 1);
}

static ALWAYS void *object_at(const struct tarn_object_pool *pool,
			      const struct tarn_object_part *part, uint32_t index)
{
	return tarn_object_at_(facts_of(pool), part, index);
}

static ALWAYS struct slot slot_at(const struct tarn_object_pool *pool,
				  struct tarn_object_part *part, uint32_t index)
{
	return (struct slot){part, index, object_at(pool, part, index)};
}

/* ---- Tags -------------------------------------------------------------------------------- */

#define HELD       TARN_OBJECT_HELD_
#define GENERATION TARN_OBJECT_GENERATION_
#define RETIRED    TARN_OBJECT_RETIRED_

/* The tag that an object has while it is not in use. */
static ALWAYS uint32_t tag_idle(uint32_t tag)
{
	return tarn_object_sign_(tag) < 0 ? ~tag : tag;
}

/* The tag of the next generation. After the last one a slot retires, if anybody had a handle of it.
 * Otherwise it begins again with the second generation: only objects that nobody got have the
 * first. */
static ALWAYS uint32_t tag_advance(uint32_t tag)
{
	uint32_t idle = tag_idle(tag);
	uint32_t next = idle + GENERATION;

	if (likely(tarn_object_sign_(next) >= 0))
		return next;
	return idle & HELD ? RETIRED : TARN_OBJECT_BIRTH_ + GENERATION;
}

/* Does the slot retire after TARN_OBJECT_WORN or fewer generations? */
static ALWAYS bool tag_worn(uint32_t tag)
{
	uint32_t left = (UINT32_C(1) << 31) - (tag_idle(tag) & ~HELD);

	return tag_idle(tag) & HELD && left <= TARN_OBJECT_WORN * GENERATION;
}

static ALWAYS bool slot_retired(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return tagged(pool) && *tarn_object_tag_(slot->object) == RETIRED;
}

/* ---- Owners: level 2 ---------------------------------------------------------------------- */

/* Who got the object of a slot: the low 32 bits of a return address. They lie before the tag. */
static ALWAYS uint32_t *owner_of(const struct tarn_object_pool *pool, void *object)
{
	return (uint32_t *)object - (tagged(pool) ? 2 : 1);
}

static ALWAYS void owner_note(const struct tarn_object_pool *pool, void *object, const void *caller)
{
	if (TARN_HARDEN >= 2)
		*owner_of(pool, object) = (uint32_t)(uintptr_t)caller;
}

/* Has the slot's part a name? A chunk that was made after the last era has none. */
static ALWAYS bool slot_named(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return slot->part->name >> pool->type->era_bits;
}

/* ---- In use ------------------------------------------------------------------------------ */

/* With TARN_OBJECT_KNOWS this asks the object. Call it outside the lock then. */
static ALWAYS bool slot_used(const struct tarn_object_pool *pool, const struct slot *slot)
{
	if (tagged(pool))
		return tarn_object_sign_(*tarn_object_tag_(slot->object)) < 0;
	return tarn_object_look_(facts_of(pool), pool->type->hook, slot->part, slot->index,
				 slot->object);
}

/* Do marks say that the slot is in use? False with KNOWS. */
static ALWAYS bool slot_taken(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return !has_option(pool, TARN_OBJECT_KNOWS) && slot_used(pool, slot);
}

/* Does its mark say that the slot is in use? KNOWS trusts the caller. */
static ALWAYS bool slot_belongs(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return has_option(pool, TARN_OBJECT_KNOWS) || slot_used(pool, slot);
}

/* May it be on a list of slots that are not in use? */
static ALWAYS bool slot_idle(const struct tarn_object_pool *pool, const struct slot *slot)
{
	return slot->index < slot->part->limit && !slot_taken(pool, slot);
}

/* BITS: is a carved slot idle? */
static ALWAYS bool slot_is_free(const struct tarn_object_pool *pool,
				const struct tarn_object_part *part, uint32_t index)
{
	return tarn_object_marks_(facts_of(pool), part, index)->free & tarn_object_bit_(index);
}

/* slot_mark marks a slot as in use. slot_unmark ends that, which makes its handles stale. */
static ALWAYS void slot_mark(const struct tarn_object_pool *pool, const struct slot *slot)
{
	if (tagged(pool))
		*tarn_object_tag_(slot->object) = ~*tarn_object_tag_(slot->object);
	else if (has_option(pool, TARN_OBJECT_BITS))
		tarn_object_here_(facts_of(pool), slot->part, slot->index, true);
}

static ALWAYS void slot_unmark(const struct tarn_object_pool *pool, const struct slot *slot)
{
	if (tagged(pool))
		*tarn_object_tag_(slot->object) = tag_advance(*tarn_object_tag_(slot->object));
	else if (has_option(pool, TARN_OBJECT_BITS))
		tarn_object_here_(facts_of(pool), slot->part, slot->index, false);
}

#endif
