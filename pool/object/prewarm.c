/* SPDX-License-Identifier: MIT
 * Prewarm and trim: objects are created ahead of their first use, or destroyed early. */
#include "object/object.h"

/* Take a slot, unless `objects` exist already (`more`), or no more than those. */
static enum taken take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
		       uint32_t objects, void *caller)
{
	enum taken taken;
	void *damaged;

	do {
		tarn_port_key key = tarn_object_lock_(pool->type);
		uint32_t created = parts_created(pool);

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
	} while (parts_created(pool) < objects && pool->type->policy->grow &&
		 pool->type->policy->grow(pool));
	return parts_created(pool);
}

uint32_t tarn_object_trim(struct tarn_object_pool *pool, uint32_t objects)
{
	struct slot slot;

	if (!object_admitted(pool, NULL, CALLER))
		return parts_created(pool);
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
	return parts_created(pool);
}
