/* SPDX-License-Identifier: MIT
 * Object pools: get and put in full, and what a get does when every object is in use. */
#include "object.h"

void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller)
{
	fault_raise(pool->heap, kind, object, caller);
}

/* ---- When it is full ---------------------------------------------------------------------- */

/* The object that was got longest ago changes hands: it is on no list meanwhile. A slot that
 * retires by it is no use to anybody, and the next one is robbed too. */
static bool oldest_take(struct tarn_object_pool *pool, struct slot *slot)
{
	tarn_port_key key = tarn_object_lock_(pool->type);
	bool taken = false;

	while (!taken && pool->oldest && slot_find(pool, pool->oldest, slot)) {
		slot_unmark(pool, slot);
		taken = !slot_retired(pool, slot);
		if (!taken)
			slot_push(pool, slot);
	}
	pool->robbed += taken;
	tarn_object_unlock_(pool->type, key);
	return taken;
}

static bool rob(struct tarn_object_pool *pool, struct slot *slot)
{
	if (policy_of(pool) != TARN_OBJECT_ROB_OLDEST || !oldest_take(pool, slot))
		return false;
	hooks_put(pool, slot->object);
	return true;
}

static void refuse(struct tarn_object_pool *pool, void *caller)
{
	tarn_port_key key = tarn_object_lock_(pool->type);

	pool->refused++;
	tarn_object_unlock_(pool->type, key);
	if (policy_of(pool) == TARN_OBJECT_NEVER)
		object_fault(pool, TARN_FAULT_FULL, pool, caller);
}

/* ---- Get ---------------------------------------------------------------------------------- */

static enum taken obtain(struct tarn_object_pool *pool, struct slot *slot, void *caller)
{
	enum taken taken;
	void *damaged;

	do {
		tarn_port_key key = tarn_object_lock_(pool->type);

		taken = slot_take(pool, slot, &damaged);
		tarn_object_unlock_(pool->type, key);
		if (unlikely(damaged))
			object_fault(pool, TARN_FAULT_LINK, damaged, caller);
	} while (unlikely(damaged));
	if (!taken && rob(pool, slot))
		taken = TAKEN_AGAIN;
	return taken;
}

static void *get(struct tarn_object_pool *pool, tarn_object_init *init, void *context, void *caller)
{
	struct slot slot;
	enum taken taken;
	tarn_port_key key;

	object_ready(pool);
	if (unlikely(hooks_entered(pool))) {
		object_fault(pool, TARN_FAULT_REENTERED, pool, caller);
		return NULL;
	}
	taken = obtain(pool, &slot, caller);
	if (unlikely(!taken)) {
		refuse(pool, caller);
		return NULL;
	}
	if (init || hooks_needed(pool))
		hooks_got(pool, slot.object, taken, init, context, caller);
	key = tarn_object_lock_(pool->type);
	slot_mark(pool, &slot);
	tarn_object_unlock_(pool->type, key);
	return slot.object;
}

void *tarn_object_get(struct tarn_object_pool *pool)
{
	return get(pool, NULL, NULL, CALLER);
}

void *tarn_object_get_with(struct tarn_object_pool *pool, tarn_object_init *init, void *context)
{
	return get(pool, init, context, CALLER);
}

/* ---- Put ---------------------------------------------------------------------------------- */

enum tarn_fault_kind object_kind(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;

	if (slot_find(pool, object, &slot))
		return TARN_FAULT_DOUBLE_FREE;
	for (const struct tarn_object_part *part = &pool->part; part; part = part->next) {
		uintptr_t distance = (uintptr_t)object - ((uintptr_t)part->base - pool->type->head);

		if (distance >= (uintptr_t)part->capacity * pool->type->stride)
			continue;
		if (distance >= (uintptr_t)part->limit * pool->type->stride)
			return TARN_FAULT_WILD;
		return TARN_FAULT_INTERIOR;
	}
	return TARN_FAULT_FOREIGN;
}

/* Out of its owner's hands: false iff it was not in them. */
static bool withdraw(struct tarn_object_pool *pool, const void *object, struct slot *slot)
{
	tarn_port_key key = tarn_object_lock_(pool->type);
	bool found = slot_find(pool, object, slot) &&
		     (TARN_HARDEN == 0 || pool->type->options & TARN_OBJECT_KNOWS ||
		      slot_used(pool, slot));

	if (found)
		slot_unmark(pool, slot);
	tarn_object_unlock_(pool->type, key);
	return found;
}

void tarn_object_put(void *object, struct tarn_object_pool *pool)
{
	struct slot slot;
	tarn_port_key key;

	if (!object)
		return;
	if (unlikely(hooks_entered(pool))) {
		object_fault(pool, TARN_FAULT_REENTERED, object, CALLER);
		return;
	}
	if (unlikely(!withdraw(pool, object, &slot))) {
		object_fault(pool, object_kind(pool, object), object, CALLER);
		return;
	}
	if (hooks_needed(pool))
		hooks_put(pool, object);
	key = tarn_object_lock_(pool->type);
	slot_push(pool, &slot);
	tarn_object_unlock_(pool->type, key);
}
