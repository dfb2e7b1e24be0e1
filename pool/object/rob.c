/* SPDX-License-Identifier: MIT
 * Rob: a get of a full pool takes the object of another owner, the oldest or the least. */
#include "object/object.h"

/* Inside the lock: the object that was got longest ago. */
static bool oldest_withdraw(struct tarn_object_pool *pool, struct slot *slot)
{
	if (!pool->oldest || !slot_find(pool, pool->oldest, slot))
		return false;
	slot_unmark(pool, slot);
	pool->robbed++;
	return true;
}

static uint32_t rob_oldest(struct tarn_object_pool *pool, void *slot, void *caller)
{
	tarn_port_key key = tarn_object_lock_(pool->type);
	bool robbed = oldest_withdraw(pool, slot);

	(void)caller;
	tarn_object_unlock_(pool->type, key);
	return robbed ? FULL_ROBBED : FULL_REFUSE;
}

/* The object in use with the lowest score, and its tag. Each is asked outside the lock. */
static void *least(struct tarn_object_pool *pool, uint32_t *tag)
{
	struct tarn_object_call call;
	uint32_t lowest = 0;
	void *victim = NULL;
	void *object;

	call_enter(pool, &call, true);
	for (uint32_t at = 0; (object = tarn_object_each(pool, &at));) {
		uint32_t seen = tagged(pool) ? *tarn_object_tag_(object) : 0;
		uint32_t score = pool->type->hook(TARN_OBJECT_SCORE, object);

		if (!victim || score < lowest) {
			victim = object;
			lowest = score;
			*tag = seen;
		}
	}
	call_leave(pool, &call);
	return victim;
}

/* Unless it was put back, or is another's by now, in the meantime. */
static uint32_t rob_least(struct tarn_object_pool *pool, void *slot_, void *caller)
{
	struct slot *slot = slot_;
	uint32_t tag = 0;
	const void *victim = NULL;
	tarn_port_key key;
	bool robbed;

	if (unlikely(hooks_entered(pool, true))) {
		object_fault(pool, TARN_FAULT_REENTERED, pool, caller);
		return FULL_REFUSE;
	}
	/* A walk may miss what other threads hand on meanwhile. */
	for (uint32_t tries = 0; tries < 4 && !victim; tries++)
		victim = least(pool, &tag);
	if (!victim)
		return FULL_REFUSE;
	key = tarn_object_lock_(pool->type);
	robbed = slot_find(pool, victim, slot) && slot_used(pool, slot) &&
		 (!tagged(pool) || *tarn_object_tag_(victim) == tag);
	if (robbed) {
		slot_unmark(pool, slot);
		pool->robbed++;
	}
	tarn_object_unlock_(pool->type, key);
	return robbed ? FULL_ROBBED : FULL_RETRY;
}

const struct tarn_object_policy tarn_object_rob_oldest_ = {.rob = rob_oldest};
const struct tarn_object_policy tarn_object_rob_least_ = {.rob = rob_least};
