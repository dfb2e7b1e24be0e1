/* SPDX-License-Identifier: MIT
 * Handles: names of objects that go stale when the object is put. */
#include "object/object.h"

/* Two words: the tag of the slot in use; and era | number of the pool among its siblings | number of the
 * slot in the pool, the first two of which are the part's name. */

uint64_t tarn_object_handle(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	uint64_t handle = 0;
	tarn_port_key key;

	object_known(pool);
	if (!has_handles(pool)) {
		object_fault(pool, TARN_FAULT_HANDLE, object, CALLER);
		return 0;
	}
	key = tarn_object_lock_(pool->type);
	if (slot_find(pool, object, &slot) && slot_used(pool, &slot))
		handle = slot_hold(pool, &slot);
	tarn_object_unlock_(pool->type, key);
	if (!handle)
		object_fault(pool, object_kind(pool, object), object, CALLER);
	return handle;
}

/* The slot in use that a handle names. Inside the lock. */
static bool resolve(struct tarn_object_pool *pool, uint64_t handle, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	/* Of a part with another name the index is too large. */
	while (part && (uint32_t)handle - part->name - part->first >= part->limit)
		part = part->next;
	if (!part)
		return false;
	slot->part = part;
	slot->index = (uint32_t)handle - part->name - part->first;
	slot->object = object_at(pool, part, slot->index);
	return *tarn_object_tag_(slot->object) == handle >> 32;
}

/* Is it the handle of a pool that has handles, and of this one? 0 is nobody's, and no fault. */
static bool handle_ours(struct tarn_object_pool *pool, uint64_t handle, void *caller)
{
	uint32_t number = (pool->type->era - 1) >> pool->type->index_bits << pool->type->index_bits;

	if (likely(has_handles(pool) && (((uint32_t)handle ^ pool->name) & number) == 0))
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
	key = tarn_object_lock_(pool->type);
	found = resolve(pool, handle, &slot);
	tarn_object_unlock_(pool->type, key);
	return found ? slot.object : NULL;
}

/* In one window: between resolving and putting it might change hands. */
bool tarn_object_release(struct tarn_object_pool *pool, uint64_t handle)
{
	struct slot slot;
	tarn_port_key key;
	bool found;

	if (!object_admitted(pool, NULL, CALLER) || !handle_ours(pool, handle, CALLER))
		return false;
	key = tarn_object_lock_(pool->type);
	found = resolve(pool, handle, &slot);
	if (found)
		slot_unmark(pool, &slot);
	tarn_object_unlock_(pool->type, key);
	if (found)
		object_shelve(pool, &slot);
	return found;
}
