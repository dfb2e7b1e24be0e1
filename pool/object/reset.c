/* SPDX-License-Identifier: MIT
 * Reset: puts all objects of a pool at once. */
#include "object.h"

/* Must a reset handle each object? From level 2 on it fills them, but not those of KNOWS. */
static bool reset_is_long(const struct tarn_object_pool *pool)
{
	return pool->calls || pool->part.unsure ||
	       (has_rest(pool) && full_pool(pool)->rest.vacants) ||
	       (part_next(pool, &pool->part) && has_hook(pool, TARN_OBJECT_DESTROY)) ||
	       (has_hook(pool, TARN_OBJECT_RESET) && !has_option(pool, TARN_OBJECT_LAZY)) ||
	       (TARN_HARDEN >= 2 && !has_option(pool, TARN_OBJECT_KNOWS));
}

/* Inside the lock: makes each slot as if it had not been carved. Tags and marks are set right when
 * the slot is carved again. Overflow chunks are then empty. */
static void reset_at_once(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;

	peak_find(pool);
	part_clear(pool, part);
	part->lost = false;
	part->unsure = false;
	if (has_rest(pool)) {
		full_pool(pool)->rest.spare = NULL;
		full_pool(pool)->rest.spares = 0;
	}
	if (has_option(pool, TARN_OBJECT_GROW))
		full_pool(pool)->live = 0;
	while ((part = part_next(pool, part)))
		part->made = part->idle;
}

/* Inside the lock: takes an overflow chunk of which nobody has a slot off the list. */
static struct tarn_object_part *empty_detach(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = part_next(pool, &pool->part);

	while (part && part->made != part->idle)
		part = part_next(pool, part);
	return part ? part_detach(pool, part) : NULL;
}

static void reset_one_by_one(struct tarn_object_pool *pool)
{
	struct tarn_object_call call = CALL;
	struct slot slot;
	const void *object;

	for (uint32_t at = 0; (object = tarn_object_each(pool, &at));) {
		struct tarn_object_part *empty = NULL;
		tarn_port_key key = lock(pool);
		bool found = slot_find(pool, object, &slot) && slot_belongs(pool, &slot);

		if (found)
			empty = object_withdraw(pool, &slot, object_handed(pool) ? &call : NULL);
		unlock(pool, key);
		if (found)
			object_shelve(pool, &slot, &call);
		part_give_back(pool, empty);
	}
}

static void chunks_give_back(struct tarn_object_pool *pool, struct tarn_object_part *chunks)
{
	while (chunks) {
		struct tarn_object_part *next = part_next(pool, chunks);

		part_give_back(pool, chunks);
		chunks = next;
	}
}

/* ---- After damage -------------------------------------------------------------------------- */

/* Was a damaged link found? From level 2 on also: was an idle object written to, though no get has
 * met it yet? The get that meets it still reports it. */
static bool damaged(struct tarn_object_pool *pool)
{
	uint32_t broken = TARN_HARDEN >= 2 ? tarn_object_check(pool, NULL) : 0;
	tarn_port_key key = lock(pool);
	bool lost;

	if (broken && broken != 5 && broken != 6)
		pool->part.lost = true;
	lost = pool->part.lost;
	unlock(pool, key);
	return lost;
}

/* Creates trimmed objects again: reset_at_once assumes that the objects of all slots exist. */
static void vacants_create(struct tarn_object_pool *pool)
{
	struct tarn_object_call call = CALL;
	struct slot slot;

	while (object_take(pool, &slot, FROM_VACANT, &call, CALLER)) {
		tarn_port_key key;

		hooks_created(pool, slot.object, &call);
		key = lock(pool);
		call_leave(pool, &call);
		slot_spare(pool, &slot);
		unlock(pool, key);
	}
}

/* Cuts a list of the own slots at its damage. Returns its length. */
static uint32_t list_cut(struct tarn_object_pool *pool, void **head)
{
	tarn_object_link *link = (tarn_object_link *)head;
	uint32_t length = 0;

	while (*link) {
		struct slot slot = {&pool->part, 0, *link};

		slot.index = tarn_object_slot_(facts_of(pool), slot.part, slot.object);
		if (!slot_idle(pool, &slot)) {
			*link = NULL;
		} else if (length++ == pool->part.limit) { /* a circle */
			*link = NULL;
			return list_cut(pool, head);
		} else {
			link = tarn_object_link_(facts_of(pool), slot.object);
		}
	}
	return length;
}

/* Gives up each slot that is on no list, when nothing is in use: nobody knows whether its object
 * exists. */
static void lost_give_up(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	struct tarn_object_rest *rest = &full_pool(pool)->rest;
	uint32_t lost = part->limit;

	peak_find(pool);
	for (uint32_t index = 0; index < part->limit; index++) {
		struct slot slot = slot_at(pool, part, index);

		lost -= slot_retired(pool, &slot);
	}
	if (!rings(pool) && !by_bits(pool)) /* a ring, or bits, are whole */
		part->idle = list_cut(pool, &part->head);
	if (!rings(pool))
		part->made = part->idle;
	rest->spares = list_cut(pool, &rest->spare);
	rest->given_up = lost - part->idle - rest->spares;
	part->lost = false;
}

/* Inside the lock: has anybody a slot? Another context may have got one after the walk passed it.
 * Own slots of KNOWS are not asked, because that is allowed only outside the lock. */
static bool anybody_has(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;

	for (uint32_t index = 0; index < part->limit; index++) {
		struct slot slot = slot_at(pool, part, index);

		if (slot_taken(pool, &slot))
			return true;
	}
	while ((part = part_next(pool, part)))
		if (part->made != part->idle)
			return true;
	return pool->calls;
}

/* Inside the lock: ends either kind of reset. Returns a chain of the chunks to give back. */
static struct tarn_object_part *reset_end(struct tarn_object_pool *pool, bool at_once)
{
	struct tarn_object_part *chain = NULL;
	struct tarn_object_part *part;
	bool vacants = has_rest(pool) && full_pool(pool)->rest.vacants;
	bool mend = !at_once && pool->part.lost && !vacants && !anybody_has(pool);
	bool made = has_hook(pool, TARN_OBJECT_ONCE) || has_hook(pool, TARN_OBJECT_DESTROY);

	if (at_once || (mend && !(pool->part.unsure && made)))
		reset_at_once(pool);
	else if (mend)
		lost_give_up(pool);
	while ((part = empty_detach(pool))) {
		rest_of(pool, part)->next = chain;
		chain = part;
	}
	return chain;
}

void tarn_object_reset(struct tarn_object_pool *pool)
{
	struct tarn_object_part *chunks = NULL;
	tarn_port_key key;
	bool each;

	if (!pool_admitted(pool))
		return;
	key = lock(pool);
	each = reset_is_long(pool);
	if (!each)
		chunks = reset_end(pool, true);
	unlock(pool, key);
	if (each) {
		if (damaged(pool))
			vacants_create(pool);
		reset_one_by_one(pool);
		key = lock(pool);
		chunks = reset_end(pool, false);
		unlock(pool, key);
	}
	chunks_give_back(pool, chunks);
	object_tell(pool);
}

/* Inside the lock: forgets the chunks' slots that are neither idle nor in use. Calls that were left
 * had them. A pool with KNOWS does not tell which these are, so it forgets none. */
static void chunks_lose(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;

	while ((part = part_next(pool, part)) && !has_option(pool, TARN_OBJECT_KNOWS)) {
		uint32_t lost = part->made - part->idle;

		for (uint32_t index = 0; index < part->limit; index++) {
			struct slot slot = slot_at(pool, part, index);

			lost -= slot_taken(pool, &slot);
		}
		part->made -= lost;
		full_pool(pool)->live -= lost;
	}
}

/* Beside the call that the pool knows of, others may have been left. Their objects are lost. Nobody
 * knows which of these .once has created, or how they are filled. */
void tarn_object_reset_forced(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	tarn_port_key key;
	bool others;

	if (!pool_given(pool))
		return;
	object_known(pool);
	call_take_back(pool, ANYWHERE);
	key = lock(pool);
	others = calls_held(pool);
	if (others) {
		part->lost = true;
		part->unsure |=
			has_hook(pool, TARN_OBJECT_ONCE) || has_hook(pool, TARN_OBJECT_DESTROY);
		chunks_lose(pool);
	}
	pool->calls = 0;
	unlock(pool, key);
	tarn_object_reset(pool);
	key = lock(pool);
	for (uint32_t index = part->limit; others && index < part->created; index++)
		hooks_left(pool, object_at(pool, part, index));
	unlock(pool, key);
}

void tarn_object_reset_all(void)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();

	for (; pool; pool = tarn_object_pool_next(pool))
		if (!persistent(pool))
			tarn_object_reset(pool);
}
