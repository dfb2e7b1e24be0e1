/* SPDX-License-Identifier: MIT
 * Setting up: what a pool is when it is opened or first used. */
#include "../heap/entry.h"
#include "object.h"

/* The pool's number among the pools of its type, with the first era; 0 if none is left. A pool
 * without a number has no handles, because they could be taken for another pool's. */
static uint32_t number(const struct tarn_object_pool *pool)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t numbers;

	if (!type->siblings)
		return pool->part.fixed ? UINT32_C(1) << type->era_bits : 0;
	numbers = *type->siblings;
	if (numbers << type->facts.index_bits >> type->era_bits)
		return 0;
	*type->siblings = (uint8_t)(numbers + 1);
	return UINT32_C(1) << type->era_bits | numbers << type->facts.index_bits;
}

static void full_clear(struct tarn_object_full_pool *full)
{
	rest_clear(&full->rest);
	full->active = &full->core.part;
	full->live = 0;
	full->total = full->core.part.capacity;
	full->robbed = 0;
	full->grown = 0;
	full->shrunk = 0;
	pool_tag_set(full);
	if (full->core.part.fixed && !full->heap)
		full->maximum = full->core.part.capacity;
}

/* Inside the lock: the first time, sets what the pool's handles and its slots' tags begin with, if
 * it has tags. */
static ALWAYS void name(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	struct tarn_object_full_pool *full = full_pool(pool);
	bool grows = has_option(pool, TARN_OBJECT_GROW);

	if (!tagged(pool))
		return;
	if (grows) {
		part->birth = full->birth;
		part->name = full->name;
	}
	if (part->birth == 0) {
		part->birth = TARN_OBJECT_BIRTH_;
		part->name = number(pool);
	}
	if (grows) {
		full->birth = part->birth;
		full->name = part->name;
	}
}

/* Inside the lock. The pool is new or was closed, so nothing of it was carved. */
static ALWAYS void set_up(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;

	pool->peak = 0;
	pool->refused = 0;
	if (has_rest(pool))
		full_clear(full_pool(pool));
	name(pool);
	part_place(pool, part);
	entry_push(&object_registry, &pool->entry);
}

OBJECT_CODE bool object_enter(struct tarn_object_pool *pool, bool opened)
{
	bool hooked = POSSIBLE & TARN_OBJECT_HOOKED_ && pool->type->hook;
	uint32_t hooks = hooked ? pool->type->hook(TARN_OBJECT_WHICH, NULL) : 0;
	tarn_port_key key = tarn_port_lock();
	bool may = opened || pool->part.fixed;

	if (!object_is_open(pool) && may) {
		if (hooked)
			pool->part.hooks = hooks & 15;
		set_up(pool);
	}
	tarn_port_unlock(key);
	return may;
}

OBJECT_CODE bool object_ready(struct tarn_object_pool *pool, void *caller)
{
	if (likely(object_is_open(pool)))
		return true;
	if (pool->type && object_enter(pool, false))
		return true;
	object_fault(pool, TARN_FAULT_CAPACITY, pool, caller);
	return false;
}
