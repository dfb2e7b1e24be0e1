/* SPDX-License-Identifier: MIT
 * Recycle: nobody holds a handle, so each slot may begin again. */
#include "object.h"

/* Makes spare what a reset left uncarved. Then each retired slot is carved, and its object can be
 * created outside the lock, as hooks want it. */
static void carve_left(struct tarn_object_pool *pool, void *caller)
{
	struct tarn_object_call call = CALL;
	struct slot slot;

	while (object_take(pool, &slot, FROM_LEFT, &call, caller)) {
		tarn_port_key key = lock(pool);

		call_leave(pool, &call);
		slot_spare(pool, &slot);
		unlock(pool, key);
	}
}

/* Gives a slot its generations again. Inside the lock. The first generation of a part marks objects
 * that were never got (slot.c), so an idle one begins with the second. False: the slot is
 * retired. */
static bool begin_anew(const struct slot *slot)
{
	tarn_object_tag *tag = tarn_object_tag_(slot->object);
	uint32_t birth = slot->part->birth;

	if (*tag == RETIRED)
		return false;
	if (tarn_object_sign_(*tag) < 0)
		*tag = ~birth;
	else if (*tag != birth)
		*tag = birth + GENERATION;
	return true;
}

/* Inside the lock: brings back a retired slot of a pool whose objects need no creation. */
static struct tarn_object_part *bring_back(struct tarn_object_pool *pool, const struct slot *slot)
{
	if (slot->index < slot->part->limit) {
		slot_revive(pool, slot);
		return slot_push(pool, slot);
	}
	*tarn_object_tag_(slot->object) = slot->part->birth + GENERATION;
	return NULL;
}

/* Creates the object again, which was destroyed when the slot retired. */
static void create(struct tarn_object_pool *pool, const struct slot *slot,
		   struct tarn_object_call *call)
{
	tarn_port_key key;

	hooks_created(pool, slot->object, call);
	key = lock(pool);
	call_leave(pool, call);
	slot_spare(pool, slot);
	unlock(pool, key);
}

/* Recycles slot number `at`, or the next one after it. False after the last one. */
static bool next_recycle(struct tarn_object_pool *pool, uint32_t *at)
{
	struct tarn_object_part *empty = NULL;
	struct tarn_object_call call = CALL;
	struct slot slot;
	tarn_port_key key = lock(pool);
	bool more = created_from(pool, at, &slot);
	/* While somebody has an object between hands, that object may be retiring. */
	bool retired = more && !begin_anew(&slot) && !pool->calls;
	bool apart = retired && made_apart(pool) && slot.index < slot.part->limit;

	if (apart) {
		slot_revive(pool, &slot);
		call_enter(pool, &call, slot.object, TARN_OBJECT_HOOK_);
	} else if (retired && !made_apart(pool)) {
		empty = bring_back(pool, &slot);
	}
	unlock(pool, key);
	if (apart)
		create(pool, &slot, &call);
	part_give_back(pool, empty);
	return more;
}

void tarn_object_recycle(struct tarn_object_pool *pool)
{
	uint32_t at = 0;

	if (!pool_admitted(pool) || !object_is_open(pool) || !tagged(pool))
		return;
	if (made_apart(pool))
		carve_left(pool, CALLER);
	while (next_recycle(pool, &at))
		;
	object_tell(pool);
}
