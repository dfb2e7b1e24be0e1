/* SPDX-License-Identifier: MIT
 * Prewarm and trim: create objects before their first use, or destroy them early. */
#include "object.h"

static enum taken append(struct tarn_object_pool *pool)
{
	tarn_port_key key = lock(pool);
	bool appended = slot_append(pool);

	unlock(pool, key);
	return appended ? TAKEN_NEW : TAKEN_NONE;
}

/* Makes one more object, which becomes spare. A slot that a reset took back becomes spare too. */
static enum taken make(struct tarn_object_pool *pool, void *caller)
{
	struct tarn_object_call call = CALL;
	struct slot slot;
	tarn_port_key key;
	enum taken taken = object_take(pool, &slot, FROM_VACANT | FROM_FRESH, &call, caller);

	if (!taken)
		return TAKEN_NONE;
	if (taken == TAKEN_NEW)
		hooks_created(pool, slot.object, &call);
	key = lock(pool);
	call_leave(pool, &call);
	slot_spare(pool, &slot);
	unlock(pool, key);
	return taken;
}

/* Did the pool grow by a chunk? */
static bool grown(struct tarn_object_pool *pool, void *caller)
{
	return has_option(pool, TARN_OBJECT_GROW) &&
	       pool->type->policy->full(pool, NULL, NULL, caller) == FULL_RETRY;
}

/* Prewarmed objects are got after idle ones. */
static void parts_in_order(struct tarn_object_pool *pool)
{
	tarn_port_key key = lock(pool);

	if (has_option(pool, TARN_OBJECT_GROW))
		full_pool(pool)->active = &pool->part;
	unlock(pool, key);
}

uint32_t tarn_object_prewarm(struct tarn_object_pool *pool, uint32_t objects)
{
	uint32_t created;

	if (!pool_admitted(pool) || !object_ready(pool, CALLER))
		return 0;
	for (created = parts_created(pool); created < objects;) {
		enum taken taken = made_apart(pool) ? make(pool, CALLER) : append(pool);

		if (!taken && !grown(pool, CALLER))
			break;
		created += taken == TAKEN_NEW;
	}
	parts_in_order(pool);
	object_tell(pool);
	return parts_created(pool);
}

/* A pool without .once and .destroy has nothing to destroy. */
uint32_t tarn_object_trim(struct tarn_object_pool *pool, uint32_t objects)
{
	struct tarn_object_call call = CALL;
	struct slot slot;
	uint32_t created;

	if (!pool_given(pool))
		return 0;
	if (!object_admitted(pool, NULL, CALLER))
		return parts_created(pool);
	if (!has_hook(pool, TARN_OBJECT_DESTROY) && !has_hook(pool, TARN_OBJECT_ONCE))
		return parts_created(pool);
	for (created = parts_created(pool); created > objects; created--) {
		struct tarn_object_part *empty;
		tarn_port_key key = lock(pool);

		peak_find(pool);
		unlock(pool, key);
		if (!object_take(pool, &slot, FROM_IDLE | FROM_SPARE | FROM_LEFT, &call, CALLER))
			break;
		call_reason(pool, &call, TARN_OBJECT_MAKES_);
		hook_run(pool, TARN_OBJECT_DESTROY, slot.object);
		key = lock(pool);
		call_leave(pool, &call);
		empty = slot_vacate(pool, &slot);
		unlock(pool, key);
		part_give_back(pool, empty);
	}
	object_tell(pool);
	return parts_created(pool);
}
