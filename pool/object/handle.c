/* SPDX-License-Identifier: MIT
 * Handles: names of objects that go stale when the object is put. */
#include "object.h"

/* Two words: the tag of the slot in use; and era | number of the pool among its siblings | number
 * of the slot in the pool, the first two of which are the part's name. */

/* A pool that was never opened has no name yet, and no fault either. */
static bool has_handles(const struct tarn_object_pool *pool)
{
	return tagged(pool) && (pool->part.name || !object_is_open(pool));
}

uint64_t tarn_object_handle(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	uint64_t handle = 0;
	bool found;
	tarn_port_key key;

	object_known(pool);
	if (!has_handles(pool)) {
		object_fault(pool, TARN_FAULT_HANDLE, object, CALLER);
		return 0;
	}
	key = lock(pool);
	found = slot_find(pool, object, &slot) && slot_used(pool, &slot);
	if (found && slot_named(pool, &slot))
		handle = slot_hold(&slot);
	unlock(pool, key);
	if (!handle)
		object_fault(pool, found ? TARN_FAULT_HANDLE : object_kind(pool, object), object,
			     CALLER);
	return handle;
}

/* The slot in use that a handle names. Inside the lock. */
static bool resolve(struct tarn_object_pool *pool, uint64_t handle, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	/* Of a part with another name the index is too large. */
	while (part && (uint32_t)handle - part->name >= part->limit)
		part = part_next(pool, part);
	if (!part)
		return false;
	*slot = slot_at(pool, part, (uint32_t)handle - part->name);
	return *tarn_object_tag_(slot->object) == handle >> 32;
}

/* Is it the handle of a pool that has handles, and of this one? 0 is nobody's, and no fault. */
static bool handle_ours(struct tarn_object_pool *pool, uint64_t handle, void *caller)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t number = (UINT32_C(1) << type->era_bits) - (UINT32_C(1) << type->facts.index_bits);

	if (likely(has_handles(pool) && (((uint32_t)handle ^ pool->part.name) & number) == 0))
		return handle;
	if (handle)
		object_fault(pool, TARN_FAULT_HANDLE, pool, caller);
	return false;
}

void *tarn_object_resolve(struct tarn_object_pool *pool, uint64_t handle)
{
	struct slot slot;
	tarn_port_key key;
	bool found;

	object_known(pool);
	if (!handle_ours(pool, handle, CALLER))
		return NULL;
	key = lock(pool);
	found = resolve(pool, handle, &slot);
	unlock(pool, key);
	return found ? slot.object : NULL;
}

/* In one window: between resolving and putting it might change hands. */
bool tarn_object_release(struct tarn_object_pool *pool, uint64_t handle)
{
	struct tarn_object_call call;
	struct tarn_object_part *empty = NULL;
	struct slot slot;
	tarn_port_key key;
	bool found;

	if (!object_admitted(pool, NULL, CALLER) || !handle_ours(pool, handle, CALLER))
		return false;
	key = lock(pool);
	found = resolve(pool, handle, &slot);
	if (found)
		empty = object_withdraw(pool, &slot, object_handed(pool) ? &call : NULL);
	unlock(pool, key);
	if (found)
		object_shelve(pool, &slot, &call);
	part_give_back(pool, empty);
	return found;
}
