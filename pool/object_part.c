/* SPDX-License-Identifier: MIT
 * The pieces that a pool's slots lie in: its own, and overflow chunks of its heap's commons. */
#include "object.h"

void part_clear(struct tarn_object_part *part)
{
	part->head = NULL;
	part->ready = NULL;
	part->vacant = NULL;
	part->limit = 0;
	part->created = 0;
	part->readies = 0;
	part->vacants = 0;
	part->retired = 0;
	part->passed = 0;
	part->taken = 0;
}

void part_lay(struct tarn_object_pool *pool, struct tarn_object_part *part, void *memory,
	      uint32_t capacity)
{
	const struct tarn_object_type *type = pool->type;

	part->base = (unsigned char *)memory + type->head;
	part->origin = 0 - (uint32_t)(uintptr_t)part->base * type->inverse;
	part->capacity = capacity;
	if (!pool->floor)
		pool->floor = generation_one(pool);
	part_clear(part);
}

/* ---- Growing ------------------------------------------------------------------------------ */

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
		part->next = before->next;
		before->next = part;
		pool->grown++;
	}
	tarn_object_unlock_(pool->type, key);
	return before;
}

uint32_t part_bytes(const struct tarn_object_type *type, uint32_t capacity)
{
	uint32_t bytes = capacity * type->stride;

	/* More than any heap has, so that the product may not fit its word: a capacity is 2^20 at most, a
	 * stride less than 2^21. */
	if ((capacity >> 10) * type->stride > TARN_ARENA_MAX >> 10)
		return TARN_ARENA_MAX + 1;
	if (type->options & TARN_OBJECT_BITS)
		bytes += ((capacity + 31) >> 5) * 4;
	return type->options & TARN_OBJECT_LINE ? align_up(bytes, type->align) : bytes;
}

/* Aligned to more than a granule: so the commons serve it, no class loses a block. */
static void *chunk_alloc(struct tarn_object_pool *pool, uint32_t bytes)
{
	uint32_t align = pool->type->align;

	if (align < 2 * GRANULE)
		align = 2 * GRANULE;
	return tarn_alloc_aligned(pool->heap, align, bytes);
}

uint32_t parts_capacity(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t capacity = 0;

	for (; part; part = part->next)
		capacity += part->capacity;
	return capacity;
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

	if (!pool->heap || capacity == 0 || pool->floor == FLOOR_NONE)
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

/* ---- Shrinking ---------------------------------------------------------------------------- */

struct tarn_object_part *part_detach(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	struct tarn_object_part *before = &pool->part;

	while (before->next != part)
		before = before->next;
	before->next = part->next;
	pool->shrunk++;
	return part;
}

/* Links are followed only where there is something to destroy, and as a get follows them; in a ring, for as
 * many steps as there are slots. */
static void list_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part, void *object)
{
	uint32_t left = has_hook(pool, TARN_OBJECT_DESTROY) ? part->limit : 0;

	for (; object && left; left--) {
		struct slot slot = {part, tarn_object_slot_(pool->type, part, object), object};
		void *next;

		if (TARN_HARDEN >= 1 && !slot_idle(pool, &slot)) {
			object_fault(pool, TARN_FAULT_LINK, object, CALLER);
			return;
		}
		next = *tarn_object_link_(pool->type, object);
		hooks_run(pool, TARN_OBJECT_DESTROY, object);
		object = next;
	}
}

/* What was created and is neither vacant nor retired: idle, ready, or not carved. (The generations of
 * overflow chunks are seen to as their handles are given.) */
void part_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	uint32_t limit = part->limit;

	list_destroy(pool, part, part->head);
	list_destroy(pool, part, part->ready);
	for (uint32_t index = 0; index < part->created; index++) {
		struct slot slot = {part, index, object_at(pool, part, index)};

		if (index >= limit && !slot_retired(pool, &slot))
			hooks_run(pool, TARN_OBJECT_DESTROY, slot.object);
		if (tagged(pool) && part == &pool->part)
			floor_raise(pool, slot.object);
	}
}

static void give_back(struct tarn_object_pool *pool, struct tarn_object_part *chunk)
{
	part_destroy(pool, chunk);
	tarn_free(pool->heap, chunk);
}

const struct tarn_object_policy tarn_object_grow_ = {.grow = grow, .give_back = give_back};
