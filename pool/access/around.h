/* SPDX-License-Identifier: MIT
 * Which block or object holds a byte. It reads bits, planes and tags, takes no lock and changes
 * nothing. What the caller owns stays as it is meanwhile, so about that the answer is sure. */
#ifndef TARN_AROUND_H
#define TARN_AROUND_H

#include "../heap/block.h"
#include "../heap/entry.h"
#include "../object/object.h"
#include "quotient.h"
#include "tarn_access.h"

/* What was found: the start of a block, run or object, and the bytes that its owner may use. */
struct piece {
	uintptr_t start; /* 0: none */
	uint32_t size;
};

/* ---- Heaps ------------------------------------------------------------------------------ */

/* The heap whose arena holds an address; NULL if none does. */
static ALWAYS const struct tarn_heap *heap_at(const void *address)
{
	const struct tarn_entry *entry = &heap_registry;

	while ((entry = entry->next) && entry_sound(entry)) {
		const struct tarn_heap *heap =
			(void *)((uintptr_t)entry - offsetof(struct tarn_heap, entry));

		if (heap_owns(heap, address))
			return heap;
	}
	return NULL;
}

/* around.c: the start of the run that holds the granule at `offset`, in a word without a start. */
uint32_t run_start_far(const struct tarn_heap *heap, uint32_t offset);

static ALWAYS uint32_t run_start(const struct tarn_heap *heap, uint32_t offset)
{
	uint32_t starts = pair_at(heap, offset)->start >> (31 - index_of(offset));

	if (unlikely(!starts))
		return run_start_far(heap, offset);
	return offset - (trailing_zeros(starts) << GRANULE_SHIFT);
}

/* A block of piece->size bytes, record included, whose bit says that it is live. Its record may not
 * be written yet. */
static ALWAYS enum tarn_around live_around(const struct tarn_heap *heap, uint32_t offset,
					   struct piece *piece)
{
#if TARN_HARDEN >= 2
	uint32_t bytes = piece->size;
	enum guard_state state = guard_state(at(heap, offset), bytes, offset, &piece->size);

	if (likely(state == GUARD_LIVE))
		return TARN_AROUND_LIVE;
	if (state == GUARD_FREED)
		return TARN_AROUND_WAITS;
	piece->size = bytes - TARN_RECORD;
	return guard_unwritten(at(heap, offset), bytes) ? TARN_AROUND_FREE : TARN_AROUND_LIVE;
#else
	piece->size -= TARN_RECORD;
	(void)heap, (void)offset;
	return TARN_AROUND_LIVE;
#endif
}

static ALWAYS enum tarn_around pool_around(const struct tarn_heap *heap, uint32_t offset,
					   struct piece *piece)
{
	const struct pool *pool = pool_holding(heap, offset);
	uint32_t inside;
	uint32_t number = quotient(offset - pool->start, pool->size, pool->blocks, &inside);
	bool carved = number < pool->carved;
	enum tarn_around around = TARN_AROUND_FREE;

	if (unlikely(!carved)) { /* of the last one that was handed out, what is known of it */
		if (pool->carved == 0)
			return TARN_AROUND_TARN;
		inside += (number + 1 - pool->carved) * pool->size;
		number = pool->carved - 1u;
	}
	piece->start = heap->base + offset - inside;
	piece->size = pool->size;
	if (likely(!pool_has(pool, number)))
		around = live_around(heap, offset - inside, piece);
	return carved ? around : TARN_AROUND_TARN;
}

static ALWAYS enum tarn_around commons_around(const struct tarn_heap *heap, uint32_t offset,
					      struct piece *piece)
{
	uint32_t start = run_start(heap, offset);
	bool live = sign_of(pair_at(heap, start)->live, start) < 0;

	piece->start = heap->base + start;
	piece->size = (live ? length_after(heap, start) : run_length(heap, start)) << GRANULE_SHIFT;
	return live ? live_around(heap, start, piece) : TARN_AROUND_FREE;
}

static ALWAYS enum tarn_around heap_around(const struct tarn_heap *heap, const void *address,
					   struct piece *piece)
{
	uint32_t offset = offset_of(heap, address);
	uint32_t whole = offset & ~(GRANULE - 1);

	piece->start = 0;
	if (below_commons(heap, whole))
		return offset >= pool_of(heap, 0)->start ? pool_around(heap, offset, piece)
							 : TARN_AROUND_TARN;
	return TARN_COMMONS && in_commons(heap, whole) ? commons_around(heap, whole, piece)
						       : TARN_AROUND_TARN;
}

/* ---- Object pools ----------------------------------------------------------------------- */

/* The open pool that has the slot at an address, and the part that has it; NULL if none does. */
static ALWAYS const struct tarn_object_pool *object_pool_at(const void *address,
							    const struct tarn_object_part **found)
{
	const struct tarn_entry *entry = &object_registry;

	while ((entry = entry->next) && entry_sound(entry)) {
		const struct tarn_object_pool *pool =
			(void *)((uintptr_t)entry - offsetof(struct tarn_object_pool, entry));
		const struct tarn_object_part *part = &pool->part;

		for (; part; part = part_next(pool, part)) {
			uintptr_t slots = (uintptr_t)part->base - facts_of(pool)->head;

			if ((uintptr_t)address - slots <
			    (uintptr_t)part->capacity * facts_of(pool)->stride) {
				*found = part;
				return pool;
			}
		}
	}
	return NULL;
}

/* Does the program have the object of a slot? While a hook runs, it may have any. */
static ALWAYS enum tarn_around object_around(const struct tarn_object_pool *pool,
					     const struct tarn_object_part *part,
					     const void *address, struct piece *piece)
{
	const struct tarn_object_facts *facts = facts_of(pool);
	uintptr_t slots = (uintptr_t)part->base - facts->head;
	uint32_t inside;
	uint32_t index = quotient((uint32_t)((uintptr_t)address - slots), facts->stride,
				  part->capacity, &inside);
	void *object = object_at(pool, part, index);

	piece->start = (uintptr_t)object;
	piece->size = pool->type->size;
	return index < part->limit && (pool->calls || tarn_object_look_(facts, pool->type->hook,
									part, index, object))
		       ? TARN_AROUND_LIVE
		       : TARN_AROUND_FREE;
}

#endif
