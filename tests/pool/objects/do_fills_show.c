/* SPDX-License-Identifier: MIT
 * From level 2 on: 0xdeadbeef in a new object that nobody initialised, 0x1deadb0b in one that was
 * put. */
#include "world.h"

struct picture {
	uint32_t words[6]; /* the link covers the first, or the first two */
};
TARN_OBJECT_TYPE(shown, struct picture, 4, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(kept, struct picture, 4,
		 TARN_OBJECT_REFUSE | TARN_OBJECT_KEEP(struct picture, words[3], words[4]));
TARN_OBJECT_TYPE(robbed, struct picture, 4, TARN_OBJECT_ROB_OLDEST);

static struct {
	struct shown shown;
	struct kept kept;
	struct robbed robbed;
} *const pools = (void *)&objects_place[0];

#define LINK_WORDS (sizeof(void *) / 4)

static void a_new_one_reads_deadbeef(void)
{
	struct picture *object;

	NEED_LEVEL(2);
	CHECK(shown_open_at(&pools->shown, ARENA(shown, 4)));
	for (int round = 0; round < 2; round++) {
		object = shown_get(&pools->shown);
		for (int i = 0; i < 6; i++)
			CHECK_EQ(object->words[i], 0xdeadbeef);
		for (int i = 0; i < 6; i++)
			object->words[i] = 7;
		shown_put(&pools->shown, object);
	}
	CHECK(robbed_open_at(&pools->robbed, unit_arena() + 512, TARN_OBJECT_BYTES(robbed, 1)));
	for (int round = 0; round < 3; round++) {
		object = robbed_get(&pools->robbed);
		for (int i = 0; i < 6; i++) {
			CHECK_EQ(object->words[i], 0xdeadbeef);
			object->words[i] = 7;
		}
	}
}

static void a_returned_one_reads_1deadb0b(void)
{
	struct picture *object;

	NEED_LEVEL(2);
	CHECK(shown_open_at(&pools->shown, ARENA(shown, 4)));
	object = shown_get(&pools->shown);
	shown_put(&pools->shown, object);
	for (uint32_t i = LINK_WORDS; i < 6; i++)
		CHECK_EQ(object->words[i], 0x1deadb0b);
	object = shown_get(&pools->shown);
	tarn_object_reset(&pools->shown.core);
	for (uint32_t i = LINK_WORDS; i < 6; i++)
		CHECK_EQ(object->words[i], 0x1deadb0b);
}

static void what_is_kept_is_not_filled(void)
{
	struct picture *object;

	NEED_LEVEL(2);
	CHECK(kept_open_at(&pools->kept, ARENA(kept, 4)));
	object = kept_get(&pools->kept);
	object->words[3] = 3;
	object->words[4] = 4;
	kept_put(&pools->kept, object);
	CHECK_EQ(object->words[3], 3);
	CHECK_EQ(object->words[4], 4);
	CHECK_EQ(object->words[2], 0x1deadb0b);
	CHECK_EQ(object->words[5], 0x1deadb0b);
	object = kept_get(&pools->kept);
	CHECK_EQ(object->words[4], 4);
	CHECK_EQ(object->words[5], 0xdeadbeef);
}

/* Every byte of an idle object that nobody may write to. */
static void a_write_to_a_returned_one_is_found(void)
{
	struct picture *object;

	NEED_LEVEL(2);
	CHECK(kept_open_at(&pools->kept, ARENA(kept, 4)));
	for (uint32_t byte = 0; byte < sizeof(struct picture); byte++) {
		bool link = byte < sizeof(void *);
		bool own = byte / 4 == 3 || byte / 4 == 4;

		object = kept_get(&pools->kept);
		kept_put(&pools->kept, object);
		if (link)
			continue;
		((unsigned char *)object)[byte] ^= 1;
		CHECK_PTR(kept_get(&pools->kept), object);
		if (!own)
			EXPECT_POOL_FAULT(TARN_FAULT_USE_AFTER_FREE, object);
		kept_put(&pools->kept, object);
	}
	CHECK_POOL(&pools->kept);
}

static void below_level_2_nothing_is_filled(void)
{
	struct picture *object;

	SKIP_UNLESS(TARN_HARDEN < 2, "below level 2");
	CHECK(shown_open_at(&pools->shown, ARENA(shown, 4)));
	object = shown_get(&pools->shown);
	for (int i = 0; i < 6; i++)
		object->words[i] = 7;
	shown_put(&pools->shown, object);
	object = shown_get(&pools->shown);
	for (uint32_t i = LINK_WORDS; i < 6; i++)
		CHECK_EQ(object->words[i], 7);
}

void do_fills_show(void)
{
	CASE(a_new_one_reads_deadbeef);
	CASE(a_returned_one_reads_1deadb0b);
	CASE(what_is_kept_is_not_filled);
	CASE(a_write_to_a_returned_one_is_found);
	CASE(below_level_2_nothing_is_filled);
}
