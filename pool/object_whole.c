/* SPDX-License-Identifier: MIT
 * What is done to a whole pool: reset, prewarm, trim. */
#include "object.h"

/* ---- Reset -------------------------------------------------------------------------------- */

/* Must each object be seen to? KNOWS: from level 2 on they are not filled. */
static bool reset_is_long(const struct tarn_object_pool *pool)
{
	uint32_t options = pool->type->options;

	return pool->between || pool->part.vacants ||
	       (pool->part.next && has_hook(pool, TARN_OBJECT_DESTROY)) ||
	       (has_hook(pool, TARN_OBJECT_RESET) && !(options & TARN_OBJECT_LAZY)) ||
	       (TARN_HARDEN >= 2 && !(options & TARN_OBJECT_KNOWS));
}

/* Inside the lock: every slot is as if it had not been carved; tags and bits are put right when it is
 * carved again. Overflow chunks are then empty. */
static void reset_at_once(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;

	ready_forget(pool);
	part->head = NULL;
	part->ready = NULL;
	part->readies = 0;
	part->limit = 0;
	part->passed = 0;
	pool->lost = false;
	pool->oldest = NULL;
	pool->newest = NULL;
	for (part = part->next; part; part = part->next)
		part->taken = 0;
}

/* Inside the lock: an overflow chunk that nobody has a slot of, off the list. */
static struct tarn_object_part *empty_detach(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = pool->part.next;

	while (part && part->taken)
		part = part->next;
	return part ? part_detach(pool, part) : NULL;
}

static void reset_one_by_one(struct tarn_object_pool *pool)
{
	struct slot slot;
	const void *object;

	for (uint32_t at = 0; (object = tarn_object_each(pool, &at));)
		if (object_withdraw(pool, object, &slot))
			object_shelve(pool, &slot);
}

static void chunks_give_back(struct tarn_object_pool *pool, struct tarn_object_part *chunks)
{
	while (chunks) {
		struct tarn_object_part *next = chunks->next;

		part_give_back(pool, chunks);
		chunks = next;
	}
}

/* Inside the lock: the end of both. Behind a damaged link there are objects that only a reset at once
 * brings back. Returns a chain of what is to be given back. */
static struct tarn_object_part *reset_end(struct tarn_object_pool *pool, bool at_once)
{
	struct tarn_object_part *chain = NULL;
	struct tarn_object_part *part;

	if (at_once || (pool->lost && !pool->between && !pool->part.vacants))
		reset_at_once(pool);
	while ((part = empty_detach(pool))) {
		part->next = chain;
		chain = part;
	}
	return chain;
}

void tarn_object_reset(struct tarn_object_pool *pool)
{
	struct tarn_object_part *chunks = NULL;
	tarn_port_key key;
	bool each;

	if (!object_admitted(pool, NULL, CALLER))
		return;
	key = tarn_object_lock_(pool->type);
	each = reset_is_long(pool);
	if (!each)
		chunks = reset_end(pool, true);
	tarn_object_unlock_(pool->type, key);
	if (each) {
		reset_one_by_one(pool);
		key = tarn_object_lock_(pool->type);
		chunks = reset_end(pool, false);
		tarn_object_unlock_(pool->type, key);
	}
	chunks_give_back(pool, chunks);
}

/* ---- Prewarm and trim --------------------------------------------------------------------- */

uint32_t objects_created(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t created = 0;

	for (; part; part = part->next)
		created += part->created - part->vacants - part->retired;
	return created;
}

/* Take a slot, unless `objects` exist already (`more`), or no more than those. */
static enum taken take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
		       uint32_t objects, void *caller)
{
	enum taken taken;
	void *damaged;

	do {
		tarn_port_key key = tarn_object_lock_(pool->type);
		uint32_t created = objects_created(pool);

		taken = TAKEN_NONE;
		damaged = NULL;
		if (from & FROM_FRESH ? created < objects : created > objects)
			taken = slot_take(pool, slot, from, &damaged);
		tarn_object_unlock_(pool->type, key);
	} while (object_again(pool, slot, taken, damaged, caller));
	return taken;
}

uint32_t tarn_object_prewarm(struct tarn_object_pool *pool, uint32_t objects)
{
	struct slot slot;
	enum taken taken;

	if (!object_admitted(pool, NULL, CALLER) || !object_ready(pool, CALLER))
		return 0;
	do {
		while ((taken = take(pool, &slot, FROM_VACANT | FROM_FRESH, objects, CALLER))) {
			tarn_port_key key;

			if (taken == TAKEN_NEW)
				hooks_created(pool, slot.object);
			key = tarn_object_lock_(pool->type);
			slot_ready(pool, &slot);
			tarn_object_unlock_(pool->type, key);
		}
	} while (objects_created(pool) < objects && pool->type->policy->grow &&
		 pool->type->policy->grow(pool));
	return objects_created(pool);
}

uint32_t tarn_object_trim(struct tarn_object_pool *pool, uint32_t objects)
{
	struct slot slot;

	if (!object_admitted(pool, NULL, CALLER))
		return objects_created(pool);
	while (take(pool, &slot, FROM_IDLE | FROM_READY | FROM_LEFT, objects, CALLER)) {
		struct tarn_object_part *empty = NULL;
		tarn_port_key key;

		hooks_run(pool, TARN_OBJECT_DESTROY, slot.object);
		key = tarn_object_lock_(pool->type);
		slot_vacate(pool, &slot);
		if (slot.part != &pool->part && slot.part->taken == 0)
			empty = part_detach(pool, slot.part);
		tarn_object_unlock_(pool->type, key);
		if (empty)
			part_give_back(pool, empty);
	}
	return objects_created(pool);
}
