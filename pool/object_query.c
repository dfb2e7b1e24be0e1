/* SPDX-License-Identifier: MIT
 * Object pools: handles, walks, counts. */
#include "object.h"

/* ---- Handles ------------------------------------------------------------------------------ */

/* generation | number of the pool among its siblings | number of the slot in the pool */

bool tarn_object_in_use(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	tarn_port_key key;
	bool found, knows;

	object_known(pool);
	key = tarn_object_lock_(pool->type);
	knows = pool->type->options & TARN_OBJECT_KNOWS;
	found = slot_find(pool, object, &slot);
	found = found && (knows || slot_used(pool, &slot));
	tarn_object_unlock_(pool->type, key);
	return found && (!knows || slot_used(pool, &slot));
}

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

/* ---- Walks -------------------------------------------------------------------------------- */

#define SLICE 16 /* slots passed over in one lock window */

/* The first slot numbered `at` or more that was carved. */
static bool slot_from(struct tarn_object_pool *pool, uint32_t at, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	for (; part; part = part->next) {
		uint32_t from = at > part->first ? at - part->first : 0;

		if (from < part->limit) {
			slot->part = part;
			slot->index = from;
			slot->object = object_at(pool, part, from);
			return true;
		}
	}
	return false;
}

/* From a slot on, within its part and the slice: one in use? Otherwise it ends on the last. */
static bool used_from(const struct tarn_object_pool *pool, struct slot *slot)
{
	uint32_t left = slot->part->limit - slot->index;

	if (pool->type->options & TARN_OBJECT_KNOWS)
		return true; /* it is asked outside the lock */
	if (left > SLICE)
		left = SLICE;
	for (; !slot_used(pool, slot); slot->index++) {
		if (--left == 0)
			return false;
		slot->object = (unsigned char *)slot->object + pool->type->stride;
	}
	return true;
}

void *tarn_object_each(struct tarn_object_pool *pool, uint32_t *at)
{
	struct slot slot;
	bool more;

	object_known(pool);
	do {
		bool used = false;
		tarn_port_key key = tarn_object_lock_(pool->type);

		more = slot_from(pool, *at, &slot);
		if (more) {
			used = used_from(pool, &slot);
			*at = slot.part->first + slot.index + 1;
		}
		tarn_object_unlock_(pool->type, key);
		if (used && (!(pool->type->options & TARN_OBJECT_KNOWS) || slot_used(pool, &slot)))
			return slot.object;
	} while (more);
	return NULL;
}

/* ---- Counts ------------------------------------------------------------------------------- */

uint32_t tarn_object_count(struct tarn_object_pool *pool)
{
	uint32_t count = 0;

	for (uint32_t at = 0; tarn_object_each(pool, &at);)
		count++;
	return count;
}

void tarn_object_stats(struct tarn_object_pool *pool, struct tarn_object_stats *stats)
{
	const struct tarn_object_part *part = &pool->part;
	tarn_port_key key;

	stats->live = tarn_object_count(pool);
	stats->name = pool->type->name;
	stats->size = pool->type->size;
	stats->slot = pool->type->stride;
	stats->maximum = pool->maximum;
	stats->retired = 0;
	key = tarn_object_lock_(pool->type);
	stats->capacity = parts_capacity(pool);
	stats->created = objects_created(pool);
	peak_find(pool);
	stats->peak = pool->peak;
	stats->refused = pool->refused;
	stats->robbed = pool->robbed;
	stats->grown = pool->grown;
	stats->shrunk = pool->shrunk;
	for (; part; part = part->next)
		stats->retired += part->retired;
	tarn_object_unlock_(pool->type, key);
}
