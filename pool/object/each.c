/* SPDX-License-Identifier: MIT
 * Questions: which objects are in use, and how many. */
#include "object/object.h"

bool tarn_object_in_use(struct tarn_object_pool *pool, const void *object)
{
	struct slot slot;
	tarn_port_key key;
	bool found, knows;

	object_known(pool);
	key = tarn_object_lock_(pool->type);
	knows = pool->type->options & TARN_OBJECT_KNOWS;
	found = slot_find(pool, object, &slot);
	found = found && (knows || slot_used(pool, &slot));
	tarn_object_unlock_(pool->type, key);
	return found && (!knows || slot_used(pool, &slot));
}

/* ---- Walks --------------------------------------------------------------------------------- */

#define SLICE 16 /* slots passed over in one lock window */

/* The first slot numbered `at` or more that was carved. */
static bool slot_from(struct tarn_object_pool *pool, uint32_t at, struct slot *slot)
{
	struct tarn_object_part *part = &pool->part;

	for (; part; part = part->next) {
		uint32_t from = at > part->first ? at - part->first : 0;

		if (from < part->limit) {
			slot->part = part;
			slot->index = from;
			slot->object = object_at(pool, part, from);
			return true;
		}
	}
	return false;
}

/* From a slot on, within its part and the slice: one in use? Otherwise it ends on the last. */
static bool used_from(const struct tarn_object_pool *pool, struct slot *slot)
{
	uint32_t left = slot->part->limit - slot->index;

	if (pool->type->options & TARN_OBJECT_KNOWS)
		return true; /* it is asked outside the lock */
	if (left > SLICE)
		left = SLICE;
	for (; !slot_used(pool, slot); slot->index++) {
		if (--left == 0)
			return false;
		slot->object = (unsigned char *)slot->object + pool->type->stride;
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
		tarn_port_key key = tarn_object_lock_(pool->type);

		more = slot_from(pool, *at, &slot);
		if (more) {
			used = used_from(pool, &slot);
			*at = slot.part->first + slot.index + 1;
		}
		tarn_object_unlock_(pool->type, key);
		if (used && (!(pool->type->options & TARN_OBJECT_KNOWS) || slot_used(pool, &slot)))
			return slot.object;
	} while (more);
	return NULL;
}

/* ---- Counts -------------------------------------------------------------------------------- */

uint32_t tarn_object_count(struct tarn_object_pool *pool)
{
	uint32_t count = 0;

	for (uint32_t at = 0; tarn_object_each(pool, &at);)
		count++;
	return count;
}

static uint32_t worn_count(struct tarn_object_pool *pool)
{
	struct slot slot;
	uint32_t at = 0;
	uint32_t worn = 0;
	bool more;

	do {
		tarn_port_key key = tarn_object_lock_(pool->type);

		more = slot_from(pool, at, &slot);
		if (more) {
			worn += slot_worn(pool, &slot);
			at = slot.part->first + slot.index + 1;
		}
		tarn_object_unlock_(pool->type, key);
	} while (more);
	return worn;
}

/* It was counted in many windows. What another context got and put meanwhile may be counted
 * twice. */
static uint32_t at_most(uint32_t counted, uint32_t most)
{
	return counted < most ? counted : most;
}

void tarn_object_stats(struct tarn_object_pool *pool, struct tarn_object_stats *stats)
{
	const struct tarn_object_part *part = &pool->part;
	tarn_port_key key;

	stats->live = tarn_object_count(pool);
	stats->worn = worn_count(pool);
	stats->name = pool->type->name;
	stats->size = pool->type->size;
	stats->slot = pool->type->stride;
	stats->maximum = pool->maximum;
	stats->retired = 0;
	key = tarn_object_lock_(pool->type);
	stats->capacity = parts_capacity(pool);
	stats->created = parts_created(pool);
	peak_find(pool);
	stats->peak = pool->peak;
	stats->live = at_most(stats->live, at_most(stats->peak, stats->created));
	stats->worn = at_most(stats->worn, stats->created);
	stats->refused = pool->refused;
	stats->robbed = pool->robbed;
	stats->grown = pool->grown;
	stats->shrunk = pool->shrunk;
	for (; part; part = part->next)
		stats->retired += part->retired;
	tarn_object_unlock_(pool->type, key);
}
