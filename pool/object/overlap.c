/* SPDX-License-Identifier: MIT
 * Object pools own memory too: the memory of their slots. The owner of an object in use may give
 * memory inside the object to a heap or a pool. */
#include "../heap/owner.h"
#include "object.h"

static bool object_holds(struct tarn_object_pool *pool, uintptr_t start, uintptr_t end)
{
	const void *object;

	for (uint32_t at = 0; (object = tarn_object_each(pool, &at));)
		if (start >= (uintptr_t)object && end - (uintptr_t)object <= pool->type->size)
			return true;
	return false;
}

static bool parts_meet(const struct tarn_object_pool *pool, uintptr_t start, uintptr_t end)
{
	const struct tarn_object_part *part = &pool->part;
	tarn_port_key key = tarn_port_lock();
	bool meet = false;

	for (; part && !meet; part = part_next(pool, part)) {
		uintptr_t slots = (uintptr_t)part->base - facts_of(pool)->head;
		uintptr_t first = part == &pool->part ? slots : (uintptr_t)part;

		meet = start < slots + part_bytes(pool->type, part->capacity) && end > first;
	}
	tarn_port_unlock(key);
	return meet;
}

static bool heaps_or_pools_own(uintptr_t start, uintptr_t end)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();

	while (pool && !(parts_meet(pool, start, end) && !object_holds(pool, start, end)))
		pool = tarn_object_pool_next(pool);
	return pool || heaps_own(start, end);
}

void pools_own_too(void)
{
	memory_owners = heaps_or_pools_own;
}
