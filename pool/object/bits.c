/* SPDX-License-Identifier: MIT
 * Bits: the calls in full for TARN_OBJECT_BITS. A type has them through its policy, so that others
 * do not link them. All of it runs inside the caller's lock window. */
#include "object.h"

static void bits_begin(struct tarn_object_pool *pool, const void *slot_)
{
	const struct slot *slot = slot_;
	struct tarn_object_marks *marks;
	uint32_t pair = slot->index >> 5;

	if (slot->index & 31)
		return;
	marks = tarn_object_marks_(facts_of(pool), slot->part, slot->index);
	marks->here = 0;
	__atomic_signal_fence(__ATOMIC_RELEASE); /* a walk reads them in the other order */
	marks->free = 0;
	if (!by_bits(pool) || !tarn_object_tall_(facts_of(pool)))
		return;
	if (!(pair & 31))
		tarn_object_low_(slot->part)[pair >> 5] = 0;
	if (!(pair & 1023))
		tarn_object_high_(slot->part)[pair >> 10] = 0;
}

static void bits_take(struct tarn_object_pool *pool, void *slot_)
{
	struct slot *slot = slot_;

	slot->object = tarn_object_take_lowest_(facts_of(pool), slot->part, true);
	slot->index = tarn_object_slot_(facts_of(pool), slot->part, slot->object);
}

static void bits_give(struct tarn_object_pool *pool, const void *slot_)
{
	const struct slot *slot = slot_;

	tarn_object_free_(facts_of(pool), slot->part, slot->index, false);
	if (!object_handed(pool))
		tarn_object_here_(facts_of(pool), slot->part, slot->index, true);
}

const struct tarn_object_bits tarn_object_bits_ = {bits_begin, bits_take, bits_give};
