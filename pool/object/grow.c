/* SPDX-License-Identifier: MIT
 * Grow: overflow chunks of the heap's commons, and their way back. */
#include "object/object.h"

/* Inside the lock: the part behind which there is room for slot numbers, and for how many. */
static struct tarn_object_part *gap_find(struct tarn_object_pool *pool, uint32_t *room)
{
	struct tarn_object_part *part = &pool->part;

	for (; part; part = part->next) {
		uint32_t end = part->first + part->capacity;

		*room = (part->next ? part->next->first : pool->maximum) - end;
		if (*room)
			return part;
	}
	return NULL;
}

static bool part_attach(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	uint32_t room;
	tarn_port_key key = tarn_object_lock_(pool->type);
	struct tarn_object_part *before = gap_find(pool, &room);

	if (before) {
		if (part->capacity > room)
			part->capacity = room;
		part->first = before->first + before->capacity;
		part_name(pool, part);
		part->next = before->next;
		before->next = part;
		pool->grown++;
	}
	tarn_object_unlock_(pool->type, key);
	return before;
}

/* Aligned to more than a granule: so the commons serve it, no class loses a block. */
static void *chunk_alloc(struct tarn_object_pool *pool, uint32_t bytes)
{
	uint32_t align = pool->type->align;

	if (align < 2 * GRANULE)
		align = 2 * GRANULE;
	return tarn_alloc_aligned(pool->heap, align, bytes);
}

/* Slots that there may yet be. In the lock: a chunk can be given back meanwhile. */
static uint32_t capacity_left(struct tarn_object_pool *pool)
{
	tarn_port_key key = tarn_object_lock_(pool->type);
	uint32_t left = pool->maximum - parts_capacity(pool);

	tarn_object_unlock_(pool->type, key);
	return left;
}

/* Slots of the next chunk. */
static uint32_t step(struct tarn_object_pool *pool)
{
	uint32_t left = capacity_left(pool);
	uint32_t step = pool->type->hook(TARN_OBJECT_STEP, NULL);

	if (!step)
		step = (pool->part.capacity + 1) >> 1;
	return step < left ? step : left;
}

static bool grow(struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t head = align_up((uint32_t)sizeof(struct tarn_object_part), type->align);
	uint32_t capacity = step(pool);
	struct tarn_object_part *part;

	if (!pool->heap || capacity == 0)
		return false;
	part = chunk_alloc(pool, head + part_bytes(type, capacity));
	if (!part)
		return false;
	part_lay(pool, part, (unsigned char *)part + head, capacity);
	if (part_attach(pool, part))
		return true;
	/* Another context used up the maximum meanwhile, so that it has slots now. */
	tarn_free(pool->heap, part);
	return true;
}

static void give_back(struct tarn_object_pool *pool, struct tarn_object_part *chunk)
{
	part_destroy(pool, chunk);
	tarn_free(pool->heap, chunk);
}

const struct tarn_object_policy tarn_object_grow_ = {.grow = grow, .give_back = give_back};
