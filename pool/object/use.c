/* SPDX-License-Identifier: MIT
 * Get and put: objects come into use, and leave it. */
#include "object/object.h"

bool object_admitted(struct tarn_object_pool *pool, const void *object, void *caller)
{
	object_known(pool);
	if (likely(!pool->calls) || !hooks_entered(pool, false))
		return true;
	object_fault(pool, TARN_FAULT_REENTERED, object ? object : pool, caller);
	return false;
}

/* ---- Put ----------------------------------------------------------------------------------- */

bool object_pass(struct tarn_object_pool *pool, const struct slot *slot, enum taken taken,
		 const void *damaged, void *caller)
{
	tarn_port_key key;

	if (unlikely(damaged))
		object_fault(pool, TARN_FAULT_LINK, damaged, caller);
	if (unlikely(taken == TAKEN_WORN)) {
		hooks_run(pool, TARN_OBJECT_DESTROY, slot->object);
		key = tarn_object_lock_(pool->type);
		slot_push(pool, slot);
		tarn_object_unlock_(pool->type, key);
	}
	return true;
}

enum tarn_fault_kind object_kind(struct tarn_object_pool *pool, const void *object)
{
	const struct tarn_object_part *part = &pool->part;

	for (; part; part = part->next) {
		uintptr_t distance = (uintptr_t)object - ((uintptr_t)part->base - pool->type->head);

		if (tarn_object_slot_(pool->type, part, object) < part->created)
			return TARN_FAULT_DOUBLE_FREE; /* or a reset took it back */
		if (distance < (uintptr_t)part->created * pool->type->stride)
			return TARN_FAULT_INTERIOR;
		if (distance < (uintptr_t)part->capacity * pool->type->stride)
			return TARN_FAULT_WILD;
	}
	return TARN_FAULT_FOREIGN;
}

bool object_withdraw(struct tarn_object_pool *pool, const void *object, struct slot *slot)
{
	tarn_port_key key = tarn_object_lock_(pool->type);
	bool found = slot_find(pool, object, slot) && slot_belongs(pool, slot);

	if (found)
		slot_unmark(pool, slot);
	tarn_object_unlock_(pool->type, key);
	return found;
}

void object_shelve(struct tarn_object_pool *pool, const struct slot *slot)
{
	struct tarn_object_part *empty = NULL;
	tarn_port_key key;

	hooks_put(pool, slot->object);
	if (slot_retired(pool, slot))
		hooks_run(pool, TARN_OBJECT_DESTROY, slot->object);
	key = tarn_object_lock_(pool->type);
	slot_push(pool, slot);
	if (slot->part != &pool->part && slot->part->taken == 0)
		empty = part_detach(pool, slot->part);
	tarn_object_unlock_(pool->type, key);
	if (empty)
		part_give_back(pool, empty);
}

/* Of the own slots: an overflow chunk may become empty by it. */
static bool put_short(struct tarn_object_pool *pool, void *object)
{
	struct slot slot;
	tarn_port_key key = tarn_object_lock_(pool->type);
	bool found = slot_find_own(pool, object, &slot) && slot_belongs(pool, &slot);

	if (likely(found)) {
		slot_unmark(pool, &slot);
		slot_push(pool, &slot);
	}
	tarn_object_unlock_(pool->type, key);
	return found;
}

void tarn_object_put(void *object, struct tarn_object_pool *pool)
{
	struct slot slot;

	if (short_way(pool) && likely(put_short(pool, object)))
		return;
	if (!object || !object_admitted(pool, object, CALLER))
		return;
	if (likely(object_withdraw(pool, object, &slot)))
		object_shelve(pool, &slot);
	else
		object_fault(pool, object_kind(pool, object), object, CALLER);
}

/* ---- A slot that nobody has ---------------------------------------------------------------- */

/* A slot that nobody has. With `mark` it is in use at once: nothing is to be done before. */
static enum taken take(struct tarn_object_pool *pool, struct slot *slot, bool mark, void *caller)
{
	enum taken taken;
	void *damaged;

	do {
		tarn_port_key key = tarn_object_lock_(pool->type);

		taken = slot_take(pool, slot, FROM_ANY, &damaged);
		if (taken >= TAKEN_NEW && (taken != TAKEN_IDLE || slot->part != &pool->part))
			peak_take(pool);
		if (taken >= TAKEN_NEW && mark)
			slot_mark(pool, slot);
		tarn_object_unlock_(pool->type, key);
	} while (object_again(pool, slot, taken, damaged, caller));
	return taken;
}

static enum taken refuse(struct tarn_object_pool *pool, void *caller)
{
	tarn_port_key key = tarn_object_lock_(pool->type);

	pool->refused++;
	tarn_object_unlock_(pool->type, key);
	if (has_option(pool, TARN_OBJECT_NEVER))
		object_fault(pool, TARN_FAULT_FULL, pool, caller);
	return TAKEN_NONE;
}

/* Into its owner's hands, with a handle if he wants one. */
static void slot_finish(struct tarn_object_pool *pool, const struct slot *slot, uint64_t *handle)
{
	tarn_port_key key = tarn_object_lock_(pool->type);

	slot_mark(pool, slot);
	if (handle)
		*handle = slot_hold(pool, slot);
	tarn_object_unlock_(pool->type, key);
}

/* ---- Every slot is in use ------------------------------------------------------------------ */

static enum full pool_full(struct tarn_object_pool *pool, struct slot *slot, void *caller)
{
	const struct tarn_object_policy *policy = pool->type->policy;
	enum full full = FULL_REFUSE;

	if (policy->rob)
		full = (enum full)policy->rob(pool, slot, caller);
	else if (policy->grow && policy->grow(pool))
		full = FULL_RETRY;
	if (full != FULL_ROBBED)
		return full;
	/* A slot that retires by it is no use to anybody. */
	if (slot_retired(pool, slot)) {
		object_shelve(pool, slot);
		return FULL_RETRY;
	}
	hooks_put(pool, slot->object);
	return FULL_ROBBED;
}

/* ---- Get ----------------------------------------------------------------------------------- */

/* A slot that nobody has, and what the policy says when there is none. A robbed object is between
 * hands. */
static enum taken obtain(struct tarn_object_pool *pool, struct slot *slot, bool mark, void *caller)
{
	enum full full = FULL_RETRY;

	while (full == FULL_RETRY) {
		enum taken taken = take(pool, slot, mark, caller);

		if (likely(taken))
			return taken;
		full = pool_full(pool, slot, caller);
	}
	if (full == FULL_REFUSE)
		return refuse(pool, caller);
	if (mark)
		slot_finish(pool, slot, NULL);
	return TAKEN_IDLE;
}

static void *get(struct tarn_object_pool *pool, const struct tarn_object_init *init,
		 uint64_t *handle, void *caller)
{
	struct slot slot;
	enum taken taken;
	bool mark;

	if (!object_admitted(pool, NULL, caller) || !object_ready(pool, caller))
		return NULL;
	mark = !init && !handle && !hooks_needed(pool);
	taken = obtain(pool, &slot, mark, caller);
	if (!taken)
		return NULL;
	if (!mark) {
		hooks_got(pool, slot.object, taken, init, caller);
		slot_finish(pool, &slot, handle);
	}
	return slot.object;
}

static bool idle_short(struct tarn_object_pool *pool, struct slot *slot)
{
	bool found = slot_find_own(pool, pool->part.head, slot) && !slot_taken(pool, slot);

	if (likely(found))
		pool->part.head = *tarn_object_link_(pool->type, slot->object);
	return found;
}

/* A slot that was never carved, or not since a reset, where that is all there is to take. */
static bool carve_short(struct tarn_object_pool *pool, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;
	uint32_t index = part->limit;
	uint32_t tag;

	if (index >= part->capacity || part->ready || part->vacant || part->next || !tagged(pool))
		return false;
	slot->part = part;
	slot->index = index;
	slot->object = object_at(pool, part, index);
	tag = index < part->created ? *tarn_object_tag_(slot->object) : part->birth;
	if (tag & USED) /* a reset took it back */
		tag = generation_of(tag + USED) | (tag & HELD);
	if (unlikely(!generation_of(tag)))
		return false;
	*tarn_object_tag_(slot->object) = tag;
	part->limit = ++index;
	if (index > part->created)
		part->created = index;
	if (index - part->passed > pool->peak)
		pool->peak = index - part->passed;
	return true;
}

void *tarn_object_get(struct tarn_object_pool *pool)
{
	struct slot slot;
	tarn_port_key key;
	bool found;

	if (!short_way(pool))
		return get(pool, NULL, NULL, CALLER);
	key = tarn_object_lock_(pool->type);
	if (pool->part.head)
		found = idle_short(pool, &slot);
	else
		found = carve_short(pool, &slot);
	if (likely(found)) {
		pool->between++;
		slot_mark(pool, &slot);
	}
	tarn_object_unlock_(pool->type, key);
	return likely(found) ? slot.object : get(pool, NULL, NULL, CALLER);
}

void *tarn_object_get_with(struct tarn_object_pool *pool, const struct tarn_object_init *init)
{
	return get(pool, init, NULL, CALLER);
}

uint64_t tarn_object_get_held(struct tarn_object_pool *pool, const struct tarn_object_init *init)
{
	uint64_t handle = 0;

	object_known(pool);
	if (pool->fixed)
		object_ready(pool, CALLER);
	if (unlikely(!has_handles(pool)))
		object_fault(pool, TARN_FAULT_HANDLE, pool, CALLER);
	else
		get(pool, init, &handle, CALLER);
	return handle;
}
