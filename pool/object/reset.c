/* SPDX-License-Identifier: MIT
 * Reset: every object of a pool is put at once. */
#include "object/object.h"

/* Must each object be seen to? KNOWS: from level 2 on they are not filled. */
static bool reset_is_long(const struct tarn_object_pool *pool)
{
	uint32_t options = pool->type->options;

	return pool->between || pool->part.vacants || pool->unsure ||
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
	pool->unsure = false;
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

/* ---- After damage -------------------------------------------------------------------------- */

/* Was a link found damaged? From level 2 on also: was any object written to that is not in use,
 * though nobody has met it yet? (It is still told when it is got.) */
static bool damaged(struct tarn_object_pool *pool)
{
	uint32_t broken = TARN_HARDEN >= 2 ? tarn_object_check(pool, NULL) : 0;
	tarn_port_key key = tarn_object_lock_(pool->type);
	bool lost;

	if (broken && broken != 5 && broken != 6)
		pool->lost = true;
	lost = pool->lost;
	tarn_object_unlock_(pool->type, key);
	return lost;
}

/* Create what was trimmed once more: a reset at once takes all slots' objects to be there. */
static void vacants_create(struct tarn_object_pool *pool)
{
	struct slot slot;
	enum taken taken;
	void *damaged;

	do {
		tarn_port_key key = tarn_object_lock_(pool->type);

		taken = slot_take(pool, &slot, FROM_VACANT, &damaged);
		tarn_object_unlock_(pool->type, key);
		if (damaged)
			object_fault(pool, TARN_FAULT_LINK, damaged, CALLER);
		if (!taken)
			return;
		hooks_created(pool, slot.object);
		key = tarn_object_lock_(pool->type);
		slot_ready(pool, &slot);
		tarn_object_unlock_(pool->type, key);
	} while (true);
}

/* Cut a list of the own slots where it is damaged. Returns its length. */
static uint32_t list_cut(struct tarn_object_pool *pool, void **head)
{
	tarn_object_link *link = (tarn_object_link *)head;
	uint32_t length = 0;

	while (*link) {
		struct slot slot = {&pool->part, 0, *link};

		slot.index = tarn_object_slot_(pool->type, slot.part, slot.object);
		if (!slot_idle(pool, &slot)) {
			*link = NULL;
		} else if (length++ == pool->part.limit) { /* a ring */
			*link = NULL;
			return list_cut(pool, head);
		} else {
			link = tarn_object_link_(pool->type, slot.object);
		}
	}
	return length;
}

/* Nothing is in use. What is on no list is nobody's any more: whether its object is there, nobody
 * knows. */
static void lost_retire(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	uint32_t lost = part->limit - part->passed;

	ready_forget(pool);
	lost -= list_cut(pool, &part->head);
	part->readies = list_cut(pool, &part->ready);
	lost -= part->readies;
	part->passed += lost;
	part->retired += lost;
	pool->lost = false;
}

/* Inside the lock: has anybody a slot? Another context may have got one after the walk passed it.
 * Own slots of KNOWS are not asked: they are asked outside the lock only. */
static bool anybody_has(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;

	for (uint32_t index = 0; index < part->limit; index++) {
		struct slot slot = {part, index, object_at(pool, part, index)};

		if (slot_taken(pool, &slot))
			return true;
	}
	while ((part = part->next))
		if (part->taken)
			return true;
	return pool->between;
}

/* Inside the lock: the end of both. Returns a chain of what is to be given back. */
static struct tarn_object_part *reset_end(struct tarn_object_pool *pool, bool at_once)
{
	struct tarn_object_part *chain = NULL;
	struct tarn_object_part *part;
	bool mend = !at_once && pool->lost && !pool->part.vacants && !anybody_has(pool);
	bool made = has_hook(pool, TARN_OBJECT_ONCE) || has_hook(pool, TARN_OBJECT_DESTROY);

	if (at_once || (mend && !(pool->unsure && made)))
		reset_at_once(pool);
	else if (mend)
		lost_retire(pool);
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
		if (damaged(pool))
			vacants_create(pool);
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
