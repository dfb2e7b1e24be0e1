/* SPDX-License-Identifier: MIT
 * Handles: names of objects that go stale when the object is put. */
#include "object/object.h"

/* generation | number of the pool among its siblings | number of the slot in the pool */

uint32_t tarn_object_handle(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	uint32_t handle = 0;
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
static bool resolve(struct tarn_object_pool *pool, uint32_t handle, struct slot *slot)
{
	uint32_t index = handle & ((UINT32_C(1) << pool->type->index_bits) - 1);
	struct tarn_object_part *part = &pool->part;
	uint32_t tag;

	while (part && index - part->first >= part->limit)
		part = part->next;
	if (!part)
		return false;
	slot->part = part;
	slot->index = index - part->first;
	slot->object = object_at(pool, part, slot->index);
	tag = *tarn_object_tag_(slot->object);
	return tag & pool->type->in_use && generation_of(pool, tag) == generation_of(pool, handle);
}

/* Is it the handle of a pool that has handles, and of this one? 0 is nobody's, and no fault. */
static bool handle_ours(struct tarn_object_pool *pool, uint32_t handle, void *caller)
{
	uint32_t low = generation_one(pool) - 1;
	uint32_t index = (UINT32_C(1) << pool->type->index_bits) - 1;

	if (likely(tagged(pool) && (handle & low & ~index) == pool->number))
		return handle;
	if (handle)
		object_fault(pool, TARN_FAULT_HANDLE, pool, caller);
	return false;
}

void *tarn_object_resolve(struct tarn_object_pool *pool, uint32_t handle)
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
bool tarn_object_release(struct tarn_object_pool *pool, uint32_t handle)
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
