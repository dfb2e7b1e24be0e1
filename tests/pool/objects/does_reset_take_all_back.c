/* SPDX-License-Identifier: MIT */
#include "world.h"

static uint32_t resets, made;

static void count_reset(struct thing *thing)
{
	(void)thing;
	resets++;
}

static void count_made(struct thing *thing)
{
	(void)thing;
	made++;
}

TARN_OBJECT_TYPE(frame, struct thing, 64, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(frame_bits, struct thing, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(frame_oldest, struct thing, 64, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(frame_growing, struct thing, 64, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE_WITH(asked, struct thing, 64, TARN_OBJECT_REFUSE, .reset = count_reset,
		      .once = count_made);

static struct {
	struct frame frame;
	struct frame_bits frame_bits;
	struct frame_oldest frame_oldest;
	struct frame_growing frame_growing;
	struct asked asked;
} *const pools = (void *)&objects_place[0];

/* In each frame all objects are got, and one call puts them all. */
#define ONE_CALL(pool)                                                             \
	static void pool##_goes_back_by_one_call(void)                             \
	{                                                                          \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 12)));              \
		for (uint32_t round = 0; round < 5; round++) {                     \
			struct thing *first = NULL;                                \
                                                                                   \
			for (uint32_t i = 0; i < 7 + round; i++) {                 \
				struct thing *thing = pool##_get(&pools->pool);    \
                                                                                   \
				CHECK(thing != NULL);                              \
				if (i == 0)                                        \
					first = thing;                             \
			}                                                          \
			pool##_put(&pools->pool, first);                           \
			CHECK_EQ(tarn_object_count(&pools->pool.core), 6 + round); \
			tarn_object_reset(&pools->pool.core);                      \
			CHECK_EQ(tarn_object_count(&pools->pool.core), 0);         \
			CHECK(!pool##_in_use(&pools->pool, first));                \
			CHECK_POOL(&pools->pool);                                  \
		}                                                                  \
		CHECK_EQ(objects_stats(&pools->pool.core).peak, 11);               \
		CHECK_EQ(objects_stats(&pools->pool.core).created, 11);            \
		LEAVE();                                                           \
	}
ONE_CALL(frame)
ONE_CALL(frame_bits)
ONE_CALL(frame_oldest)

/* A reset writes nothing of any slot, so its cost cannot depend on their number. */
static void it_touches_no_slot(void)
{
	static unsigned char before[TARN_OBJECT_BYTES(frame, 9)];
	uint32_t changed = 0;

	SKIP_UNLESS(TARN_HARDEN < 2, "from level 2 on each object is filled");
	CHECK(frame_open_at(&pools->frame, ARENA(frame, 9)));
	for (int i = 0; i < 9; i++)
		frame_get(&pools->frame);
	for (uint32_t i = 0; i < sizeof(before); i++)
		before[i] = unit_arena()[i];
	tarn_object_reset(&pools->frame.core);
	for (uint32_t i = 0; i < sizeof(before); i++)
		changed += before[i] != unit_arena()[i];
	CHECK_EQ(changed, 0);
	LEAVE();
}

static void hooks_run_for_what_was_in_use(void)
{
	struct thing *thing;

	resets = made = 0;
	CHECK(asked_open_at(&pools->asked, ARENA(asked, 8)));
	for (int i = 0; i < 6; i++)
		thing = asked_get(&pools->asked);
	asked_put(&pools->asked, thing);
	CHECK_EQ(resets, 1);
	tarn_object_reset(&pools->asked.core);
	CHECK_EQ(resets, 6);
	tarn_object_reset(&pools->asked.core);
	CHECK_EQ(resets, 6);
	for (int i = 0; i < 6; i++)
		asked_get(&pools->asked);
	CHECK_EQ(made, 6); /* each was created once */
	LEAVE();
}

static void chunks_go_back_to_the_heap(void)
{
	uint32_t used;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1800));
	CHECK(frame_growing_open(&pools->frame_growing, &unit_heap, 4, 12));
	used = unit_commons_free(&unit_heap);
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 12; i++)
			CHECK(frame_growing_get(&pools->frame_growing) != NULL);
		tarn_object_reset(&pools->frame_growing.core);
		unit_drain(&unit_heap);
		CHECK_EQ(unit_commons_free(&unit_heap), used);
		CHECK_EQ(objects_stats(&pools->frame_growing.core).capacity, 4);
		CHECK_POOL(&pools->frame_growing);
	}
	LEAVE();
}

/* Objects after a damaged link are lost until then. */
static void what_was_lost_comes_back(void)
{
	struct thing *thing[4];

	CHECK(frame_open_at(&pools->frame, ARENA(frame, 4)));
	for (int i = 0; i < 4; i++)
		thing[i] = frame_get(&pools->frame);
	for (int i = 0; i < 3; i++)
		frame_put(&pools->frame, thing[i]);
	*(uintptr_t *)(void *)thing[1] = 0x1234; /* 2, 1 | 0 */
	CHECK_PTR(frame_get(&pools->frame), thing[2]);
	CHECK_PTR(frame_get(&pools->frame), thing[1]);
	CHECK_PTR(frame_get(&pools->frame), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_LINK, (void *)0x1234);
	tarn_object_reset(&pools->frame.core);
	CHECK_POOL(&pools->frame);
	for (int i = 0; i < 4; i++)
		CHECK(frame_get(&pools->frame) != NULL);
	LEAVE();
}

void does_reset_take_all_back(void)
{
	objects_begin();
	CASE(frame_goes_back_by_one_call);
	CASE(frame_bits_goes_back_by_one_call);
	CASE(frame_oldest_goes_back_by_one_call);
	CASE(it_touches_no_slot);
	CASE(hooks_run_for_what_was_in_use);
	CASE(chunks_go_back_to_the_heap);
	CASE(what_was_lost_comes_back);
}
