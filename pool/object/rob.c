/* SPDX-License-Identifier: MIT
 * Rob: a get of a full pool takes another owner's object, the oldest or the one of least worth. */
#include "object.h"

/* Inside the lock: takes a slot from one owner for the next. */
static void rob(struct tarn_object_pool *pool, struct slot *slot, struct tarn_object_call *call)
{
	full_pool(pool)->robbed++;
	slot_unmark(pool, slot);
	if (call)
		call_enter(pool, call, slot->object, TARN_OBJECT_HOOK_);
	else if (!slot_retired(pool, slot))
		slot_mark(pool, slot);
}

/* Retires a slot whose last generation the robbery ended. The get tries again. */
static uint32_t retire(struct tarn_object_pool *pool, struct slot *slot,
		       struct tarn_object_call *call)
{
	tarn_port_key key;

	if (object_handed(pool)) {
		object_shelve(pool, slot, call);
		return FULL_RETRY;
	}
	key = lock(pool);
	if (call)
		call_leave(pool, call);
	slot_push(pool, slot);
	unlock(pool, key);
	return FULL_RETRY;
}

static uint32_t robbed(struct tarn_object_pool *pool, struct slot *slot,
		       struct tarn_object_call *call)
{
	if (unlikely(slot_retired(pool, slot)))
		return retire(pool, slot, call);
	if (object_handed(pool))
		pool->type->policy->hands->rest(pool, slot);
	return FULL_ROBBED;
}

/* ---- The oldest ----------------------------------------------------------------------------- */

/* Inside the lock: finds the object that was got or touched longest ago. It passes over objects
 * between hands. */
static void *oldest(const struct tarn_object_pool *pool, struct slot *slot)
{
	struct tarn_object_part *part = slot->part;
	void *object = part->head;

	for (uint32_t left = part->made; left && object; left--) {
		slot->object = object;
		slot->index = tarn_object_slot_(facts_of(pool), part, object);
		if (slot_used(pool, slot))
			return object;
		object = tarn_object_next_(facts_of(pool), object);
	}
	return NULL;
}

/* Inside the lock: makes an object the newest. */
static void renew(const struct tarn_object_pool *pool, struct tarn_object_part *part, void *object)
{
	if (object == part->head)
		part->head = object_next(pool, object);
	else
		tarn_object_ring_(facts_of(pool), part, object);
}

uint32_t tarn_object_rob_oldest_(struct tarn_object_pool *pool, void *slot_,
				 struct tarn_object_call *call, void *caller)
{
	struct slot *slot = slot_;
	tarn_port_key key = lock(pool);
	void *object;

	(void)caller;
	slot->part = &pool->part;
	object = oldest(pool, slot);
	if (object) {
		renew(pool, slot->part, object);
		rob(pool, slot, call);
	}
	unlock(pool, key);
	return object ? robbed(pool, slot, call) : FULL_REFUSE;
}

/* Robs by one turn of the ring, when all slots are in use. NULL: something is rare, and the call in
 * full must handle it. */
static void *turn(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	void *object = part->head;
	uint32_t tag;

	if (part->idle || part->made != part->capacity || !tagged(pool))
		return NULL;
	tag = *tarn_object_tag_(object);
	if (tarn_object_sign_(tag) >= 0 || tag_advance(tag) == RETIRED)
		return NULL;
	part->head = object_next(pool, object);
	*tarn_object_tag_(object) = ~tag_advance(tag);
	full_pool(pool)->robbed++;
	return object;
}

void *tarn_object_get_oldest_(struct tarn_object_pool *pool)
{
	tarn_port_key key;
	void *object;

	object_known(pool);
	key = lock(pool);
	object = turn(pool);
	unlock(pool, key);
	return likely(object) ? object : tarn_object_get(pool);
}

void tarn_object_touch(struct tarn_object_pool *pool, void *object)
{
	struct slot slot;
	tarn_port_key key;
	bool found;

	if (!object || !object_admitted(pool, object, CALLER))
		return;
	key = lock(pool);
	found = slot_find(pool, object, &slot) && slot_belongs(pool, &slot);
	if (likely(found))
		renew(pool, slot.part, object);
	unlock(pool, key);
	if (unlikely(!found))
		object_fault(pool, object_kind(pool, object), object, CALLER);
}

/* ---- The least ------------------------------------------------------------------------------ */

/* Inside the lock: is the victim still in use, in the same life? */
static bool same(struct tarn_object_pool *pool, const void *victim, uint32_t tag, struct slot *slot)
{
	return slot_find(pool, victim, slot) && slot_used(pool, slot) &&
	       (!tagged(pool) || *tarn_object_tag_(victim) == tag);
}

/* Finds the object of least worth and robs it, unless it is worth more than *worth. */
static uint32_t rob_once(struct tarn_object_pool *pool, struct slot *slot,
			 struct tarn_object_call *call, const uint32_t *worth)
{
	struct tarn_object_call scoring = CALL;
	uint32_t score = 0;
	uint32_t tag = 0;
	const void *victim;
	tarn_port_key key = lock(pool);
	uint32_t full = FULL_RETRY;

	call_enter(pool, &scoring, NULL, TARN_OBJECT_SCORE_);
	unlock(pool, key);
	victim = pool->type->policy->least(pool, &score, &tag);
	key = lock(pool);
	call_leave(pool, &scoring);
	if (victim && worth && *worth < score) {
		full = FULL_REFUSE;
	} else if (victim && same(pool, victim, tag, slot)) {
		rob(pool, slot, call);
		full = FULL_ROBBED;
	}
	unlock(pool, key);
	return !victim ? FULL_NOBODY : full == FULL_ROBBED ? robbed(pool, slot, call) : full;
}

/* Tries again if nobody was found: a walk may miss objects that other threads hand on meanwhile. If
 * the victim was put back or changed hands, the caller looks for an idle slot first. */
static uint32_t rob_least(struct tarn_object_pool *pool, struct slot *slot,
			  struct tarn_object_call *call, const uint32_t *worth, void *caller)
{
	uint32_t full = FULL_NOBODY;

	if (unlikely(pool->calls) && call_entered(pool, TARN_OBJECT_SCORE_)) {
		object_fault(pool, TARN_FAULT_REENTERED, pool, caller);
		return FULL_REFUSE;
	}
	for (uint32_t tries = 0; tries < 4 && full == FULL_NOBODY; tries++)
		full = rob_once(pool, slot, call, worth);
	return full == FULL_NOBODY ? FULL_REFUSE : full;
}

uint32_t tarn_object_rob_least_(struct tarn_object_pool *pool, void *slot,
				struct tarn_object_call *call, void *caller)
{
	return rob_least(pool, slot, call, NULL, caller);
}

/* ---- If it is worth it ----------------------------------------------------------------------- */

static enum taken obtain(struct tarn_object_pool *pool, struct slot *slot,
			 struct tarn_object_call *call, uint32_t worth, void *caller)
{
	uint32_t full = FULL_RETRY;

	while (full == FULL_RETRY) {
		enum taken taken = object_take(pool, slot, FROM_ANY, call, caller);

		if (taken)
			return taken;
		full = rob_least(pool, slot, call, &worth, caller);
	}
	if (full == FULL_ROBBED)
		return TAKEN_IDLE;
	object_refuse(pool, caller);
	return TAKEN_NONE;
}

static void *get(struct tarn_object_pool *pool, uint32_t worth, const struct object_wish *wish)
{
	struct tarn_object_call call = CALL;
	struct slot slot;

	if (!object_ready(pool, wish->caller))
		return NULL;
	return object_got(pool, &slot, obtain(pool, &slot, &call, worth, wish->caller), &call,
			  wish);
}

void *tarn_object_get_if_worth(struct tarn_object_pool *pool, uint32_t worth,
			       const struct tarn_object_init *init)
{
	const struct object_wish wish = {init, NULL, CALLER};

	return object_admitted(pool, NULL, CALLER) ? get(pool, worth, &wish) : NULL;
}

uint64_t tarn_object_get_held_if_worth(struct tarn_object_pool *pool, uint32_t worth,
				       const struct tarn_object_init *init)
{
	uint64_t handle = 0;
	const struct object_wish wish = {init, &handle, CALLER};

	if (object_admitted(pool, NULL, CALLER) && object_nameable(pool, CALLER))
		get(pool, worth, &wish);
	return handle;
}
