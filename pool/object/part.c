/* SPDX-License-Identifier: MIT
 * The parts that slots lie in: the pool's own slots, and overflow chunks. */
#include "object/object.h"

/* Above every generation that a handle was given of. After an eighth of them an era begins, in which
 * they come again under another name: what every slot of a new part has left is seven eighths. After
 * the last era no name is left, and the pool has no handles. */
void part_name(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	if (unlikely(pool->held >= TARN_OBJECT_ERA_)) {
		pool->held = 0;
		pool->name += pool->type->era;
		if (pool->name < pool->type->era)
			pool->name = 0;
	}
	part->name = pool->name;
	part->birth = (pool->held + GENERATION) | (pool->held ? HELD : 0);
}

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

/* Links are followed as a get follows them; in a ring, for as many steps as there are slots. */
static void list_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part, void *object)
{
	uint32_t left = part->limit;

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

/* What was created and is neither vacant nor retired: idle, ready, or not carved. Lists are asked only
 * where some are vacant. */
void part_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	uint32_t from = 0;

	if (!has_hook(pool, TARN_OBJECT_DESTROY))
		return;
	if (part->vacants || pool->unsure) {
		list_destroy(pool, part, part->head);
		list_destroy(pool, part, part->ready);
		from = part->limit;
	}
	for (uint32_t index = from; index < part->created; index++) {
		struct slot slot = {part, index, object_at(pool, part, index)};

		if (!slot_retired(pool, &slot))
			hooks_run(pool, TARN_OBJECT_DESTROY, slot.object);
	}
}
