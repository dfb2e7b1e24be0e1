/* SPDX-License-Identifier: MIT
 * Reset: every object of a pool is put at once. */
#include "object/object.h"

/* Must each object be seen to? KNOWS: from level 2 on they are not filled. */
static bool reset_is_long(const struct tarn_object_pool *pool)
{
	uint32_t options = pool->type->options;

	return pool->between || pool->part.vacants ||
	       (pool->part.next && has_hook(pool, TARN_OBJECT_DESTROY)) ||
	       (has_hook(pool, TARN_OBJECT_RESET) && !(options & TARN_OBJECT_LAZY)) ||
	       (TARN_HARDEN >= 2 && !(options & TARN_OBJECT_KNOWS));
}

/* Inside the lock: every slot is as if it had not been carved; tags and bits are put right when it
 * is carved again. Overflow chunks are then empty. */
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

/* Inside the lock: the end of both. Behind a damaged link there are objects that only a reset at
 * once brings back. Returns a chain of what is to be given back. */
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

void tarn_object_reset_all(void)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();

	for (; pool; pool = tarn_object_pool_next(pool))
		if (!persistent(pool))
			tarn_object_reset(pool);
}
