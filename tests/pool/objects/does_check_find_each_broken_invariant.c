/* SPDX-License-Identifier: MIT
 * Breaks each invariant of pool/object/README.md on purpose. */
#include "world.h"

TARN_OBJECT_TYPE(things, struct thing, 64, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(oldest, struct thing, 64, TARN_OBJECT_ROB_OLDEST);

static void make(struct thing *thing)
{
	thing->name = 1;
}
TARN_OBJECT_TYPE_WITH(made, struct thing, 64, TARN_OBJECT_REFUSE, .once = make);

static struct {
	struct things things;
	struct bits bits;
	struct oldest oldest;
	struct made made;
} *const pools = (void *)&objects_place[0];
static struct thing *thing[20];

#define FINDS(name, number, where)                                                \
	do {                                                                      \
		struct tarn_object_broken broken_ = {NULL, 0, 0};                 \
                                                                                  \
		CHECK_EQ(tarn_object_check(&pools->name.core, &broken_), number); \
		CHECK_EQ(broken_.invariant, number);                              \
		CHECK_PTR(broken_.pool, &pools->name.core);                       \
		if ((where) >= 0)                                                 \
			CHECK_EQ(broken_.slot, where);                            \
	} while (0)

/* Makes twenty objects and puts the first eleven: more than a slice of each kind. */
#define FURNISH(pool)                                                 \
	do {                                                          \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 20))); \
		for (int i_ = 0; i_ < 20; i_++)                       \
			thing[i_] = pool##_get(&pools->pool);         \
		for (int i_ = 0; i_ < 11; i_++)                       \
			pool##_put(&pools->pool, thing[i_]);          \
		CHECK_POOL(&pools->pool);                             \
	} while (0)

static void *swap(void *place_, void *value)
{
	void **place = place_;
	void *before = *place;

	*place = value;
	return before;
}

static void o1_parts(void)
{
	FURNISH(things);
	pools->things.core.part.limit = 21;
	FINDS(things, 1, 0);
	pools->things.core.part.limit = 20;
	pools->things.core.part.created = 19;
	FINDS(things, 1, 0);
	pools->things.core.part.created = 20;
	pools->things.core.part.capacity = 19;
	FINDS(things, 1, -1);
	pools->things.core.part.capacity = 20;
	LEAVE();
}

static void o2_idle_list(void)
{
	void *before;

	FURNISH(things);
	before = swap(thing[4], thing[17]); /* one in use */
	FINDS(things, 2, 17);
	swap(thing[4], thing[9]); /* a ring */
	FINDS(things, 2, -1);
	swap(thing[4], (char *)thing[9] + 4); /* inside one */
	FINDS(things, 2, -1);
	swap(thing[4], before);
	LEAVE();
}

static void o2_idle_bits(void)
{
	struct tarn_object_marks *marks = (void *)(unit_arena() + 20 * bits_stride);

	FURNISH(bits);
	marks->free ^= 1u << 20; /* not carved */
	FINDS(bits, 2, 0);
	marks->free ^= 1u << 20;
	marks->free ^= 1u << 4;
	FINDS(bits, 2, -1);
	marks->free ^= 1u << 4;
	pools->bits.core.part.some = 0;
	FINDS(bits, 2, 0);
	pools->bits.core.part.some = 1;
	swap(thing[4], thing[17]); /* nothing of Tarn's lies there */
	CHECK_POOL(&pools->bits);
	LEAVE();
}

static void o2_as_many_as_are_counted(void)
{
	FURNISH(things);
	pools->things.core.part.idle++;
	FINDS(things, 2, -1);
	pools->things.core.part.idle -= 2;
	FINDS(things, 2, -1);
	pools->things.core.part.idle++;
	LEAVE();
}

static void o3_lists_spare_and_vacant(void)
{
	struct tarn_object_rest *rest = &objects_growing(&pools->made.core)->rest;

	FURNISH(made);
	CHECK_EQ(tarn_object_trim(&pools->made.core, 15), 15);
	CHECK_POOL(&pools->made);
	rest->vacants++;
	FINDS(made, 3, -1);
	rest->vacants -= 2;
	FINDS(made, 3, -1);
	rest->vacants++;
	CHECK_EQ(tarn_object_prewarm(&pools->made.core, 18), 18);
	CHECK_POOL(&pools->made);
	rest->spares++;
	FINDS(made, 3, -1);
	rest->spares--;
	LEAVE();
}

static void o4_everybody_is_somewhere(void)
{
	struct tarn_object_marks *marks = (void *)(unit_arena() + 20 * bits_stride);
	void *before;

	FURNISH(things);
	before = swap(thing[4], NULL); /* four are on no list */
	pools->things.core.part.idle -= 4;
	FINDS(things, 4, -1);
	pools->things.core.part.made -= 4;
	FINDS(things, 4, -1);
	pools->things.core.part.idle += 4;
	pools->things.core.part.made += 4;
	swap(thing[4], before);
	pools->things.core.calls++; /* an object between hands that is in use */
	FINDS(things, 4, -1);
	pools->things.core.calls--;
	LEAVE();
	FURNISH(bits);
	marks->here ^= 1u << 18;
	FINDS(bits, 4, -1);
	marks->here ^= 1u << 18;
	LEAVE();
}

static void o5_ages(void)
{
	void **age, *before;

	FURNISH(oldest);
	age = (void **)(void *)((char *)thing[15] - oldest_head);
	before = swap(&age[1], thing[3]); /* before it: one that is not in use */
	FINDS(oldest, 5, -1);
	swap(&age[1], thing[13]);
	FINDS(oldest, 5, -1);
	swap(&age[1], before);
	before = swap(&age[0], thing[18]);
	FINDS(oldest, 5, -1);
	swap(&age[0], (char *)thing[16] + 4);
	FINDS(oldest, 5, -1);
	swap(&age[0], before);
	before = swap(&pools->oldest.core.part.head, thing[12]); /* in use, before the idle ones */
	FINDS(oldest, 5, -1);
	swap(&pools->oldest.core.part.head, before);
	CHECK_POOL(&pools->oldest);
	LEAVE();
}

static void **age_words(void *object)
{
	return (void **)(void *)((char *)object - oldest_head);
}

/* Each agrees with its neighbours, but two form a ring apart from the rest. */
static void o5_a_ring(void)
{
	void *a = thing[12], *b = thing[13], *before, *after;

	FURNISH(oldest);
	a = thing[12];
	b = thing[13];
	before = age_words(a)[1];
	after = age_words(b)[0];
	age_words(before)[0] = after;
	age_words(after)[1] = before;
	age_words(a)[1] = b;
	age_words(b)[0] = a;
	FINDS(oldest, 5, -1);
	age_words(before)[0] = a;
	age_words(after)[1] = b;
	age_words(a)[1] = before;
	age_words(b)[0] = after;
	CHECK_POOL(&pools->oldest);
	LEAVE();
}

static void o6_tags(void)
{
	uint32_t *tag;

	objects_era(&pools->things.core, 100);
	FURNISH(things);
	tag = (uint32_t *)(void *)thing[14] - 1;
	*tag += 3 * TARN_OBJECT_GENERATION_;
	FINDS(things, 6, 14);
	*tag -= 3 * TARN_OBJECT_GENERATION_;
	tag = (uint32_t *)(void *)thing[2] - 1;
	*tag ^= TARN_OBJECT_HELD_;
	FINDS(things, 6, 2);
	*tag ^= TARN_OBJECT_HELD_;
	LEAVE();
	pools->things.core.part.birth = TARN_OBJECT_BIRTH_;
}

static void o7_fills(void)
{
	NEED_LEVEL(2);
	FURNISH(things);
	thing[6]->rest[2] ^= 0x100;
	FINDS(things, 7, 6);
	thing[6]->rest[2] ^= 0x100;
	LEAVE();
}

static void a_sound_pool_is_sound(void)
{
	CHECK(things_open_at(&pools->things, unit_arena() + TARN_OBJECT_BYTES(oldest, 20),
			     TARN_OBJECT_BYTES(things, 20)));
	CHECK_EQ(tarn_object_check(&pools->things.core, NULL), 0);
	FURNISH(oldest);
	CHECK_EQ(tarn_object_check_all(NULL), 0);
	CHECK(oldest_get(&pools->oldest) != NULL);
	pools->things.core.part.limit = 1;
	CHECK_EQ(tarn_object_check_all(NULL), 1);
	pools->things.core.part.limit = 0;
	LEAVE();
}

void does_check_find_each_broken_invariant(void)
{
	objects_begin();
	CASE(o1_parts);
	CASE(o2_idle_list);
	CASE(o2_idle_bits);
	CASE(o2_as_many_as_are_counted);
	CASE(o3_lists_spare_and_vacant);
	CASE(o4_everybody_is_somewhere);
	CASE(o5_ages);
	CASE(o5_a_ring);
	CASE(o6_tags);
	CASE(o7_fills);
	CASE(a_sound_pool_is_sound);
}
