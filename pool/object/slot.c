/* SPDX-License-Identifier: MIT
 * Slots of object pools: who has them. Inside the caller's lock window, in constant time (and one
 * step for each overflow chunk). */
#include "object/object.h"

bool slot_find(struct tarn_object_pool *pool, const void *object, struct slot *slot)
{
	struct tarn_object_part *part = pool->part.next;

	if (slot_find_own(pool, object, slot))
		return true;
	for (; part; part = part->next) {
		slot->part = part;
		slot->index = tarn_object_slot_(pool->type, part, object);
		if (slot->index < part->limit)
			return true;
	}
	return false;
}

uint64_t slot_hold(struct tarn_object_pool *pool, const struct slot *slot)
{
	const struct tarn_object_part *part = slot->part;
	uint32_t tag = *tarn_object_tag_(slot->object) | HELD;

	*tarn_object_tag_(slot->object) = tag;
	if (part->name == pool->name && generation_of(tag) > pool->held)
		pool->held = generation_of(tag);
	return (uint64_t)tag << 32 | (part->name + part->first + slot->index);
}

/* ---- Taking and giving -------------------------------------------------------------------- */

/* Off a list of `*count`. The link that led to its first object is judged now that it is followed: a
 * stale write faults here, instead of handing the wrong object to an innocent caller. False: it is
 * damaged, and the list given up; what it held is lost until a reset. */
static bool list_take(struct tarn_object_pool *pool, struct slot *slot, void **head,
		      uint32_t *count, void **damaged)
{
	slot->object = *head;
	slot->index = tarn_object_slot_(pool->type, slot->part, slot->object);
	if (TARN_HARDEN >= 1 && (!*count || !slot_idle(pool, slot))) {
		*damaged = *head ? *head : (void *)head;
		*head = NULL;
		*count = 0;
		pool->lost = true;
		pool->unsure |= head == &slot->part->vacant;
		return false;
	}
	*head = *tarn_object_link_(pool->type, slot->object);
	--*count;
	return true;
}

/* The idle object that was put last. */
static enum taken idle_take(struct tarn_object_pool *pool, struct slot *slot, void **damaged)
{
	struct tarn_object_part *part = slot->part;
	uint32_t count = 1; /* nobody counts them */

	if (!list_take(pool, slot, &part->head, &count, damaged))
		return TAKEN_NONE;
	if (part != &pool->part || slot->index != pool->ready_from || slot->index == pool->ready_to)
		return TAKEN_IDLE;
	pool->ready_from++;
	return TAKEN_READY;
}

/* The next slot that was not carved yet, or not since the last reset: then its tag is as it was
 * left, and its bit may be. */
static enum taken fresh_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t end)
{
	struct tarn_object_part *part = slot->part;
	enum taken taken = TAKEN_LEFT;

	if (part->limit >= end)
		return TAKEN_NONE;
	slot->index = part->limit++;
	slot->object = object_at(pool, part, slot->index);
	if (pool->type->options & TARN_OBJECT_BITS)
		*bits_of(pool, slot) &= ~bit_in(slot->index);
	if (slot->index >= part->created) {
		if (tagged(pool))
			*tarn_object_tag_(slot->object) = part->birth;
		part->created = slot->index + 1;
		taken = TAKEN_NEW;
	} else if (tagged(pool) && slot_used(pool, slot)) {
		tag_advance(slot->object);
		if (slot_retired(pool, slot))
			return TAKEN_WORN;
	}
	if (!slot_retired(pool, slot))
		return taken;
	part->passed++;
	return TAKEN_RETIRED;
}

void peak_take(struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t live = part->limit - part->readies - part->vacants - part->passed;

	live -= pool->ready_to - pool->ready_from;
	for (part = part->next; part; part = part->next)
		live += part->taken;
	if (live > pool->peak)
		pool->peak = live;
}

/* They are taken in the order of their numbers: so this is a search for the first that was not, a
 * step for each doubling. */
void peak_search(struct tarn_object_pool *pool)
{
	uint32_t from = pool->ready_from;
	uint32_t end = pool->ready_to;

	while (pool->ready_from < end) {
		uint32_t middle = (pool->ready_from + end) >> 1;

		if (*tarn_object_tag_(object_at(pool, &pool->part, middle)) == pool->ready_tag)
			end = middle;
		else
			pool->ready_from = middle + 1;
	}
	if (pool->ready_from != from)
		peak_take(pool);
}

static enum taken part_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
			    void **damaged)
{
	struct tarn_object_part *part = slot->part;

	if (from & FROM_IDLE && part->head)
		return idle_take(pool, slot, damaged);
	if (from & FROM_READY && (part->ready || part->readies))
		return list_take(pool, slot, &part->ready, &part->readies, damaged) ? TAKEN_READY
										    : TAKEN_NONE;
	if (from & FROM_VACANT && (part->vacant || part->vacants))
		return list_take(pool, slot, &part->vacant, &part->vacants, damaged) ? TAKEN_NEW
										     : TAKEN_NONE;
	if (from & (FROM_FRESH | FROM_LEFT))
		return fresh_take(pool, slot, from & FROM_FRESH ? part->capacity : part->created);
	return TAKEN_NONE;
}

enum taken slot_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
		     void **damaged)
{
	*damaged = NULL;
	peak_find(pool);
	for (slot->part = &pool->part; slot->part; slot->part = slot->part->next) {
		enum taken taken = part_take(pool, slot, from, damaged);

		if (taken > TAKEN_RETIRED) {
			pool->between++;
			slot->part->taken++;
		}
		if (taken || *damaged)
			return taken;
	}
	return TAKEN_NONE;
}

/* Off the hands that it was between. */
static struct tarn_object_part *slot_leave(struct tarn_object_pool *pool, const struct slot *slot)
{
	pool->between--;
	slot->part->taken--;
	return slot->part;
}

void slot_push(struct tarn_object_pool *pool, const struct slot *slot)
{
	struct tarn_object_part *part = slot_leave(pool, slot);

	if (slot_retired(pool, slot)) {
		peak_find(pool);
		part->retired++;
		part->passed++;
		return;
	}
	*tarn_object_link_(pool->type, slot->object) = part->head;
	part->head = slot->object;
}

static void list_push(struct tarn_object_pool *pool, const struct slot *slot, void **head,
		      uint32_t *length)
{
	slot_leave(pool, slot);
	*tarn_object_link_(pool->type, slot->object) = *head;
	*head = slot->object;
	++*length;
}

/* Where a slot of the own ones is to be linked so that it is got as every idle one is, and behind
 * them all; NULL: nowhere. That it was never got is seen by its tag, which it never has again: the
 * one of new slots. */
static void **ready_place(struct tarn_object_pool *pool, const struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;
	uint32_t tag = *tarn_object_tag_(slot->object);
	void *last;

	if (pool->ready_from == pool->ready_to) {
		if (part->head || tag != part->birth)
			return NULL;
		pool->ready_tag = tag;
		pool->ready_from = slot->index;
		pool->ready_to = slot->index;
		return &part->head;
	}
	last = object_at(pool, part, pool->ready_to - 1);
	if (slot->index != pool->ready_to || tag != pool->ready_tag ||
	    *tarn_object_tag_(last) != tag)
		return NULL;
	return tarn_object_link_(pool->type, last);
}

void slot_ready(struct tarn_object_pool *pool, const struct slot *slot)
{
	void **place = NULL;

	if (tagged(pool) && slot->part == &pool->part && !slot->part->next && !pool->lost)
		place = ready_place(pool, slot);
	if (place) {
		slot_leave(pool, slot);
		*tarn_object_link_(pool->type, slot->object) = NULL;
		*(tarn_object_link *)place = slot->object;
		pool->ready_to = slot->index + 1;
		return;
	}
	list_push(pool, slot, &slot->part->ready, &slot->part->readies);
}

void slot_vacate(struct tarn_object_pool *pool, const struct slot *slot)
{
	list_push(pool, slot, &slot->part->vacant, &slot->part->vacants);
}
