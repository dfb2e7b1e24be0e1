/* SPDX-License-Identifier: MIT
 * The validator of object pools: the invariants O1 to O7 of README.md, and no others. */
#include "object/object.h"

#define SLICE 8

/* Where the check stands, and what it counted. */
struct audit {
	struct tarn_object_pool *pool;
	tarn_port_key key;
	bool sliced;
	uint32_t seen; /* slots in this window */
	uint32_t slot; /* the number of the one that is looked at */
	uint32_t used;
	uint32_t idle;
	uint32_t ready;
	uint32_t vacant;
	uint32_t passed;
	uint32_t carved;
};

static bool has_part(const struct tarn_object_pool *pool, const struct tarn_object_part *part)
{
	const struct tarn_object_part *own = &pool->part;

	while (own && own != part)
		own = own->next;
	return own;
}

/* Let others in. False iff the part was given back meanwhile. */
static bool breathe(struct audit *audit, const struct tarn_object_part *part)
{
	if (!audit->sliced || ++audit->seen < SLICE)
		return true;
	audit->seen = 0;
	tarn_object_unlock_(audit->pool->type, audit->key);
	audit->key = tarn_object_lock_(audit->pool->type);
	return has_part(audit->pool, part);
}

static bool marked(const struct tarn_object_pool *pool)
{
	return !(pool->type->options & TARN_OBJECT_KNOWS);
}

/* O1 */
static bool parts_sound(struct audit *audit)
{
	const struct tarn_object_pool *pool = audit->pool;
	const struct tarn_object_part *part = &pool->part;
	uint32_t end = 0;

	for (; part; part = part->next) {
		audit->slot = part->first;
		if (part->first < end || part->limit > part->created ||
		    part->created > part->capacity)
			return false;
		end = part->first + part->capacity;
	}
	return end <= pool->maximum;
}

/* O2: behind a ready slot on the idle list is the next one, or nothing. */
static bool ready_follows(const struct tarn_object_pool *pool, const struct slot *slot)
{
	uint32_t next = slot->index + 1;
	const void *object = next == pool->ready_to ? NULL : object_at(pool, slot->part, next);

	if (slot->part != &pool->part || next <= pool->ready_from || next > pool->ready_to ||
	    *tarn_object_tag_(slot->object) != pool->ready_tag)
		return true;
	return *tarn_object_link_(pool->type, slot->object) == object;
}

/* A list of slots that nobody uses: how many; more than there can be where it is broken. Only what
 * is a slot is followed: a change between two windows leads to a wrong length, not astray. */
static uint32_t list_length(struct audit *audit, struct tarn_object_part *part, void *object)
{
	struct tarn_object_pool *pool = audit->pool;
	uint32_t length = 0;

	while (object) {
		struct slot slot = {part, tarn_object_slot_(pool->type, part, object), object};

		audit->slot = part->first + slot.index;
		if (slot.index >= part->limit || slot_taken(pool, &slot) ||
		    slot_retired(pool, &slot) || !ready_follows(pool, &slot) ||
		    ++length > part->limit)
			return UINT32_MAX;
		object = *tarn_object_link_(pool->type, object);
		if (!breathe(audit, part))
			return UINT32_MAX;
	}
	return length;
}

/* O7 */
static bool fills_whole(struct audit *audit, struct tarn_object_part *part, void *object)
{
	for (uint32_t left = part->limit; object && left; left--) {
		uint32_t index = tarn_object_slot_(audit->pool->type, part, object);

		audit->slot = part->first + index;
		if (index >= part->limit || !hooks_filled(audit->pool, object))
			return false;
		object = *tarn_object_link_(audit->pool->type, object);
		if (!breathe(audit, part))
			return false;
	}
	return true;
}

/* O5 */
/* Is a pointer of an age's an object in use, or none? */
static bool age_follows(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;

	return !object || (slot_find(pool, object, &slot) && slot_used(pool, &slot));
}

/* Are an object's ages, and its neighbours', what they should be? */
static bool age_sound(struct tarn_object_pool *pool, void *object)
{
	const struct age *age = age_of(pool, object);

	if (!age_follows(pool, age->older) || !age_follows(pool, age->newer))
		return false;
	if (age->older ? age_of(pool, age->older)->newer != object : pool->oldest != object)
		return false;
	return age->newer ? age_of(pool, age->newer)->older == object : pool->newest == object;
}

/* Are there as many as are in use? What was put between two windows is not followed. */
static bool ages_number(struct audit *audit)
{
	struct tarn_object_pool *pool = audit->pool;
	void *object = pool->oldest;
	uint32_t left = audit->used;

	for (; left && object && age_follows(pool, object); left--) {
		object = age_of(pool, object)->newer;
		breathe(audit, &pool->part);
	}
	return left == 0 && !object;
}

/* O5 and O6 of one slot. */
static uint32_t slot_broken(struct audit *audit, const struct slot *slot)
{
	struct tarn_object_pool *pool = audit->pool;
	bool used = slot_taken(pool, slot);

	if (tagged(pool)) {
		uint32_t tag = *tarn_object_tag_(slot->object);
		uint32_t birth = slot->part->birth;

		if (tag && (tag < generation_of(birth) || ~tag & birth & HELD))
			return 6;
	}
	if (used && has_option(pool, TARN_OBJECT_ROB_OLDEST) && !age_sound(pool, slot->object))
		return 5;
	audit->used += used;
	return 0;
}

static uint32_t part_broken(struct audit *audit, struct tarn_object_part *part)
{
	uint32_t idle = list_length(audit, part, part->head);

	if (idle > part->limit)
		return 2;
	if (list_length(audit, part, part->ready) != part->readies ||
	    list_length(audit, part, part->vacant) != part->vacants)
		return 3;
	for (uint32_t index = 0; index < part->limit; index++) {
		struct slot slot = {part, index, object_at(audit->pool, part, index)};
		uint32_t broken;

		audit->slot = part->first + index;
		broken = slot_broken(audit, &slot);
		if (broken)
			return broken;
		if (!breathe(audit, part))
			return 1;
	}
	audit->idle += idle;
	audit->ready += part->readies;
	audit->vacant += part->vacants;
	audit->passed += part->passed;
	audit->carved += part->limit;
	return fills_whole(audit, part, part->head) && fills_whole(audit, part, part->ready) ? 0
											     : 7;
}

static uint32_t sums_broken(struct audit *audit)
{
	struct tarn_object_pool *pool = audit->pool;
	uint32_t others =
		audit->idle + audit->ready + audit->vacant + audit->passed + pool->between;

	if (marked(pool) ? audit->used + others != audit->carved : others > audit->carved)
		return 4;
	peak_find(pool);
	if (marked(pool) && audit->used > pool->peak)
		return 4;
	if (has_option(pool, TARN_OBJECT_ROB_OLDEST) && !ages_number(audit))
		return 5;
	return 0;
}

/* Field by field: for an initialiser the compiler may call memset. */
static void audit_begin(struct audit *audit, struct tarn_object_pool *pool, bool sliced)
{
	audit->pool = pool;
	audit->sliced = sliced;
	audit->seen = 0;
	audit->slot = 0;
	audit->used = 0;
	audit->idle = 0;
	audit->ready = 0;
	audit->vacant = 0;
	audit->passed = 0;
	audit->carved = 0;
}

static uint32_t check(struct audit *audit)
{
	struct tarn_object_part *part = &audit->pool->part;
	uint32_t broken = 0;

	audit->key = tarn_object_lock_(audit->pool->type);
	if (!parts_sound(audit))
		broken = 1;
	for (; part && !broken; part = part->next)
		broken = part_broken(audit, part);
	if (!broken)
		broken = sums_broken(audit);
	tarn_object_unlock_(audit->pool->type, audit->key);
	return broken;
}

uint32_t tarn_object_check(struct tarn_object_pool *pool, struct tarn_object_broken *broken)
{
	uint32_t invariant = 0;

	if (!object_is_open(pool))
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
