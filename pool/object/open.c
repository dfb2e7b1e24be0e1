/* SPDX-License-Identifier: MIT
 * Open and close: pools on static storage, on a heap or on any memory. */
#include "heap/owner.h"
#include "object/object.h"

/* ---- Opening ------------------------------------------------------------------------------- */

/* Slots in `bytes`, without dividing: shifts and subtracts. */
static uint32_t fit(size_t bytes, uint32_t each, uint32_t *rest)
{
	uint32_t count = 0;
	uint32_t left = bytes > TARN_ARENA_MAX ? TARN_ARENA_MAX : (uint32_t)bytes;
	uint32_t shift = leading_zeros(each) - 4;

	for (; shift <= 31; shift--) {
		if (each << shift <= left) {
			left -= each << shift;
			count += UINT32_C(1) << shift;
		}
	}
	*rest = left;
	return count;
}

/* With TARN_OBJECT_BITS, each 32 slots have a word behind all of them. */
static uint32_t slots_in(const struct tarn_object_type *type, size_t bytes)
{
	uint32_t rest;
	uint32_t slots = 0;

	if (!(type->options & TARN_OBJECT_BITS))
		return fit(bytes, type->stride, &rest);
	slots = fit(bytes, 32 * type->stride + 4, &rest) << 5;
	if (rest > 4)
		slots += fit(rest - 4, type->stride, &rest);
	return slots;
}

static bool capacity_wrong(struct tarn_heap *heap, const void *what, void *caller)
{
	fault_raise(heap, TARN_FAULT_CAPACITY, what, caller);
	return false;
}

bool tarn_object_open_at(struct tarn_object_pool *pool, const struct tarn_object_type *type,
			 void *memory, size_t bytes)
{
	uint32_t skip = (uint32_t)(0 - (uintptr_t)memory) & (type->align - 1);
	uint32_t capacity = bytes > skip ? slots_in(type, bytes - skip) : 0;

	if (!object_admitted(pool, NULL, CALLER))
		return false;
	if (object_is_open(pool) || pool->fixed || !memory || capacity == 0)
		return capacity_wrong(NULL, memory, CALLER);
	if (capacity > type->maximum)
		capacity = type->maximum;
	object_leave(pool); /* one given up without a close may have lain where this one lies */
	pools_own_too();
	if (memory_taken((unsigned char *)memory + skip, part_bytes(type, capacity))) {
		fault_raise(NULL, TARN_FAULT_OVERLAP, memory, CALLER);
		return false;
	}
	pool->type = type;
	pool->heap = NULL;
	pool->memory = NULL;
	pool->maximum = capacity;
	pool->part.base = (unsigned char *)memory + skip + type->head;
	pool->part.capacity = capacity;
	object_enter(pool);
	return true;
}

bool tarn_object_open(struct tarn_object_pool *pool, const struct tarn_object_type *type,
		      struct tarn_heap *heap, uint32_t initial, uint32_t maximum)
{
	void *memory;

	if (!object_admitted(pool, NULL, CALLER))
		return false;
	if (object_is_open(pool) || pool->fixed || initial == 0 || initial > maximum ||
	    maximum > type->maximum)
		return capacity_wrong(heap, pool, CALLER);
	memory = tarn_alloc_aligned(heap, type->align, part_bytes(type, initial));
	if (!memory)
		return false;
	pool->type = type;
	pool->heap = heap;
	pool->memory = memory;
	pool->maximum = maximum;
	pool->part.base = (unsigned char *)memory + type->head;
	pool->part.capacity = initial;
	object_leave(pool);
	object_enter(pool);
	return true;
}

bool tarn_object_grow_from(struct tarn_object_pool *pool, struct tarn_heap *heap, uint32_t maximum)
{
	if (!object_admitted(pool, NULL, CALLER) || !object_ready(pool, CALLER))
		return false;
	if (!has_option(pool, TARN_OBJECT_GROW) || maximum < pool->part.capacity ||
	    maximum > pool->type->maximum || pool->part.next)
		return capacity_wrong(heap, pool, CALLER);
	pool->heap = heap;
	pool->maximum = maximum;
	return true;
}

/* ---- Closing ------------------------------------------------------------------------------- */

bool tarn_object_close(struct tarn_object_pool *pool)
{
	if (!object_admitted(pool, NULL, CALLER))
		return false;
	if (!object_is_open(pool) || pool->between || tarn_object_count(pool))
		return false;
	object_leave(pool);
	ready_forget(pool);
	while (pool->part.next)
		part_give_back(pool, part_detach(pool, pool->part.next));
	part_destroy(pool, &pool->part);
	if (pool->memory)
		tarn_free(pool->heap, pool->memory);
	pool->heap = NULL;
	pool->memory = NULL;
	pool->maximum = pool->part.capacity;
	part_clear(&pool->part);
	return true;
}

void tarn_object_close_all(void)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();

	while (pool) {
		struct tarn_object_pool *next = tarn_object_pool_next(pool);

		if (!persistent(pool)) {
			tarn_object_reset(pool);
			(void)!tarn_object_close(pool);
		}
		pool = next;
	}
}
