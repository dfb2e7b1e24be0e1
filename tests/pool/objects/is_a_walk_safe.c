/* SPDX-License-Identifier: MIT */
#include "world.h"

TARN_OBJECT_TYPE(things, struct thing, 16, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 16, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(growing, struct thing, 16, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(growing_bits, struct thing, 16, TARN_OBJECT_GROW | TARN_OBJECT_BITS);

static struct {
	struct things things;
	struct bits bits;
	struct growing growing;
	struct growing_bits growing_bits;
} *const pools = (void *)&objects_place[0];

#define NAME_ALL(pool, count)                                   \
	for (uint32_t i_ = 0; i_ < (count); i_++) {             \
		struct thing *made_ = pool##_get(&pools->pool); \
                                                                \
		if (!CHECK(made_ != NULL))                      \
			return;                                 \
		made_->name = i_;                               \
	}

/* The names that a walk sees, as bits. Addresses must go up. */
#define WALK(pool, object, step)                                    \
	do {                                                        \
		struct thing *before_ = NULL;                       \
		uint32_t at = 0;                                    \
                                                                    \
		seen = 0;                                           \
		while ((object = pool##_each(&pools->pool, &at))) { \
			CHECK(!before_ || object > before_);        \
			before_ = object;                           \
			CHECK(!(seen & 1u << object->name));        \
			seen |= 1u << object->name;                 \
			step;                                       \
		}                                                   \
	} while (0)

#define SEES_WHAT_IS_IN_USE(pool)                                                   \
	static void pool##_are_walked_in_address_order(void)                        \
	{                                                                           \
		struct thing *thing, *kept[11];                                     \
		uint32_t seen, count = 0;                                           \
                                                                                    \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 11)));               \
		WALK(pool, thing, );                                                \
		CHECK_EQ(seen, 0);                                                  \
		NAME_ALL(pool, 11);                                                 \
		WALK(pool, thing, kept[count++] = thing);                           \
		CHECK_EQ(seen, 0x7ff);                                              \
		for (uint32_t i = 1; i < 11; i += 3)                                \
			pool##_put(&pools->pool, kept[i]);                          \
		WALK(pool, thing, CHECK(pool##_in_use(&pools->pool, thing)));       \
		CHECK_EQ(seen, 0x36d);                                              \
		CHECK_EQ(tarn_object_count(&pools->pool.core), 7);                  \
		for (uint32_t i = 0; i < 11; i++)                                   \
			CHECK_EQ(pool##_in_use(&pools->pool, kept[i]), i % 3 != 1); \
		/* Puts each object while the walk is at it. */                     \
		WALK(pool, thing, pool##_put(&pools->pool, thing));                 \
		CHECK_EQ(seen, 0x36d);                                              \
		CHECK_EQ(tarn_object_count(&pools->pool.core), 0);                  \
		LEAVE();                                                            \
	}
SEES_WHAT_IS_IN_USE(things)
SEES_WHAT_IS_IN_USE(bits)

static void others_come_and_go(void)
{
	struct thing *thing, *object[6];
	uint32_t seen, step = 0;

	CHECK(things_open_at(&pools->things, ARENA(things, 8)));
	NAME_ALL(things, 6);
	step = 0;
	WALK(things, thing, object[step++] = thing);
	step = 0;
	/* At 1: 0, 2 and 4 are put. 4 is got again (as 7), and a new one (as 8) after all
	 * others. */
	WALK(
		things, thing, if (step++ == 1) {
			things_put(&pools->things, object[0]);
			things_put(&pools->things, object[2]);
			things_put(&pools->things, object[4]);
			CHECK_PTR(things_get(&pools->things), object[4]);
			object[4]->name = 7;
			CHECK_PTR(things_get(&pools->things), object[2]);
			things_put(&pools->things, object[2]);
			for (int i = 0; i < 2; i++) /* 0 and 2 */
				things_get(&pools->things)->name = 9;
			things_put(&pools->things, object[2]);
			object[0]->name = 0;
			things_get(&pools->things)->name = 2;
			things_put(&pools->things, object[2]);
			things_put(&pools->things, object[0]);
			object[0] = NULL;
		});
	CHECK_EQ(seen, 1 << 0 | 1 << 1 | 1 << 3 | 1 << 7 | 1 << 5);
	LEAVE();
}

/* The walk puts the last of a chunk's objects, and the chunk is given back. */
#define CHUNKS_GO(pool)                                               \
	static void pool##_chunks_go_from_under_it(void)              \
	{                                                             \
		struct thing *thing;                                  \
		uint32_t at = 0, seen = 0;                            \
                                                                      \
		NEED_COMMONS;                                         \
		CHECK(MAKE_COMMONS(1600));                            \
		CHECK(pool##_open(&pools->pool, &unit_heap, 2, 10));  \
		NAME_ALL(pool, 10);                                   \
		CHECK_EQ(objects_stats(&pools->pool.core).grown, 8);  \
		while ((thing = pool##_each(&pools->pool, &at))) {    \
			seen |= 1u << thing->name;                    \
			pool##_put(&pools->pool, thing);              \
		}                                                     \
		CHECK_EQ(seen, 0x3ff);                                \
		CHECK_EQ(objects_stats(&pools->pool.core).shrunk, 8); \
		LEAVE();                                              \
	}
CHUNKS_GO(growing)
CHUNKS_GO(growing_bits)

static void any_pointer_may_be_asked_about(void)
{
	struct thing *thing;
	unsigned char *bytes;

	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	thing = things_get(&pools->things);
	bytes = (unsigned char *)thing;
	for (uint32_t i = 1; i < sizeof(struct thing); i++)
		CHECK(!things_in_use(&pools->things, (struct thing *)(void *)(bytes + i)));
	CHECK(!things_in_use(&pools->things, NULL));
	CHECK(!things_in_use(&pools->things, (struct thing *)(void *)unit_arena()));
	CHECK(!things_in_use(&pools->things, (struct thing *)(void *)&pools->things));
	CHECK(!things_in_use(&pools->things, (struct thing *)(uintptr_t)-16));
	CHECK(things_in_use(&pools->things, thing));
	LEAVE();
}

void is_a_walk_safe(void)
{
	objects_begin();
	CASE(things_are_walked_in_address_order);
	CASE(bits_are_walked_in_address_order);
	CASE(others_come_and_go);
	CASE(growing_chunks_go_from_under_it);
	CASE(growing_bits_chunks_go_from_under_it);
	CASE(any_pointer_may_be_asked_about);
}
