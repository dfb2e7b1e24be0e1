/* SPDX-License-Identifier: MIT
 * Handles: names that go stale when their object is put.
 *
 * A handle has two words. The high one is the tag of the slot in use. The low one holds the era,
 * the number of the pool among its siblings, and the number of the slot in the pool. The first two
 * are the part's name. */
#include "object.h"

/* A pool that was never opened has no name yet, which is no fault. */
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

/* Finds the slot in use that a handle names. Inside the lock. */
static bool resolve(struct tarn_object_pool *pool, uint64_t handle, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	/* a part with another name makes the index too large */
	while (part && (uint32_t)handle - part->name >= part->limit)
		part = part_next(pool, part);
	if (!part)
		return false;
	*slot = slot_at(pool, part, (uint32_t)handle - part->name);
	return slot_used(pool, slot) && *tarn_object_tag_(slot->object) == handle >> 32;
}

/* Is it a handle of this pool? False for 0, the handle of no object. Another handle that is not of
 * this pool raises a fault. */
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

/* Resolves and puts in one window: between two, the object might change hands. */
bool tarn_object_release(struct tarn_object_pool *pool, uint64_t handle)
{
	struct tarn_object_call call = CALL;
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
