/* SPDX-License-Identifier: MIT
 * The lowest file: a pool's faults, the type of a pool that was never opened, and a default of the
 * port. */
#include "object.h"

/* BITS, because nobody has a handle of such a pool. */
const struct tarn_object_type object_nothing = {
	.name = "(never opened)",
	.facts = {.options = TARN_OBJECT_REFUSE | TARN_OBJECT_BITS,
		  .stride = 1,
		  .inverse = 1,
		  .index_bits = 1},
	.era_bits = 1};

__attribute__((weak)) bool tarn_port_one_thread(void)
{
	return false;
}

void *pool_memory(const struct tarn_object_pool *pool)
{
	return pool->part.on_heap ? pool->part.base - facts_of(pool)->head - slots_at(pool->type)
				  : NULL;
}

static ALWAYS struct tarn_heap *heap_of(const struct tarn_object_pool *pool)
{
	if (pool->part.on_heap)
		return *heap_before(pool->part.base - facts_of(pool)->head);
	return pool->type && has_option(pool, TARN_OBJECT_GROW) ? full_pool(pool)->heap : NULL;
}

struct tarn_heap *pool_heap(const struct tarn_object_pool *pool)
{
	return heap_of(pool);
}

void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller)
{
	fault_raise_named(heap_of(pool), kind, object, caller,
			  pool->type ? pool->type->name : NULL);
}

void tarn_object_cannot_wait_(struct tarn_object_pool *pool, void *caller)
{
	object_fault(pool, TARN_FAULT_CONTEXT, pool, caller);
}
