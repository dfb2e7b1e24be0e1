/* SPDX-License-Identifier: MIT
 * What a stale write leaves in a free object: no list of a pool is followed there. */
#include "world.h"

TARN_OBJECT_TYPE(things, struct thing, 8, TARN_OBJECT_REFUSE);

static uint32_t destroyed;

static void count_destroyed(struct thing *thing)
{
	(void)thing;
	destroyed++;
}

TARN_OBJECT_TYPE_WITH(mortals, struct thing, 8, TARN_OBJECT_REFUSE, .destroy = count_destroyed);

static struct {
	struct things things;
	struct mortals mortals;
} *const pools = (void *)&objects_place[0];

/* What a stale write may leave in the link: nothing that is no idle object's is handed out. */
static void damaged_links_are_not_followed(void)
{
	struct thing *thing[4];

	NEED_LEVEL(1);
	for (uint32_t way = 0; way < 5; way++) {
		const void *link;

		CHECK(things_open_at(&pools->things, ARENA(things, 6)));
		for (int i = 0; i < 4; i++)
			thing[i] = things_get(&pools->things);
		link = way == 0   ? (void *)&pools->things         /* outside */
		       : way == 1 ? (void *)((char *)thing[0] + 4) /* inside an object */
		       : way == 2 ? (void *)thing[3]               /* in use */
		       : way == 3 ? (void *)((char *)thing[3] + things_stride) /* never got */
				  : (void *)thing[0];                          /* itself */
		things_put(&pools->things, thing[1]);
		things_put(&pools->things, thing[0]);
		*(const void **)(void *)thing[0] = link;
		CHECK(tarn_object_check(&pools->things.core, NULL) != 0);
		CHECK_PTR(things_get(&pools->things), thing[0]);
		CHECK(things_get(&pools->things) != NULL); /* a fresh one */
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, link);
		tarn_object_reset(&pools->things.core);
		LEAVE();
	}
}

/* Nor of slots that were created ahead, or destroyed. */
static void damaged_lists_are_given_up(void)
{
	NEED_LEVEL(1);
	for (int ahead = 0; ahead < 2; ahead++) {
		struct thing *first, *thing;

		CHECK(things_open_at(&pools->things, ARENA(things, 2)));
		first = things_get(&pools->things);
		things_put(&pools->things, things_get(&pools->things));
		things_put(&pools->things, first);
		CHECK_EQ(tarn_object_trim(&pools->things.core, 0), 0);
		if (ahead)
			CHECK_EQ(tarn_object_prewarm(&pools->things.core, 2), 2);
		thing = things_get(&pools->things);
		things_put(&pools->things, thing);
		first = ahead ? pools->things.core.part.ready : pools->things.core.part.vacant;
		CHECK(first != NULL && first != thing);
		*(void **)(void *)thing = NULL;
		things_get(&pools->things);
		if (ahead)
			pools->things.core.part.ready = (void *)0x1234;
		else
			pools->things.core.part.vacant = (void *)0x1234;
		CHECK_PTR(things_get(&pools->things), NULL);
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x1234);
		tarn_object_reset(&pools->things.core);
		CHECK(tarn_object_close(&pools->things.core));
	}
}

/* Closing destroys what it can reach, and follows no link for nothing. */
static void damaged_links_are_not_destroyed(void)
{
	struct thing *thing, *below;

	NEED_LEVEL(1);
	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	below = things_get(&pools->things);
	thing = things_get(&pools->things);
	things_put(&pools->things, below);
	things_put(&pools->things, thing);
	*(void **)(void *)thing = (void *)0x1234;
	CHECK(tarn_object_close(&pools->things.core));
	LEAVE(); /* no fault */

	for (int ring = 0; ring < 2; ring++) {
		struct thing *other;

		CHECK(mortals_open_at(&pools->mortals, ARENA(mortals, 4)));
		other = mortals_get(&pools->mortals);
		thing = mortals_get(&pools->mortals);
		mortals_put(&pools->mortals, other);
		mortals_put(&pools->mortals, thing);
		destroyed = 0;
		*(void **)(void *)thing = ring ? (void *)thing : (void *)0x1234;
		CHECK(tarn_object_close(&pools->mortals.core));
		if (!ring)
			EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x1234);
		CHECK(destroyed >= 1 && destroyed <= 2);
	}
}

void are_damaged_links_found(void)
{
	objects_begin();
	CASE(damaged_links_are_not_followed);
	CASE(damaged_lists_are_given_up);
	CASE(damaged_links_are_not_destroyed);
}
