/* SPDX-License-Identifier: MIT
 * Questions: which objects are in use, and how many. */
#include "object.h"

bool tarn_object_in_use(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	tarn_port_key key;
	bool found, knows;

	object_known(pool);
	key = lock(pool);
	knows = has_option(pool, TARN_OBJECT_KNOWS);
	found = slot_find(pool, object, &slot);
	found = found && (knows || slot_used(pool, &slot));
	unlock(pool, key);
	return found && (!knows || slot_used(pool, &slot));
}

uint32_t tarn_object_owner(struct tarn_object_pool *pool, const void *object)
{
	if (!pool_given(pool) || TARN_HARDEN < 2 || !tarn_object_in_use(pool, object))
		return 0;
	return *owner_of(pool, (void *)(uintptr_t)object);
}

/* ---- Walks --------------------------------------------------------------------------------- */

#define SLICE 16 /* slots looked at in one lock window */

/* The first carved slot whose number is `at` or more. */
static bool slot_from(struct tarn_object_pool *pool, uint32_t at, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	for (; part; part = part_next(pool, part)) {
		uint32_t first = part_first(pool, part);
		uint32_t from = at > first ? at - first : 0;

		if (from < part->limit) {
			*slot = slot_at(pool, part, from);
			return true;
		}
	}
	return false;
}

/* BITS: used_from, within the 32 slots of a pair. A slot that is not carved is not in use. */
static bool used_of_pair(const struct tarn_object_pool *pool, struct slot *slot)
{
	uint32_t used = tarn_object_used_(facts_of(pool), slot->part, slot->index);
	uint32_t last = slot->index | 31;

	if (used)
		slot->index += tarn_trailing_zeros_(used);
	else
		slot->index = last < slot->part->limit ? last : slot->part->limit - 1;
	slot->object = object_at(pool, slot->part, slot->index);
	return used;
}

/* Looks for a slot in use from this one on, within its part and the slice. False: none; then *slot
 * is the last one that it looked at. */
static bool used_from(const struct tarn_object_pool *pool, struct slot *slot)
{
	uint32_t left = slot->part->limit - slot->index;

	if (has_option(pool, TARN_OBJECT_KNOWS))
		return true; /* the caller asks it outside the lock */
	if (has_option(pool, TARN_OBJECT_BITS))
		return used_of_pair(pool, slot);
	if (left > SLICE)
		left = SLICE;
	for (; !slot_used(pool, slot); slot->index++) {
		if (--left == 0)
			return false;
		slot->object = (unsigned char *)slot->object + facts_of(pool)->stride;
	}
	return true;
}

void *tarn_object_each(struct tarn_object_pool *pool, uint32_t *at)
{
	struct slot slot;
	bool more;

	object_known(pool);
	do {
		bool used = false;
		tarn_port_key key = lock(pool);

		more = slot_from(pool, *at, &slot);
		if (more) {
			used = used_from(pool, &slot);
			*at = part_first(pool, slot.part) + slot.index + 1;
		}
		unlock(pool, key);
		if (used && (!(has_option(pool, TARN_OBJECT_KNOWS)) || slot_used(pool, &slot)))
			return slot.object;
	} while (more);
	return NULL;
}

/* ---- Counts -------------------------------------------------------------------------------- */

static uint32_t count(const struct tarn_object_pool *pool)
{
	const struct tarn_object_part *part = &pool->part;

	return has_option(pool, TARN_OBJECT_GROW) ? full_pool(pool)->live : part->made - part->idle;
}

/* KNOWS: asks each object, outside the lock. */
static uint32_t count_asking(struct tarn_object_pool *pool)
{
	uint32_t counted = 0;

	for (uint32_t at = 0; tarn_object_each(pool, &at);)
		counted++;
	return counted;
}

uint32_t tarn_object_count(struct tarn_object_pool *pool)
{
	tarn_port_key key;
	uint32_t counted;

	object_known(pool);
	if (has_option(pool, TARN_OBJECT_KNOWS))
		return count_asking(pool);
	key = lock(pool);
	counted = count(pool);
	unlock(pool, key);
	return counted;
}

static uint32_t vacants(const struct tarn_object_pool *pool, const struct tarn_object_part *part)
{
	return has_rest(pool) ? rest_of(pool, part)->vacants : 0;
}

void tarn_object_stats(struct tarn_object_pool *pool, struct tarn_object_stats *stats)
{
	const struct tarn_object_part *part;
	tarn_port_key key;
	uint32_t asked;

	if (!stats)
		return;
	words_set((uintptr_t)stats, (uintptr_t)(stats + 1), 0);
	if (!pool_given(pool))
		return;
	part = &pool->part;
	object_known(pool);
	asked = has_option(pool, TARN_OBJECT_KNOWS) ? count_asking(pool) : 0;
	stats->retired = parts_retired(pool, &stats->worn);
	stats->name = pool->type->name;
	stats->size = pool->type->size;
	stats->slot = facts_of(pool)->stride;
	stats->capacity = 0;
	stats->created = 0 - stats->retired;
	key = lock(pool);
	peak_find(pool);
	stats->peak = pool->peak;
	stats->live = has_option(pool, TARN_OBJECT_KNOWS) ? asked : count(pool);
	stats->refused = pool->refused;
	stats->robbed = has_rest(pool) ? full_pool(pool)->robbed : 0;
	stats->grown = has_rest(pool) ? full_pool(pool)->grown : 0;
	stats->shrunk = has_rest(pool) ? full_pool(pool)->shrunk : 0;
	for (; part; part = part_next(pool, part)) {
		stats->capacity += part->capacity;
		stats->created += part->created - vacants(pool, part);
	}
	unlock(pool, key);
	stats->maximum =
		has_option(pool, TARN_OBJECT_GROW) ? full_pool(pool)->maximum : stats->capacity;
}
