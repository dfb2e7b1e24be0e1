/* SPDX-License-Identifier: MIT
 * The parts that slots lie in: the pool's own slots, and overflow chunks. */
#include "object/object.h"

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

uint32_t part_bytes(const struct tarn_object_type *type, uint32_t capacity)
{
	uint32_t bytes = capacity * type->stride;

	/* More than any heap has, so that the product may not fit its word: a capacity is 2^20 at
	 * most, a stride less than 2^21. */
	if ((capacity >> 10) * type->stride > TARN_ARENA_MAX >> 10)
		return TARN_ARENA_MAX + 1;
	if (type->options & TARN_OBJECT_BITS)
		bytes += ((capacity + 31) >> 5) * 4;
	return type->options & TARN_OBJECT_LINE ? align_up(bytes, type->align) : bytes;
}

uint32_t parts_capacity(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t capacity = 0;

	for (; part; part = part->next)
		capacity += part->capacity;
	return capacity;
}

uint32_t parts_created(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t created = 0;

	for (; part; part = part->next)
		created += part->created - part->vacants - part->retired;
	return created;
}

/* ---- Leaving ------------------------------------------------------------------------------- */

struct tarn_object_part *part_detach(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	struct tarn_object_part *before = &pool->part;

	while (before->next != part)
		before = before->next;
	before->next = part->next;
	pool->shrunk++;
	return part;
}

/* Links are followed only where there is something to destroy, and as a get follows them; in a
 * ring, for as many steps as there are slots. */
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

/* What was created and is neither vacant nor retired: idle, ready, or not carved. (The generations
 * of overflow chunks are seen to as their handles are given.) */
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
