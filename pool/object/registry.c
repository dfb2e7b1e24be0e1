/* SPDX-License-Identifier: MIT
 * The registry: all open pools. */
#include "../heap/entry.h"
#include "object.h"

struct tarn_entry TARN_STATE_ object_registry;

static struct tarn_object_pool *pool_of_entry(struct tarn_entry *entry)
{
	return entry ? (struct tarn_object_pool *)((uintptr_t)entry -
						   offsetof(struct tarn_object_pool, entry))
		     : NULL;
}

struct tarn_object_pool *tarn_object_pool_first(void)
{
	return pool_of_entry(entry_next(&object_registry, CALLER));
}

struct tarn_object_pool *tarn_object_pool_next(const struct tarn_object_pool *pool)
{
	return pool ? pool_of_entry(entry_next(&pool->entry, CALLER)) : NULL;
}

SLOW bool pool_missing(void *caller)
{
	fault_raise(NULL, TARN_FAULT_CAPACITY, NULL, caller);
	return false;
}

/* ---- Leaving ------------------------------------------------------------------------------- */

void object_leave(struct tarn_object_pool *pool)
{
	tarn_port_key key;

	entry_leave(&object_registry, &pool->entry, CALLER);
	key = tarn_port_lock();
	pool->entry.next = NULL;
	pool->entry.proof = 0;
	tarn_port_unlock(key);
}
