/* SPDX-License-Identifier: MIT
 * From level 2 on: 0xdeadbeef in a new object that nobody initialised, 0x1deadb0b in one that was
 * put. Neither a fill nor the link touches kept bytes, wherever they lie in the object. */
#include "world.h"

#define WORDS      6
#define LINK_WORDS (sizeof(void *) / 4)
#define NEW        0xdeadbeef
#define RETURNED   0x1deadb0b

struct picture {
	uint32_t words[WORDS]; /* the link covers the first, or the first two */
};

static void dig(struct picture *picture)
{
	for (uint32_t i = 0; i < WORDS; i++)
		picture->words[i] = 100 + i;
}

TARN_OBJECT_TYPE(shown, struct picture, 4, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(robbed, struct picture, 4, TARN_OBJECT_ROB_OLDEST);

static struct tarn_object_pool *const pool = &objects_place[0].core;

/* The words from `first` on hold the number. */
static void check_words(const struct picture *picture, uint32_t first, uint32_t number)
{
	for (uint32_t i = first; i < WORDS; i++)
		CHECK_EQ(picture->words[i], number);
}

static void write_words(struct picture *picture)
{
	for (uint32_t i = 0; i < WORDS; i++)
		picture->words[i] = 7;
}

/* ---- What is kept ---------------------------------------------------------------------------- */

/* Every word that is not kept changes; those from `first` to `last` stay as .once made them. */
static void is_kept(const struct tarn_object_type *type, uint32_t first, uint32_t last)
{
	struct picture *object[3];

	CHECK(tarn_object_open_at(pool, type, unit_arena(), 3 * type->facts.stride));
	for (uint32_t round = 0; round < 4; round++) {
		for (uint32_t i = 0; i < 3; i++) {
			object[i] = tarn_object_get(pool);
			for (uint32_t word = 0; word < WORDS; word++) {
				uint32_t *at = &object[i]->words[word];

				if (word >= first && word <= last)
					CHECK_EQ(*at, 100 + word);
				else
					*at = round;
			}
		}
		for (uint32_t i = 0; i < 3; i++)
			tarn_object_put(object[(i + round) % 3], pool);
		CHECK_EQ(tarn_object_check(pool, NULL), 0);
		if (round == 2)
			tarn_object_reset(pool);
	}
}

#define KEEPS(name, first, last)                                                                   \
	TARN_OBJECT_TYPE_WITH(name, struct picture, 8,                                             \
			      TARN_OBJECT_REFUSE |                                                 \
				      TARN_OBJECT_KEEP(struct picture, words[first], words[last]), \
			      .once = dig);                                                        \
	static void name##_is_kept(void)                                                           \
	{                                                                                          \
		is_kept(&name##_type, first, last);                                                \
	}
KEEPS(the_first_word, 0, 0)
KEEPS(the_second_word, 1, 1)
KEEPS(the_third_and_fourth_word, 2, 3)
KEEPS(the_last_word, 5, 5)
KEEPS(all_but_the_first_word, 1, 5)
KEEPS(everything, 0, 5)

/* If nothing is left for the link, the slot is longer. */
static void the_link_finds_a_place(void)
{
	CHECK_EQ(the_last_word_stride, the_third_and_fourth_word_stride);
	CHECK_EQ(everything_stride, the_last_word_stride + (uint32_t)(sizeof(void *) > 4 ? 8 : 4));
}

/* The field that says whether an object is in use belongs to the object, also while it is not in
 * use. */
static bool has_frames(const struct picture *picture)
{
	return picture->words[2] != 0;
}
TARN_OBJECT_TYPE_WITH(particles, struct picture, 8,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct picture, words[2], words[2]),
		      .in_use = has_frames);

static void the_predicates_field_is_kept(void)
{
	CHECK(particles_open_at((void *)pool, ARENA(particles, 4)));
	for (uint32_t i = 0; i < 4; i++) {
		struct picture *object = tarn_object_get(pool);

		object->words[2] = 0;
		tarn_object_put(object, pool);
		CHECK_EQ(object->words[2], 0);
		CHECK_EQ(tarn_object_count(pool), 0);
	}
}

/* ---- Fills ----------------------------------------------------------------------------------- */

static void a_new_one_reads_deadbeef(void)
{
	struct picture *object;

	NEED_LEVEL(2);
	CHECK(shown_open_at((void *)pool, ARENA(shown, 4)));
	for (int round = 0; round < 2; round++) {
		object = shown_get((void *)pool);
		check_words(object, 0, NEW);
		write_words(object);
		shown_put((void *)pool, object);
	}
	LEAVE();
	objects_begin();
	CHECK(robbed_open_at((void *)pool, ARENA(robbed, 1)));
	for (int round = 0; round < 3; round++) {
		object = robbed_get((void *)pool);
		check_words(object, 0, NEW);
		write_words(object);
	}
}

static void a_returned_one_reads_1deadb0b(void)
{
	struct picture *object;

	NEED_LEVEL(2);
	CHECK(shown_open_at((void *)pool, ARENA(shown, 4)));
	object = shown_get((void *)pool);
	shown_put((void *)pool, object);
	check_words(object, LINK_WORDS, RETURNED);
	object = shown_get((void *)pool);
	tarn_object_reset(pool);
	check_words(object, LINK_WORDS, RETURNED);
}

/* Every byte of an idle object that nobody may write to. */
static void a_write_to_a_returned_one_is_found(void)
{
	struct picture *object;

	NEED_LEVEL(2);
	CHECK(the_third_and_fourth_word_open_at((void *)pool, ARENA(the_third_and_fourth_word, 4)));
	for (uint32_t byte = sizeof(void *); byte < sizeof(struct picture); byte++) {
		bool kept = byte / 4 == 2 || byte / 4 == 3;

		object = tarn_object_get(pool);
		tarn_object_put(object, pool);
		((unsigned char *)object)[byte] ^= 1;
		CHECK_PTR(tarn_object_get(pool), object);
		if (!kept)
			EXPECT_POOL_FAULT(TARN_FAULT_USE_AFTER_FREE, object);
		tarn_object_put(object, pool);
	}
}

static void below_level_2_nothing_is_filled(void)
{
	struct picture *object;

	SKIP_UNLESS(TARN_HARDEN < 2, "below level 2");
	CHECK(shown_open_at((void *)pool, ARENA(shown, 4)));
	object = shown_get((void *)pool);
	write_words(object);
	shown_put((void *)pool, object);
	check_words(shown_get((void *)pool), LINK_WORDS, 7);
}

void do_fills_show(void)
{
	CASE(the_first_word_is_kept);
	CASE(the_second_word_is_kept);
	CASE(the_third_and_fourth_word_is_kept);
	CASE(the_last_word_is_kept);
	CASE(all_but_the_first_word_is_kept);
	CASE(everything_is_kept);
	CASE(the_link_finds_a_place);
	CASE(the_predicates_field_is_kept);
	CASE(a_new_one_reads_deadbeef);
	CASE(a_returned_one_reads_1deadb0b);
	CASE(a_write_to_a_returned_one_is_found);
	CASE(below_level_2_nothing_is_filled);
}
