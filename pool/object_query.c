/* SPDX-License-Identifier: MIT
 * Object pools: handles, walks, counts. */
#include "object.h"

/* ---- Handles ------------------------------------------------------------------------------ */

/* generation | number of the pool among its siblings | number of the slot in the pool */

bool tarn_object_in_use(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	tarn_port_key key = tarn_object_lock_(pool->type);
	bool found = slot_find(pool, object, &slot);
	bool knows = pool->type->options & TARN_OBJECT_KNOWS;

	found = found && (knows || slot_used(pool, &slot));
	tarn_object_unlock_(pool->type, key);
	return found && (!knows || slot_used(pool, &slot));
}

uint32_t tarn_object_handle(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	uint32_t handle = 0;
	tarn_port_key key;

	if (!tagged(pool)) {
		object_fault(pool, TARN_FAULT_HANDLE, object, CALLER);
		return 0;
	}
	key = tarn_object_lock_(pool->type);
	if (slot_find(pool, object, &slot) && slot_used(pool, &slot))
		handle = generation_of(pool, *tarn_object_tag_(object)) | pool->number |
			 (slot.part->first + slot.index);
	tarn_object_unlock_(pool->type, key);
	if (!handle)
		object_fault(pool, object_kind(pool, object), object, CALLER);
	return handle;
}

/* The object in use that a handle names. Inside the lock. */
static void *resolve(struct tarn_object_pool *pool, uint32_t handle)
{
	uint32_t index = handle & ((UINT32_C(1) << pool->type->index_bits) - 1);
	const struct tarn_object_part *part = &pool->part;
	uint32_t tag;
	void *object;

	while (part && index - part->first >= part->limit)
		part = part->next;
	if (!part)
		return NULL;
	object = object_at(pool, part, index - part->first);
	tag = *tarn_object_tag_(object);
	if (!(tag & pool->type->in_use) || generation_of(pool, tag) != generation_of(pool, handle))
		return NULL;
	return object;
}

/* Is it the handle of a pool that has handles, and of this one? */
static bool handle_ours(const struct tarn_object_pool *pool, uint32_t handle)
{
	uint32_t low = generation_one(pool) - 1;
	uint32_t index = (UINT32_C(1) << pool->type->index_bits) - 1;

	return tagged(pool) && (handle & low & ~index) == pool->number;
}

void *tarn_object_resolve(struct tarn_object_pool *pool, uint32_t handle)
{
	tarn_port_key key;
	void *object;

	if (!handle)
		return NULL;
	if (unlikely(!handle_ours(pool, handle))) {
		object_fault(pool, TARN_FAULT_HANDLE, pool, CALLER);
		return NULL;
	}
	key = tarn_object_lock_(pool->type);
	object = resolve(pool, handle);
	tarn_object_unlock_(pool->type, key);
	return object;
}

bool tarn_object_release(struct tarn_object_pool *pool, uint32_t handle)
{
	void *object = tarn_object_resolve(pool, handle);

	if (object)
		tarn_object_put(object, pool);
	return object;
}

/* ---- Walks -------------------------------------------------------------------------------- */

#define SLICE 8 /* slots passed over in one lock window */

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

void *tarn_object_each(struct tarn_object_pool *pool, uint32_t *at)
{
	bool knows = pool->type->options & TARN_OBJECT_KNOWS;
	struct slot slot;
	bool more;

	do {
		bool used = false;
		tarn_port_key key = tarn_object_lock_(pool->type);

		for (uint32_t passed = 0; passed < SLICE && !used; passed++) {
			more = slot_from(pool, *at, &slot);
			if (!more)
				break;
			*at = slot.part->first + slot.index + 1;
			used = knows || slot_used(pool, &slot);
			if (knows)
				break;
		}
		tarn_object_unlock_(pool->type, key);
		if (used && (!knows || slot_used(pool, &slot)))
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
	stats->capacity = pool->open ? pool->slots : part->capacity;
	stats->created = objects_created(pool);
	stats->peak = pool->peak;
	stats->refused = pool->refused;
	stats->robbed = pool->robbed;
	stats->grown = pool->grown;
	stats->shrunk = pool->shrunk;
	for (; part; part = part->next)
		stats->retired += part->retired;
	tarn_object_unlock_(pool->type, key);
}
