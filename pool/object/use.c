/* SPDX-License-Identifier: MIT
 * Get and put in full: what the inline calls leave to a function. */
#include "object.h"

/* ---- Who calls ----------------------------------------------------------------------------- */

#ifndef OBJECT_PLAIN
bool object_allowed(struct tarn_object_pool *pool, const void *object, void *caller,
		    uintptr_t stack)
{
	call_take_back(pool, stack);
	if (!call_entered(pool, TARN_OBJECT_MAKES_))
		return true;
	object_fault(pool, TARN_FAULT_REENTERED, object ? object : pool, caller);
	return false;
}
#endif

/* ---- Put ----------------------------------------------------------------------------------- */

OBJECT_CODE enum tarn_fault_kind object_kind(struct tarn_object_pool *pool, const void *object)
{
	const struct tarn_object_facts *facts = facts_of(pool);
	const struct tarn_object_part *part = &pool->part;

	for (; part; part = part_next(pool, part)) {
		uintptr_t distance = (uintptr_t)object - ((uintptr_t)part->base - facts->head);

		if (tarn_object_slot_(facts, part, object) < part->created)
			return TARN_FAULT_DOUBLE_FREE; /* a reset may also have taken it back */
		if (distance < (uintptr_t)part->created * facts->stride)
			return TARN_FAULT_INTERIOR;
		if (distance < (uintptr_t)part->capacity * facts->stride)
			return TARN_FAULT_WILD;
	}
	return TARN_FAULT_FOREIGN;
}

OBJECT_CODE struct tarn_object_part *object_withdraw(struct tarn_object_pool *pool,
						     const struct slot *slot,
						     struct tarn_object_call *call)
{
	slot_unmark(pool, slot);
	if (!call)
		return slot_push(pool, slot);
	call_enter(pool, call, slot->object, TARN_OBJECT_HOOK_);
	return NULL;
}

OBJECT_CODE void object_shelve(struct tarn_object_pool *pool, struct slot *slot,
			       struct tarn_object_call *call)
{
	if (object_handed(pool))
		pool->type->policy->hands->put(pool, slot, call);
}

void OBJECT_PUT(void *object, struct tarn_object_pool *pool)
{
	struct tarn_object_call call = CALL;
	struct tarn_object_part *empty = NULL;
	struct slot slot;
	tarn_port_key key;
	bool found;

	if (!object || !object_admitted(pool, object, CALLER))
		return;
	key = lock(pool);
	found = slot_find(pool, object, &slot) && slot_belongs(pool, &slot);
	if (likely(found))
		empty = object_withdraw(pool, &slot, object_handed(pool) ? &call : NULL);
	unlock(pool, key);
	if (unlikely(!found))
		object_fault(pool, object_kind(pool, object), object, CALLER);
	else
		object_shelve(pool, &slot, &call);
	part_give_back(pool, empty);
}

/* ---- A slot that nobody has ---------------------------------------------------------------- */

static ALWAYS bool robs_or_grows(const struct tarn_object_pool *pool)
{
	return has_option(pool, TARN_OBJECT_GROW) || has_option(pool, TARN_OBJECT_ROB_OLDEST) ||
	       has_option(pool, TARN_OBJECT_ROB_LEAST);
}

/* Must the get try again? Yes after a damaged link, which this reports. Yes after a worn slot,
 * which this retires. */
static bool again(struct tarn_object_pool *pool, struct slot *slot, enum taken taken,
		  struct tarn_object_call *call, void *caller)
{
	if (taken == TAKEN_DAMAGED)
		object_fault(pool, TARN_FAULT_LINK, slot->object, caller);
	else if (taken == TAKEN_WORN)
		object_shelve(pool, slot, call);
	else
		return false;
	return true;
}

/* Inside the lock: is each slot of a pool that robs or grows in use? Then a search for a free one
 * is useless. */
static ALWAYS bool is_full(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;

	if (has_option(pool, TARN_OBJECT_GROW))
		return full_pool(pool)->live == full_pool(pool)->total;
	return robs_or_grows(pool) && part->idle == 0 && part->made == part->capacity;
}

OBJECT_CODE enum taken object_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
				   struct tarn_object_call *call, void *caller)
{
	enum taken taken;

	do {
		tarn_port_key key = lock(pool);

		taken = from == FROM_ANY && is_full(pool) ? TAKEN_NONE
							  : slot_take(pool, slot, from);
		if (!taken && from == FROM_ANY && !robs_or_grows(pool))
			pool->refused++;
		if (taken >= TAKEN_WORN && call)
			call_enter(pool, call, slot->object, TARN_OBJECT_HOOK_);
		else if (taken > TAKEN_WORN)
			slot_mark(pool, slot);
		unlock(pool, key);
	} while (again(pool, slot, taken, call, caller));
	return taken;
}

OBJECT_CODE void object_refuse(struct tarn_object_pool *pool, void *caller)
{
	if (robs_or_grows(pool)) {
		tarn_port_key key = lock(pool);

		pool->refused++;
		unlock(pool, key);
	} else if (has_option(pool, TARN_OBJECT_NEVER)) {
		object_fault(pool, TARN_FAULT_FULL, pool, caller);
		return;
	}
	if (unlikely(refusals))
		refusals->pool(pool, caller);
}

OBJECT_CODE enum taken object_obtain(struct tarn_object_pool *pool, struct slot *slot,
				     struct tarn_object_call *call, void *caller)
{
	const struct tarn_object_policy *policy = robs_or_grows(pool) ? pool->type->policy : NULL;
	uint32_t full = FULL_RETRY;

	while (full == FULL_RETRY) {
		enum taken taken = object_take(pool, slot, FROM_ANY, call, caller);

		if (likely(taken))
			return taken;
		full = policy ? policy->full(pool, slot, call, caller) : FULL_REFUSE;
	}
	if (full == FULL_ROBBED)
		return TAKEN_IDLE;
	object_refuse(pool, caller);
	return TAKEN_NONE;
}

/* ---- Get ----------------------------------------------------------------------------------- */

void *OBJECT_GET(struct tarn_object_pool *pool)
{
	struct slot slot;

#ifndef OBJECT_PLAIN
	if (!object_admitted(pool, NULL, CALLER))
		return NULL;
#endif
	if (!object_ready(pool, CALLER))
		return NULL;
	if (object_handed(pool))
		return pool->type->policy->hands->get(pool, CALLER);
	return object_obtain(pool, &slot, NULL, CALLER) ? slot.object : NULL;
}
