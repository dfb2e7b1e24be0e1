/* SPDX-License-Identifier: MIT
 * Memory that is no image of the pool raises a fault and changes nothing. The model asks whether an
 * image brings all back, at the place where it was saved or elsewhere. */
#include "world.h"

#define MOST    8
#define VERSION 7

static uint32_t made;

static void make(struct thing *thing)
{
	thing->rest[2] = 0x600d0000 + made++;
}

#define KEPT TARN_OBJECT_KEEP(struct thing, rest[2], rest[2])
TARN_OBJECT_TYPE(plain, struct thing, MOST, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, MOST, TARN_OBJECT_REFUSE | KEPT, .once = make);
TARN_OBJECT_TYPE(growing, struct thing, 2 * MOST, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(twins, struct thing, MOST, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));

static struct {
	struct plain plain;
	struct hooked hooked;
	struct growing growing;
	struct twins twins, others;
} *const pools = (void *)&objects_place[0];
static _Alignas(8) unsigned char saved[TARN_OBJECT_IMAGE_BYTES(hooked, MOST) + 8],
	again[sizeof(saved)];

/* ---- Handles ------------------------------------------------------------------------------- */

#define SAVE(pool)  CHECK(tarn_object_save(&pools->pool.core, saved, sizeof(saved), VERSION) > 0)
#define LOADS(pool) tarn_object_load(&pools->pool.core, saved, sizeof(saved), VERSION)

static void handles_come_and_go(void)
{
	plain_handle kept, put, later, same;
	struct thing *a, *b;

	CHECK(plain_open_at(&pools->plain, ARENA(plain, MOST)));
	a = plain_get(&pools->plain);
	b = plain_get(&pools->plain);
	kept = plain_handle_of(&pools->plain, a);
	put = plain_handle_of(&pools->plain, b);
	plain_put(&pools->plain, b);
	SAVE(plain);
	plain_put(&pools->plain, a);
	later = plain_get_held(&pools->plain, NULL, NULL);
	CHECK_PTR(plain_resolve(&pools->plain, later), a);
	CHECK_PTR(plain_resolve(&pools->plain, kept), NULL);
	CHECK(LOADS(plain));
	CHECK_PTR(plain_resolve(&pools->plain, kept), a);
	CHECK_PTR(plain_resolve(&pools->plain, put), NULL);
	CHECK_PTR(plain_resolve(&pools->plain, later), NULL);
	/* Until the slot reaches that generation again, as the header says. */
	plain_put(&pools->plain, a);
	CHECK_PTR(plain_resolve(&pools->plain, later), NULL);
	same = plain_get_held(&pools->plain, NULL, NULL);
	CHECK(plain_same(same, later));
}

/* ---- Memory that is no image ---------------------------------------------------------------- */

/* The sum of a whole pool's image. */
static uint32_t sum_of(struct tarn_object_pool *pool)
{
	CHECK(tarn_object_save(pool, again, sizeof(again), VERSION) > 0);
	return ((struct tarn_object_image *)(void *)again)->sum;
}

/* A load that is refused, and changes nothing. */
static void refused(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *image,
		    size_t bytes, uint32_t version)
{
	uint32_t before = sum_of(pool);

	CHECK(!tarn_object_load(pool, image, bytes, version));
	EXPECT_POOL_FAULT(kind, image);
	CHECK_EQ(sum_of(pool), before);
}

static void a_damaged_one_is_named(void)
{
	size_t bytes;

	CHECK(plain_open_at(&pools->plain, ARENA(plain, MOST)));
	CHECK(plain_get(&pools->plain) && plain_get(&pools->plain));
	bytes = tarn_object_save(&pools->plain.core, saved, sizeof(saved), VERSION);
	CHECK(plain_get(&pools->plain) != NULL);
	for (size_t i = 0; i < bytes; i++) {
		saved[i] ^= (unsigned char)(1u << (i & 7));
		refused(&pools->plain.core, TARN_FAULT_IMAGE, saved, bytes, VERSION);
		saved[i] ^= (unsigned char)(1u << (i & 7));
	}
	for (size_t cut = 0; cut < bytes; cut++)
		refused(&pools->plain.core, TARN_FAULT_IMAGE, saved, cut, VERSION);
	refused(&pools->plain.core, TARN_FAULT_IMAGE, NULL, bytes, VERSION);
	refused(&pools->plain.core, TARN_FAULT_IMAGE, saved, bytes, VERSION + 1);
	refused(&pools->plain.core, TARN_FAULT_MISALIGNED, saved + 1, bytes, VERSION);
	CHECK(LOADS(plain));
	CHECK_EQ(tarn_object_count(&pools->plain.core), 2);
}

static void another_pools_is_named(void)
{
	CHECK(twins_open_at(&pools->twins, ARENA(twins, MOST)));
	CHECK(twins_open_at(&pools->others, unit_arena() + TARN_OBJECT_BYTES(twins, MOST),
			    TARN_OBJECT_BYTES(twins, MOST)));
	CHECK(plain_open_at(&pools->plain, unit_arena() + 2 * TARN_OBJECT_BYTES(twins, MOST),
			    TARN_OBJECT_BYTES(plain, MOST)));
	CHECK(twins_get(&pools->twins) != NULL);
	SAVE(twins);
	refused(&pools->others.core, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	refused(&pools->plain.core, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	tarn_object_reset(&pools->twins.core);
	CHECK(tarn_object_close(&pools->twins.core));
	CHECK(!LOADS(twins));
	EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, &pools->twins);
	CHECK(twins_open_at(&pools->twins, ARENA(twins, MOST - 1)));
	refused(&pools->twins.core, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
}

static void a_pool_that_cannot_be_saved_says_why(void)
{
	struct tarn_object_pool *pool = &pools->growing.core;

	NEED_COMMONS;
	NEED_ARENA(2048);
	CHECK(MAKE_COMMONS(2048));
	CHECK(growing_open(&pools->growing, &unit_heap, 2, 4));
	CHECK(growing_get(&pools->growing) && growing_get(&pools->growing));
	CHECK_EQ(tarn_object_save(pool, saved, sizeof(struct tarn_object_image), VERSION), 0);
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, saved);
	CHECK_EQ(tarn_object_save(pool, NULL, sizeof(saved), VERSION), 0);
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, NULL);
	CHECK_EQ(tarn_object_save(pool, saved + 2, sizeof(saved) - 2, VERSION), 0);
	EXPECT_FAULT(TARN_FAULT_MISALIGNED, &unit_heap, saved + 2);
	SAVE(growing);
	CHECK(growing_get(&pools->growing) != NULL);
	CHECK_EQ(tarn_object_save(pool, again, sizeof(again), VERSION), 0);
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, pool);
	CHECK(!LOADS(growing));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, pool);
	CHECK_EQ(tarn_object_count(pool), 3);
	tarn_object_reset(pool);
	CHECK(LOADS(growing));
	CHECK_EQ(tarn_object_count(pool), 2);
	CHECK(growing_get(&pools->growing) != NULL); /* it can grow again */
}

/* An object that .once has made since, or that a trim destroyed. */
static void what_hooks_made_must_be_there(void)
{
	struct thing *thing;

	CHECK(hooked_open_at(&pools->hooked, ARENA(hooked, MOST)));
	CHECK_EQ(tarn_object_prewarm(&pools->hooked.core, 1), 1);
	SAVE(hooked);
	CHECK(hooked_get(&pools->hooked) != NULL);
	CHECK(LOADS(hooked));
	CHECK_EQ(tarn_object_count(&pools->hooked.core), 0);
	CHECK(hooked_get(&pools->hooked) != NULL);
	thing = hooked_get(&pools->hooked);
	CHECK(thing != NULL);
	refused(&pools->hooked.core, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	SAVE(hooked);
	hooked_put(&pools->hooked, thing);
	CHECK_EQ(tarn_object_trim(&pools->hooked.core, 1), 1);
	refused(&pools->hooked.core, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	CHECK_EQ(tarn_object_prewarm(&pools->hooked.core, 2), 2);
	CHECK(LOADS(hooked));
	CHECK_EQ(tarn_object_count(&pools->hooked.core), 2);
}

/* While an initialiser is at work on an object. */
static void try_both(struct thing *thing, void *context)
{
	(void)thing, (void)context;
	CHECK_EQ(tarn_object_save(&pools->plain.core, again, sizeof(again), VERSION), 0);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &pools->plain);
	CHECK(!LOADS(plain));
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &pools->plain);
}

static void nothing_may_be_between_hands(void)
{
	CHECK(plain_open_at(&pools->plain, ARENA(plain, MOST)));
	SAVE(plain);
	CHECK(plain_get_with(&pools->plain, try_both, NULL) != NULL);
	CHECK_EQ(tarn_object_count(&pools->plain.core), 1);
}

/* A get that finds what a stale write left raises a fault, wherever the pool lies then. */
static void a_damaged_link_stays_one(void)
{
	void *outside = &pools->others;
	struct thing *thing[3];

	for (uint32_t place = 0; place < 2; place++) {
		CHECK(plain_open_at(&pools->plain, ARENA(plain, MOST)));
		for (int i = 0; i < 3; i++)
			thing[i] = plain_get(&pools->plain);
		for (int i = 0; i < 3; i++)
			plain_put(&pools->plain, thing[i]);
		*(void **)(void *)thing[2] = outside;
		SAVE(plain);
		tarn_object_reset(&pools->plain.core);
		CHECK(tarn_object_close(&pools->plain.core));
		CHECK(plain_open_at(&pools->plain, unit_arena() + place * 1024,
				    TARN_OBJECT_BYTES(plain, MOST)));
		CHECK(LOADS(plain));
		CHECK_EQ(tarn_object_check(&pools->plain.core, NULL), 2);
		CHECK(plain_get(&pools->plain) != NULL);
		CHECK(plain_get(&pools->plain) != NULL);
		EXPECT_POOL_FAULT(TARN_FAULT_LINK, outside);
		tarn_object_reset(&pools->plain.core);
		LEAVE();
	}
}

void does_an_image_bring_all_back(void)
{
	CASE(handles_come_and_go);
	CASE(a_damaged_one_is_named);
	CASE(another_pools_is_named);
	CASE(a_pool_that_cannot_be_saved_says_why);
	CASE(what_hooks_made_must_be_there);
	CASE(nothing_may_be_between_hands);
	CASE(a_damaged_link_stays_one);
}
