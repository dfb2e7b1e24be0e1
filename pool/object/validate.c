/* SPDX-License-Identifier: MIT
 * The validator of object pools: checks the invariants O1 to O7 of README.md, and no others. */
#include "object.h"

#define SLICE 8

/* How far the check is, and what it counted. */
struct audit {
	struct tarn_object_pool *pool;
	tarn_port_key key;
	bool sliced;
	uint32_t seen; /* slots in this window */
	uint32_t slot; /* the number of the current slot */
	uint32_t used;
	uint32_t made;
	uint32_t idle;
	uint32_t others; /* carved slots that are not made: spare, vacant, retired, given up */
	uint32_t carved;
};

static bool has_part(const struct tarn_object_pool *pool, const struct tarn_object_part *part)
{
	const struct tarn_object_part *own = &pool->part;

	while (own && own != part)
		own = part_next(pool, own);
	return own;
}

/* Ends the window after SLICE slots and opens another one. False iff the part was given back in
 * between. */
static bool breathe(struct audit *audit, const struct tarn_object_part *part)
{
	if (!audit->sliced || ++audit->seen < SLICE)
		return true;
	audit->seen = 0;
	unlock(audit->pool, audit->key);
	audit->key = lock(audit->pool);
	return has_part(audit->pool, part);
}

static bool marked(const struct tarn_object_pool *pool)
{
	return !has_option(pool, TARN_OBJECT_KNOWS);
}

/* O1 */
static bool parts_sound(struct audit *audit)
{
	const struct tarn_object_pool *pool = audit->pool;
	const struct tarn_object_part *part = &pool->part;
	uint32_t end = 0;

	for (; part; part = part_next(pool, part)) {
		uint32_t first = part_first(pool, part);

		audit->slot = first;
		if (first < end || part->limit > part->created || part->created > part->capacity)
			return false;
		end = first + part->capacity;
	}
	return !has_option(pool, TARN_OBJECT_GROW) || end <= full_pool(pool)->maximum;
}

/* The length of a list of unused slots; UINT32_MAX where it is damaged. It follows only links to
 * slots, so a change between two windows gives a wrong length and leads nowhere else. */
static uint32_t list_length(struct audit *audit, struct tarn_object_part *part, void *object)
{
	struct tarn_object_pool *pool = audit->pool;
	uint32_t length = 0;

	while (object) {
		struct slot slot = {part, tarn_object_slot_(facts_of(pool), part, object), object};

		audit->slot = part_first(pool, part) + slot.index;
		if (!slot_idle(pool, &slot) || slot_retired(pool, &slot) || ++length > part->limit)
			return UINT32_MAX;
		object = *tarn_object_link_(facts_of(pool), object);
		if (!breathe(audit, part))
			return UINT32_MAX;
	}
	return length;
}

/* O5: the idle slots come first, then all others that are made. Each leads back to the one before
 * it. */
static bool ring_sound(struct audit *audit, struct tarn_object_part *part)
{
	struct tarn_object_pool *pool = audit->pool;
	void *object = part->head;
	uint32_t made = part->made;
	uint32_t idle = part->idle;

	for (uint32_t at = 0; at < made; at++) {
		struct slot slot;
		void *next;

		if (!slot_find(pool, object, &slot) || (at < idle && slot_taken(pool, &slot)))
			return false;
		audit->slot = slot.index;
		next = tarn_object_next_(facts_of(pool), object);
		if (!slot_find(pool, next, &slot) ||
		    tarn_object_ages_(facts_of(pool), next)->before != object ||
		    (next == part->head) != (at + 1 == made))
			return false;
		object = next;
		if (!breathe(audit, part))
			return false;
	}
	return made || !object;
}

/* O2 with BITS: the free bits of carved slots, and what the words above say of them. */
static bool bits_sound(struct audit *audit, struct tarn_object_part *part)
{
	uint32_t idle = 0;

	for (uint32_t from = 0; from < part->limit; from += 32) {
		uint32_t left = part->limit - from;
		uint32_t word = part->marks[from >> 5].free;

		audit->slot = part_first(audit->pool, part) + from;
		if (left < 32 && word >> left)
			return false;
		if (tarn_object_noted_(facts_of(audit->pool), part, from >> 5) != (word != 0))
			return false;
		for (; word; word &= word - 1)
			idle++;
		if (!breathe(audit, part))
			return false;
	}
	return idle == part->idle;
}

/* O2: what is idle. */
static bool idle_sound(struct audit *audit, struct tarn_object_part *part)
{
	if (by_bits(audit->pool))
		return bits_sound(audit, part);
	if (has_option(audit->pool, TARN_OBJECT_ROB_OLDEST))
		return part->idle <= part->made;
	return list_length(audit, part, part->head) == part->idle;
}

/* O3: the spare and the vacant list. A pool without a rest has neither. */
static bool rest_sound(struct audit *audit, struct tarn_object_part *part)
{
	const struct tarn_object_rest *rest;

	if (!has_rest(audit->pool))
		return true;
	rest = rest_of(audit->pool, part);
	if (list_length(audit, part, rest->spare) != rest->spares ||
	    list_length(audit, part, rest->vacant) != rest->vacants)
		return false;
	audit->others += rest->spares + rest->vacants + rest->given_up;
	return true;
}

/* O7 */
static bool fills_whole(struct audit *audit, struct tarn_object_part *part, void *object,
			uint32_t left)
{
	const struct tarn_object_facts *facts = facts_of(audit->pool);
	bool ring = facts->options & TARN_OBJECT_ROB_OLDEST && object == part->head;

	for (; object && left; left--) {
		uint32_t index = tarn_object_slot_(facts, part, object);

		audit->slot = part_first(audit->pool, part) + index;
		if (index >= part->limit || !hooks_filled(audit->pool, object))
			return false;
		object =
			ring ? tarn_object_next_(facts, object) : *tarn_object_link_(facts, object);
		if (!breathe(audit, part))
			return false;
	}
	return true;
}

static bool bits_whole(struct audit *audit, struct tarn_object_part *part)
{
	for (uint32_t index = 0; index < part->limit; index++) {
		audit->slot = part_first(audit->pool, part) + index;
		if (slot_is_free(audit->pool, part, index) &&
		    !hooks_filled(audit->pool, object_at(audit->pool, part, index)))
			return false;
		if (!breathe(audit, part))
			return false;
	}
	return true;
}

/* O7 of the idle objects. */
static bool idle_whole(struct audit *audit, struct tarn_object_part *part)
{
	if (by_bits(audit->pool))
		return TARN_HARDEN < 2 || bits_whole(audit, part);
	return fills_whole(audit, part, part->head, part->idle);
}

/* O6 of one slot. */
static bool tag_sound(struct audit *audit, const struct slot *slot)
{
	uint32_t birth = slot->part->birth;
	uint32_t tag;

	if (!tagged(audit->pool))
		return true;
	tag = tag_idle(*tarn_object_tag_(slot->object));
	audit->others += tag == RETIRED;
	return tag == RETIRED || (tag >= (birth & ~HELD) && !(~tag & birth & HELD));
}

static uint32_t slots_broken(struct audit *audit, struct tarn_object_part *part)
{
	for (uint32_t index = 0; index < part->limit; index++) {
		struct slot slot = slot_at(audit->pool, part, index);

		audit->slot = part_first(audit->pool, part) + index;
		if (!tag_sound(audit, &slot))
			return 6;
		audit->used += slot_taken(audit->pool, &slot);
		if (!breathe(audit, part))
			return 1;
	}
	return 0;
}

static uint32_t part_broken(struct audit *audit, struct tarn_object_part *part)
{
	uint32_t broken;

	if (!idle_sound(audit, part))
		return 2;
	if (!rest_sound(audit, part))
		return 3;
	broken = slots_broken(audit, part);
	if (broken)
		return broken;
	if (has_option(audit->pool, TARN_OBJECT_ROB_OLDEST) && !ring_sound(audit, part))
		return 5;
	audit->made += part->made;
	audit->idle += part->idle;
	audit->carved += part->limit;
	if (!idle_whole(audit, part))
		return 7;
	return !has_rest(audit->pool) || fills_whole(audit, part, rest_of(audit->pool, part)->spare,
						     part->limit)
		       ? 0
		       : 7;
}

/* O4 */
static uint32_t sums_broken(struct audit *audit)
{
	struct tarn_object_pool *pool = audit->pool;
	uint32_t held = audit->idle + calls_held(pool);

	if (audit->made + audit->others != audit->carved)
		return 4;
	return (marked(pool) ? audit->used + held != audit->made : held > audit->made) ? 4 : 0;
}

/* field by field, because a compiler may turn an initialiser into a call of memset */
static void audit_begin(struct audit *audit, struct tarn_object_pool *pool, bool sliced)
{
	audit->pool = pool;
	audit->sliced = sliced;
	audit->seen = 0;
	audit->slot = 0;
	audit->used = 0;
	audit->made = 0;
	audit->idle = 0;
	audit->others = 0;
	audit->carved = 0;
}

static uint32_t check(struct audit *audit)
{
	struct tarn_object_part *part = &audit->pool->part;
	uint32_t broken = 0;

	audit->key = lock(audit->pool);
	if (!parts_sound(audit))
		broken = 1;
	for (; part && !broken; part = part_next(audit->pool, part))
		broken = part_broken(audit, part);
	if (!broken)
		broken = sums_broken(audit);
	unlock(audit->pool, audit->key);
	return broken;
}

uint32_t tarn_object_check(struct tarn_object_pool *pool, struct tarn_object_broken *broken)
{
	uint32_t invariant = 0;

	if (!pool_given(pool) || !object_is_open(pool))
		return 0;
	for (int sliced = 1; sliced >= 0; sliced--) {
		struct audit audit;

		audit_begin(&audit, pool, sliced);
		invariant = check(&audit);
		if (!invariant)
			return 0;
		if (broken) {
			broken->pool = pool;
			broken->invariant = invariant;
			broken->slot = audit.slot;
		}
	}
	return invariant;
}

uint32_t tarn_object_check_all(struct tarn_object_broken *broken)
{
	struct tarn_object_pool *pool = tarn_object_pool_first();
	uint32_t invariant = 0;

	for (; pool && !invariant; pool = tarn_object_pool_next(pool))
		invariant = tarn_object_check(pool, broken);
	return invariant;
}
