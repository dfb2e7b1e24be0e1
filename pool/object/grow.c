/* SPDX-License-Identifier: MIT
 * Grow: overflow chunks from the heap's commons, and their way back. */
#include "../heap/alloc.h"
#include "object.h"

/* Inside the lock: the part after which slot numbers are unused, and how many. */
static struct tarn_object_part *gap_find(struct tarn_object_pool *pool, uint32_t *room)
{
	struct tarn_object_part *part = &pool->part;

	while (part) {
		uint32_t end = part_first(pool, part) + part->capacity;
		struct tarn_object_part *next = part_next(pool, part);

		*room = (next ? part_first(pool, next) : full_pool(pool)->maximum) - end;
		if (*room)
			return part;
		part = next;
	}
	return NULL;
}

static bool part_attach(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	uint32_t room;
	tarn_port_key key = lock(pool);
	struct tarn_object_part *before = gap_find(pool, &room);

	if (before) {
		peak_find(pool);
		if (part->capacity > room)
			capacity_set(part, room);
		if (tagged(pool))
			part->birth = full_pool(pool)->birth;
		part->name = full_pool(pool)->name + part_first(pool, before) + before->capacity;
		rest_of(pool, part)->next = part_next(pool, before);
		rest_of(pool, before)->next = part;
		full_pool(pool)->total += part->capacity;
		full_pool(pool)->active = part;
		full_pool(pool)->grown++;
	}
	unlock(pool, key);
	return before;
}

/* Allocates a chunk, charged to the pool's tag. It is aligned to more than a granule, so the
 * commons serve it and no class loses a block. Only the pool reports a refusal. */
static void *chunk_alloc(struct tarn_object_pool *pool, uint32_t bytes, void *caller)
{
	uint32_t align = UINT32_C(1) << pool->type->align_bits;
	uint32_t tags = tag_borrow(pool_tag(full_pool(pool)));
	void *chunk;

	if (align < 2 * GRANULE)
		align = 2 * GRANULE;
	chunk = alloc_aligned_as(full_pool(pool)->heap, align, bytes, caller, REFUSED_QUIET);
	tag_return(tags);
	if (chunk)
		tag_pin(full_pool(pool)->heap, chunk, true);
	return chunk;
}

static void chunk_free(struct tarn_object_pool *pool, void *chunk)
{
	tag_pin(full_pool(pool)->heap, chunk, false);
	tarn_free(full_pool(pool)->heap, chunk);
}

/* How many slots the next chunk gets. */
static uint32_t step(struct tarn_object_pool *pool)
{
	tarn_port_key key = lock(pool);
	uint32_t left = full_pool(pool)->maximum - full_pool(pool)->total;
	uint32_t step;

	unlock(pool, key);
	step = pool->type->hook ? pool->type->hook(TARN_OBJECT_STEP, NULL) : 0;
	if (!step)
		step = ((uint32_t)pool->part.capacity + 1) >> 1;
	return step < left ? step : left;
}

uint32_t tarn_object_grow_(struct tarn_object_pool *pool, void *slot, struct tarn_object_call *call,
			   void *caller)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t align = UINT32_C(1) << type->align_bits;
	uint32_t head = align_up((uint32_t)sizeof(struct tarn_object_chunk), align);
	uint32_t capacity = step(pool);
	struct tarn_object_chunk *chunk;

	(void)slot, (void)call;
	if (!full_pool(pool)->heap) {
		object_fault(pool, TARN_FAULT_HEAP, pool, caller);
		return FULL_REFUSE;
	}
	if (capacity == 0)
		return FULL_REFUSE;
	chunk = chunk_alloc(pool, head + part_bytes(type, capacity), caller);
	if (!chunk)
		return FULL_REFUSE;
	rest_clear(&chunk->rest);
	chunk->part.base = (unsigned char *)chunk + head + type->facts.head;
	capacity_set(&chunk->part, capacity);
	part_lay(pool, &chunk->part);
	/* If another context used up the maximum meanwhile, the pool has slots now. */
	if (!part_attach(pool, &chunk->part))
		chunk_free(pool, chunk);
	return FULL_RETRY;
}

void tarn_object_give_back_(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	part_destroy(pool, part);
	part_bury(pool, part);
	chunk_free(pool, part);
}

/* ---- The next slot ------------------------------------------------------------------------- */

void *tarn_object_next_slot_(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = full_pool(pool)->active;
	uint32_t index;
	void *object;

	if (!part || part->idle)
		return NULL;
	index = part->limit;
	if (index != part->created || index == part->capacity || !tagged(pool))
		return NULL;
	object = object_at(pool, part, index);
	*tarn_object_tag_(object) = ~part->birth;
	__atomic_signal_fence(__ATOMIC_RELEASE); /* as in slot.c */
	part->limit = index + 1;
	part->created = index + 1;
	part->made++;
	tarn_object_more_(pool, facts_of(pool));
	return object;
}
