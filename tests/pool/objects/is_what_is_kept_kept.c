/* SPDX-License-Identifier: MIT
 * Kept bytes: neither the link nor a fill touches them, wherever they lie in the object. */
#include "world.h"

struct buffered {
	uint32_t words[6];
};

static void dig(struct buffered *buffered)
{
	for (uint32_t i = 0; i < 6; i++)
		buffered->words[i] = 100 + i;
}

/* Keeps the words from `first` to `last`. */
#define KEEPS(name, first, last)                                                                   \
	TARN_OBJECT_TYPE_WITH(                                                                     \
		name, struct buffered, 8,                                                          \
		TARN_OBJECT_REFUSE | TARN_OBJECT_KEEP(struct buffered, words[first], words[last]), \
		.once = dig);                                                                      \
	static void name##_is_kept(void)                                                           \
	{                                                                                          \
		struct name *pool = (void *)&objects_place[1];                                     \
		struct buffered *object[3];                                                        \
                                                                                                   \
		CHECK(name##_open_at(pool, ARENA(name, 3)));                                       \
		for (uint32_t round = 0; round < 4; round++) {                                     \
			for (uint32_t i = 0; i < 3; i++) {                                         \
				object[i] = name##_get(pool);                                      \
				for (int word = (first); word <= (last); word++)                   \
					CHECK_EQ(object[i]->words[word], 100 + (uint32_t)word);    \
				for (int word = 0; word < 6; word++)                               \
					if (word < (first) || word > (last))                       \
						object[i]->words[word] = round;                    \
			}                                                                          \
			for (uint32_t i = 0; i < 3; i++)                                           \
				name##_put(pool, object[(i + round) % 3]);                         \
			CHECK_POOL(pool);                                                          \
			if (round == 2)                                                            \
				tarn_object_reset(&pool->core);                                    \
		}                                                                                  \
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
static bool has_frames(const struct buffered *buffered)
{
	return buffered->words[2] != 0;
}
TARN_OBJECT_TYPE_WITH(particles, struct buffered, 8,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct buffered, words[2], words[2]),
		      .in_use = has_frames);
static struct {
	struct particles particles;
} *const pools = (void *)&objects_place[0];

static void the_predicates_field_is_kept(void)
{
	struct buffered *object[4];

	CHECK(particles_open_at(&pools->particles, ARENA(particles, 4)));
	for (uint32_t i = 0; i < 4; i++) {
		object[i] = particles_get(&pools->particles);
		object[i]->words[2] = 0;
		particles_put(&pools->particles, object[i]);
		CHECK_EQ(object[i]->words[2], 0);
		CHECK_EQ(tarn_object_count(&pools->particles.core), 0);
	}
}

void is_what_is_kept_kept(void)
{
	CASE(the_first_word_is_kept);
	CASE(the_second_word_is_kept);
	CASE(the_third_and_fourth_word_is_kept);
	CASE(the_last_word_is_kept);
	CASE(all_but_the_first_word_is_kept);
	CASE(everything_is_kept);
	CASE(the_link_finds_a_place);
	CASE(the_predicates_field_is_kept);
}
