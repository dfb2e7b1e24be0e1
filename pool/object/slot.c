/* SPDX-License-Identifier: MIT
 * Slots of object pools: who has them. All of it runs inside the caller's lock window. It takes
 * constant time, and one step more for each overflow chunk. */
#include "object.h"

OBJECT_CODE bool slot_find(struct tarn_object_pool *pool, const void *object, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	for (; part; part = part_next(pool, part)) {
		slot->part = part;
		slot->index = tarn_object_slot_(facts_of(pool), part, object);
		slot->object = (void *)(uintptr_t)object;
		if (slot->index < part->limit)
			return true;
	}
	return false;
}

OBJECT_CODE uint64_t slot_hold(const struct slot *slot)
{
	uint32_t tag = *tarn_object_tag_(slot->object) & ~HELD;

	*tarn_object_tag_(slot->object) = tag;
	return tarn_object_both_(slot->part->name + slot->index, tag);
}

/* ---- Rings: ROB_OLDEST -------------------------------------------------------------------- */

/* The idle objects come first, then those in use from the oldest to the newest. */

/* Makes an object the newest. */
static void ring_append(const struct tarn_object_pool *pool, struct tarn_object_part *part,
			void *object)
{
	struct tarn_object_ages *ages = tarn_object_ages_(facts_of(pool), object);
	struct tarn_object_ages *head;

	if (!part->head) {
		part->head = object;
		ages->before = object;
	}
	head = tarn_object_ages_(facts_of(pool), part->head);
	ages->next = part->head;
	if (part->head != object) {
		ages->before = head->before;
		tarn_object_ages_(facts_of(pool), head->before)->next = object;
		head->before = object;
	}
}

static void ring_remove(const struct tarn_object_pool *pool, struct tarn_object_part *part,
			void *object)
{
	struct tarn_object_ages *ages = tarn_object_ages_(facts_of(pool), object);

	tarn_object_ages_(facts_of(pool), ages->before)->next = ages->next;
	tarn_object_ages_(facts_of(pool), ages->next)->before = ages->before;
	if (part->head == object)
		part->head = ages->next == object ? NULL : ages->next;
}

/* ---- The most in use ---------------------------------------------------------------------- */

/* How many slots were carved ahead and never got. They are the last of the idle ones, with the
 * highest numbers. So a binary search finds the first of them. It has the tag that is the first of
 * its slot, and no other has that. */
static uint32_t never_got(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t from = 0;
	uint32_t end = part->limit;

	if (!tagged(pool) || rings(pool) || !part->idle || made_apart(pool))
		return 0;
	while (from < end) {
		uint32_t middle = (from + end) >> 1;

		if (*tarn_object_tag_(object_at(pool, part, middle)) == part->birth)
			end = middle;
		else
			from = middle + 1;
	}
	return part->limit - from;
}

/* A slot is made only when no other is idle. So the peak is the number of slots made, less those
 * that nobody got. A pool that grows counts instead. */
OBJECT_CODE void peak_find(struct tarn_object_pool *pool)
{
	uint32_t most = pool->part.made - never_got(pool);

	if (!has_option(pool, TARN_OBJECT_GROW) && most > pool->peak)
		pool->peak = most;
}

/* ---- Taking ------------------------------------------------------------------------------- */

OBJECT_CODE void part_empty(struct tarn_object_part *part)
{
	part->head = NULL;
	part->made -= part->idle;
	part->idle = 0;
}

/* Sets the number of a slot whose object a list holds. False iff the slot may not be on a list. */
static bool listed(const struct tarn_object_pool *pool, struct slot *slot)
{
	slot->index = tarn_object_slot_(facts_of(pool), slot->part, slot->object);
	return slot_idle(pool, slot);
}

/* BITS: takes the idle object of the lowest number. */
static enum taken lowest_take(struct tarn_object_pool *pool, struct slot *slot)
{
	if (!slot->part->some)
		return TAKEN_NONE;
	pool->type->policy->bits->take(pool, slot);
	return TAKEN_IDLE;
}

/* Takes the idle object that was put last. It judges the link that led to the object now that it is
 * followed. So a stale write faults here, instead of handing the wrong object to an innocent
 * caller. The rest of a damaged list is lost until a reset. */
static enum taken idle_take(struct tarn_object_pool *pool, struct slot *slot)
{
	struct tarn_object_part *part = slot->part;

	slot->object = part->head;
	if (!part->idle && (rings(pool) || !part->head))
		return TAKEN_NONE;
	if (!part->idle || !listed(pool, slot)) {
		part_empty(part);
		pool->part.lost = true;
		return TAKEN_DAMAGED;
	}
	part->head = object_next(pool, slot->object);
	part->idle--;
	return TAKEN_IDLE;
}

/* Takes a slot off a list of slots that are not made. */
static enum taken list_take(struct tarn_object_pool *pool, struct slot *slot, void **head,
			    uint32_t *count)
{
	slot->object = *head;
	if (!listed(pool, slot) || !*count) {
		*head = NULL;
		*count = 0;
		pool->part.lost = true;
		return TAKEN_DAMAGED;
	}
	*head = *tarn_object_link_(facts_of(pool), slot->object);
	--*count;
	slot->part->made++;
	if (rings(pool))
		ring_append(pool, slot->part, slot->object);
	return TAKEN_NEW;
}

/* Does a hook or a fill create, or destroy, the pool's objects? */
static ALWAYS bool has_lists(const struct tarn_object_pool *pool)
{
	return has_rest(pool) && (TARN_HARDEN >= 2 || pool->part.hooks);
}

static enum taken spare_take(struct tarn_object_pool *pool, struct slot *slot)
{
	struct tarn_object_rest *rest = rest_of(pool, slot->part);
	enum taken taken;

	if (!rest->spare && !rest->spares)
		return TAKEN_NONE;
	taken = list_take(pool, slot, &rest->spare, &rest->spares);
	return taken == TAKEN_NEW ? TAKEN_SPARE : taken;
}

static enum taken vacant_take(struct tarn_object_pool *pool, struct slot *slot)
{
	struct tarn_object_rest *rest = rest_of(pool, slot->part);
	enum taken taken;

	if (!rest->vacant && !rest->vacants)
		return TAKEN_NONE;
	taken = list_take(pool, slot, &rest->vacant, &rest->vacants);
	if (taken == TAKEN_DAMAGED)
		pool->part.unsure = true;
	return taken;
}

/* Makes the next slot exist. After a reset it exists already, and its old tag is set right. */
static enum taken carve(struct tarn_object_pool *pool, struct slot *slot)
{
	struct tarn_object_part *part = slot->part;

	if (has_option(pool, TARN_OBJECT_BITS))
		pool->type->policy->bits->begin(pool, slot);
	if (slot->index >= part->created) {
		if (tagged(pool))
			*tarn_object_tag_(slot->object) = part->birth;
		part->created = slot->index + 1;
		return TAKEN_NEW;
	}
	if (slot_retired(pool, slot))
		return TAKEN_NONE;
	if (tagged(pool) && slot_used(pool, slot)) {
		slot_unmark(pool, slot);
		if (slot_retired(pool, slot))
			return object_handed(pool) ? TAKEN_WORN : TAKEN_NONE;
	}
	return TAKEN_LEFT;
}

/* Takes the next slot that was not carved yet, or not since the last reset. Passes over retired
 * ones. */
static enum taken fresh_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t end)
{
	struct tarn_object_part *part = slot->part;
	enum taken taken = TAKEN_NONE;

	for (uint32_t index = part->limit; !taken && index < end;) {
		*slot = slot_at(pool, part, index);
		taken = carve(pool, slot);
		/* Code that reads tags without the lock must not see a slot before its tag is
		 * right. */
		__atomic_signal_fence(__ATOMIC_RELEASE);
		part->limit = ++index;
	}
	if (taken == TAKEN_NONE)
		return TAKEN_NONE;
	part->made++;
	if (rings(pool))
		ring_append(pool, part, slot->object);
	return taken;
}

static enum taken part_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from)
{
	struct tarn_object_part *part = slot->part;
	enum taken taken = TAKEN_NONE;

	if (from & FROM_IDLE)
		taken = by_bits(pool) ? lowest_take(pool, slot) : idle_take(pool, slot);
	if (!taken && from & FROM_SPARE && has_lists(pool))
		taken = spare_take(pool, slot);
	if (!taken && from & FROM_VACANT && has_lists(pool))
		taken = vacant_take(pool, slot);
	if (!taken && from & (FROM_FRESH | FROM_LEFT))
		taken = fresh_take(pool, slot, from & FROM_FRESH ? part->capacity : part->created);
	return taken;
}

/* Counts a slot as live. It raises the peak only for a user's get, and not if the slot retires. */
static ALWAYS void more(struct tarn_object_pool *pool, enum taken taken, uint32_t from)
{
	uint32_t live = ++full_pool(pool)->live;

	if (from == FROM_ANY && taken != TAKEN_WORN && live > pool->peak)
		pool->peak = live;
}

/* Looks in the part that was used last, then in all parts. */
OBJECT_CODE enum taken slot_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from)
{
	bool grows = has_option(pool, TARN_OBJECT_GROW);
	enum taken taken;

	slot->part = grows ? full_pool(pool)->active : &pool->part;
	taken = part_take(pool, slot, from);
	if (grows && !taken) {
		for (slot->part = &pool->part; slot->part;
		     slot->part = part_next(pool, slot->part)) {
			taken = part_take(pool, slot, from);
			if (taken)
				break;
		}
	}
	if (grows && taken) {
		full_pool(pool)->active = slot->part;
		if (taken != TAKEN_DAMAGED)
			more(pool, taken, from);
	}
	if (!grows && from == FROM_ANY && taken > TAKEN_DAMAGED && taken < TAKEN_IDLE)
		peak_find(pool);
	return taken;
}

/* The link of the last idle object of the own slots, or the head if none is idle. NULL if the last
 * one cannot be told, because it was got before. */
static tarn_object_link *last_link(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	void *last;

	if (part->limit < part->created || part->lost || pool->calls || !tagged(pool) ||
	    rings(pool) || part_next(pool, part))
		return NULL;
	if (!part->idle)
		return (tarn_object_link *)&part->head;
	last = object_at(pool, part, part->limit - 1);
	return *tarn_object_tag_(last) == part->birth ? tarn_object_link_(facts_of(pool), last)
						      : NULL;
}

/* If the link is not known, the slot is only created, and its first get carves it. */
OBJECT_CODE bool slot_append(struct tarn_object_pool *pool)
{
	struct tarn_object_part *part = &pool->part;
	tarn_object_link *link = NULL;
	void *object;

	while (part && part->created == part->capacity)
		part = part_next(pool, part);
	if (!part)
		return false;
	if (part == &pool->part)
		link = last_link(pool);
	object = object_at(pool, part, part->created++);
	if (tagged(pool))
		*tarn_object_tag_(object) = part->birth;
	if (link) {
		*link = object;
		*tarn_object_link_(facts_of(pool), object) = NULL;
		part->limit++;
		part->made++;
		part->idle++;
	}
	return true;
}

/* Counts a slot as live no longer. */
static ALWAYS void fewer(struct tarn_object_pool *pool)
{
	if (has_option(pool, TARN_OBJECT_GROW))
		full_pool(pool)->live--;
}

/* ---- Giving ------------------------------------------------------------------------------- */

OBJECT_CODE struct tarn_object_part *part_detach(struct tarn_object_pool *pool,
						 struct tarn_object_part *part)
{
	struct tarn_object_full_pool *full = full_pool(pool);
	struct tarn_object_part *before = &pool->part;

	while (part_next(pool, before) != part)
		before = part_next(pool, before);
	rest_of(pool, before)->next = part_next(pool, part);
	full->active = &pool->part;
	full->total -= part->capacity;
	full->shrunk++;
	return part;
}

/* Takes a chunk off the pool's list if nobody has a slot of it. */
static struct tarn_object_part *emptied(struct tarn_object_pool *pool,
					struct tarn_object_part *part)
{
	if (!has_option(pool, TARN_OBJECT_GROW) || part == &pool->part || part->made != part->idle)
		return NULL;
	return part_detach(pool, part);
}

OBJECT_CODE struct tarn_object_part *slot_push(struct tarn_object_pool *pool,
					       const struct slot *slot)
{
	struct tarn_object_part *part = slot->part;

	fewer(pool);
	if (slot_retired(pool, slot)) {
		peak_find(pool);
		part->made--;
		if (rings(pool))
			ring_remove(pool, part, slot->object);
		return emptied(pool, part);
	}
	if (by_bits(pool)) {
		pool->type->policy->bits->give(pool, slot);
	} else {
		if (rings(pool))
			tarn_object_ring_(facts_of(pool), part, slot->object);
		else
			*tarn_object_link_(facts_of(pool), slot->object) = part->head;
		part->head = slot->object;
	}
	part->idle++;
	if (has_option(pool, TARN_OBJECT_GROW) &&
	    part_first(pool, part) < part_first(pool, full_pool(pool)->active))
		full_pool(pool)->active = part;
	return emptied(pool, part);
}

static void list_push(struct tarn_object_pool *pool, const struct slot *slot, void **head,
		      uint32_t *count)
{
	fewer(pool);
	slot->part->made--;
	if (rings(pool))
		ring_remove(pool, slot->part, slot->object);
	*tarn_object_link_(facts_of(pool), slot->object) = *head;
	*head = slot->object;
	++*count;
}

OBJECT_CODE void slot_spare(struct tarn_object_pool *pool, const struct slot *slot)
{
	struct tarn_object_rest *rest = rest_of(pool, slot->part);

	list_push(pool, slot, &rest->spare, &rest->spares);
}

/* A destroyed object counts as got: see never_got. */
OBJECT_CODE struct tarn_object_part *slot_vacate(struct tarn_object_pool *pool,
						 const struct slot *slot)
{
	struct tarn_object_rest *rest = rest_of(pool, slot->part);

	if (tagged(pool) && *tarn_object_tag_(slot->object) == slot->part->birth)
		*tarn_object_tag_(slot->object) += GENERATION;
	list_push(pool, slot, &rest->vacant, &rest->vacants);
	return emptied(pool, slot->part);
}

OBJECT_CODE void slot_revive(struct tarn_object_pool *pool, const struct slot *slot)
{
	struct tarn_object_part *part = slot->part;

	*tarn_object_tag_(slot->object) = part->birth + GENERATION;
	part->made++;
	if (has_option(pool, TARN_OBJECT_GROW))
		full_pool(pool)->live++;
	if (rings(pool))
		ring_append(pool, part, slot->object);
}
