/* SPDX-License-Identifier: MIT
 * Object pools come and go: on static storage, on a heap, on any memory; the registry. */
#include "object.h"

static struct tarn_object_pool *registry;

/* Its number among the pools of its type, once and for all. */
static void number(struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;

	if (pool->numbered)
		return;
	pool->numbered = true;
	pool->number = (*type->siblings)++ << type->index_bits & (type->in_use * 2 - 1);
}

void object_set_up(struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;
	struct tarn_object_part *part = &pool->part;
	uint32_t hooks = type->hook(TARN_OBJECT_WHICH, NULL);
	uint32_t step = type->hook(TARN_OBJECT_STEP, NULL);
	tarn_port_key key = tarn_port_lock();

	if (!pool->open) {
		number(pool);
		pool->hooks = hooks;
		pool->step = step ? step : (part->capacity + 1) >> 1;
		part->origin = 0 - (uint32_t)(uintptr_t)part->base * type->inverse;
		part->generation = pool->floor ? pool->floor : generation_one(pool);
		part->bits = (uint32_t *)((uintptr_t)part->base - type->head +
					  (uintptr_t)part->capacity * type->stride);
		pool->next = registry;
		registry = pool;
		pool->open = true;
	}
	tarn_port_unlock(key);
}

bool tarn_object_open_at(struct tarn_object_pool *pool, const struct tarn_object_type *type,
			 void *memory, size_t bytes)
{
	uint32_t capacity = 0;

	while (capacity < type->maximum && bytes >= type->stride) {
		bytes -= type->stride;
		capacity++;
	}
	if (capacity == 0) {
		pool->type = type;
		object_fault(pool, TARN_FAULT_CAPACITY, memory, CALLER);
		return false;
	}
	pool->type = type;
	pool->part.base = (unsigned char *)memory + type->head;
	pool->part.capacity = capacity;
	pool->maximum = capacity;
	object_set_up(pool);
	return true;
}

bool tarn_object_open(struct tarn_object_pool *pool, const struct tarn_object_type *type,
		      struct tarn_heap *heap, uint32_t initial, uint32_t maximum)
{
	size_t bytes = (size_t)initial * type->stride;
	void *memory;

	pool->type = type;
	pool->heap = heap;
	if (initial == 0 || initial > maximum || maximum > type->maximum) {
		object_fault(pool, TARN_FAULT_CAPACITY, pool, CALLER);
		return false;
	}
	if (type->options & TARN_OBJECT_BITS)
		bytes += (initial + 31) / 32 * 4;
	memory = tarn_alloc_aligned(heap, type->align, bytes);
	if (!memory)
		return false;
	pool->memory = memory;
	pool->part.base = (unsigned char *)memory + type->head;
	pool->part.capacity = initial;
	pool->maximum = maximum;
	object_set_up(pool);
	return true;
}
