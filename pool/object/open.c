/* SPDX-License-Identifier: MIT
 * Open and close: pools on static storage, on a heap or on any memory. */
#include "../heap/owner.h"
#include "object.h"

/* ---- Opening ------------------------------------------------------------------------------- */

/* How many slots fit `bytes`, up to the type's maximum. A search by halves, because not every core
 * can divide. */
static uint32_t slots_in(const struct tarn_object_type *type, size_t bytes)
{
	uint32_t fit = 0;
	uint32_t step = UINT32_C(1) << type->facts.index_bits;

	for (; step; step >>= 1)
		if (fit + step <= type->maximum && slots_bytes(type, fit + step) <= bytes)
			fit += step;
	return fit;
}

static bool capacity_wrong(const struct tarn_object_type *type, struct tarn_heap *heap,
			   const void *what, void *caller)
{
	fault_raise_named(heap, TARN_FAULT_CAPACITY, what, caller, type->name);
	return false;
}

static void enter(struct tarn_object_pool *pool, const struct tarn_object_type *type, void *memory,
		  uint32_t capacity, bool on_heap)
{
	pool->type = type;
	pool->part.base = (unsigned char *)memory + type->facts.head;
	capacity_set(&pool->part, capacity);
	pool->part.on_heap = on_heap;
	object_enter(pool, true);
}

static bool may_open(const struct tarn_object_pool *pool)
{
	return !object_is_open(pool) && !pool->part.fixed;
}

bool tarn_object_open_at(struct tarn_object_pool *pool, const struct tarn_object_type *type,
			 void *memory, size_t bytes)
{
	uint32_t align = UINT32_C(1) << type->align_bits;
	uint32_t skip = (uint32_t)(0 - (uintptr_t)memory) & (align - 1);
	uint32_t capacity = bytes > skip ? slots_in(type, bytes - skip) : 0;

	if (!pool_admitted(pool))
		return false;
	if (!may_open(pool) || !memory || capacity == 0)
		return capacity_wrong(type, NULL, memory, CALLER);
	object_leave(pool); /* a pool given up without a close may have lain here */
	pools_own_too();
	if (memory_taken((unsigned char *)memory + skip, part_bytes(type, capacity))) {
		fault_raise_named(NULL, TARN_FAULT_OVERLAP, memory, CALLER, type->name);
		return false;
	}
	if (type->facts.options & TARN_OBJECT_GROW) {
		full_pool(pool)->heap = NULL;
		full_pool(pool)->maximum = capacity;
	}
	enter(pool, type, (unsigned char *)memory + skip, capacity, false);
	return true;
}

bool tarn_object_open(struct tarn_object_pool *pool, const struct tarn_object_type *type,
		      struct tarn_heap *heap, uint32_t initial, uint32_t maximum)
{
	void *block;

	if (!pool_admitted(pool))
		return false;
	if (!may_open(pool) || initial == 0 || initial > maximum || maximum > type->maximum)
		return capacity_wrong(type, heap, pool, CALLER);
	if (!heap)
		return tarn_port_heap_missing(heap, CALLER);
	block = tarn_alloc_aligned_for(heap, UINT32_C(1) << type->align_bits,
				       slots_at(type) + part_bytes(type, initial), CALLER);
	if (!block)
		return false;
	tag_pin(heap, block, true);
	*heap_before((unsigned char *)block + slots_at(type)) = heap;
	if (type->facts.options & TARN_OBJECT_GROW) {
		full_pool(pool)->heap = heap;
		full_pool(pool)->maximum = maximum;
	}
	object_leave(pool);
	enter(pool, type, (unsigned char *)block + slots_at(type), initial, true);
	return true;
}

bool tarn_object_grow_from(struct tarn_object_pool *pool, struct tarn_heap *heap, uint32_t maximum)
{
	if (!pool_admitted(pool) || !object_ready(pool, CALLER))
		return false;
	if (!has_option(pool, TARN_OBJECT_GROW) || maximum < pool->part.capacity ||
	    maximum > pool->type->maximum || part_next(pool, &pool->part))
		return capacity_wrong(pool->type, heap, pool, CALLER);
	full_pool(pool)->heap = heap;
	full_pool(pool)->maximum = maximum;
	pool_tag_set(full_pool(pool));
	object_tell(pool);
	return true;
}

/* ---- Closing ------------------------------------------------------------------------------- */

/* Has anybody an object? */
static bool in_hands(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	tarn_port_key key = lock(pool);
	bool held = pool->calls;

	for (; part; part = part_next(pool, part))
		held |= part->made != part->idle;
	unlock(pool, key);
	return held;
}

bool tarn_object_close(struct tarn_object_pool *pool)
{
	struct tarn_object_part *next;
	struct tarn_heap *heap;
	void *block;

	if (!pool_admitted(pool))
		return false;
	if (!object_is_open(pool) || in_hands(pool))
		return false;
	peak_find(pool);
	while ((next = part_next(pool, &pool->part)))
		part_give_back(pool, part_detach(pool, next));
	part_destroy(pool, &pool->part);
	object_leave(pool);
	part_bury(pool, &pool->part);
	block = pool_memory(pool);
	heap = pool_heap(pool);
	part_lay(pool, &pool->part);
	pool->part.on_heap = false;
	pool->part.hooks = 0;
	pool->part.lost = false;
	pool->part.unsure = false;
	if (has_option(pool, TARN_OBJECT_GROW) && !pool->part.fixed)
		full_pool(pool)->heap = NULL;
	if (block) {
		tag_pin(heap, block, false);
		tarn_free(heap, block);
	}
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
