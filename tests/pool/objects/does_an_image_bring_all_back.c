/* SPDX-License-Identifier: MIT
 * Memory that is no image of the pool raises a fault and changes nothing. The model asks whether an
 * image brings all back, at the place where it was saved or elsewhere. */
#include "world.h"

#define MOST    8
#define VERSION 7

static void make(struct thing *thing)
{
	thing->rest[2] = 0x600d0000;
}

#define KEPT TARN_OBJECT_KEEP(struct thing, rest[2], rest[2])
TARN_OBJECT_TYPE(plain, struct thing, MOST, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, MOST, TARN_OBJECT_REFUSE | KEPT, .once = make);
TARN_OBJECT_TYPE(growing, struct thing, 2 * MOST, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(twins, struct thing, MOST, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));

static struct tarn_object_pool *const pool = &objects_place[0].core;
static struct tarn_object_pool *const other = &objects_place[1].core;
static _Alignas(8) unsigned char saved[TARN_OBJECT_IMAGE_BYTES(hooked, MOST) + 8],
	again[sizeof(saved)];

static size_t save(void)
{
	size_t bytes = tarn_object_save(pool, saved, sizeof(saved), VERSION);

	CHECK(bytes > 0);
	return bytes;
}

static bool loads(void)
{
	return tarn_object_load(pool, saved, sizeof(saved), VERSION);
}

static void get(uint32_t count)
{
	while (count--)
		CHECK(tarn_object_get(pool) != NULL);
}

/* The sum of a whole pool's image. */
static uint32_t sum_of(struct tarn_object_pool *of)
{
	CHECK(tarn_object_save(of, again, sizeof(again), VERSION) > 0);
	return ((struct tarn_object_image *)(void *)again)->sum;
}

/* A load that is refused, and changes nothing. */
static void refused(struct tarn_object_pool *by, enum tarn_fault_kind kind, const void *image,
		    size_t bytes, uint32_t version)
{
	uint32_t before = sum_of(by);

	REFUSED(tarn_object_load(by, image, bytes, version), kind, image);
	CHECK_EQ(sum_of(by), before);
}

static void a_damaged_one_is_named(void)
{
	size_t bytes;

	CHECK(plain_open_at((void *)pool, ARENA(plain, MOST)));
	get(2);
	bytes = save();
	get(1);
	for (size_t i = 0; i < bytes; i++) {
		saved[i] ^= (unsigned char)(1u << (i & 7));
		refused(pool, TARN_FAULT_IMAGE, saved, bytes, VERSION);
		saved[i] ^= (unsigned char)(1u << (i & 7));
	}
	for (size_t cut = 0; cut < bytes; cut++)
		refused(pool, TARN_FAULT_IMAGE, saved, cut, VERSION);
	refused(pool, TARN_FAULT_IMAGE, NULL, bytes, VERSION);
	refused(pool, TARN_FAULT_IMAGE, saved, bytes, VERSION + 1);
	refused(pool, TARN_FAULT_MISALIGNED, saved + 1, bytes, VERSION);
	CHECK(loads());
	CHECK_EQ(tarn_object_count(pool), 2);
}

static void another_pools_is_named(void)
{
	uint32_t bytes = TARN_OBJECT_BYTES(twins, MOST);

	CHECK(twins_open_at((void *)pool, unit_arena(), bytes));
	CHECK(twins_open_at((void *)other, unit_arena() + bytes, bytes));
	get(1);
	save();
	refused(other, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	LEAVE();
	REFUSED(loads(), TARN_FAULT_CAPACITY, pool);
	CHECK(twins_open_at((void *)pool, unit_arena(), bytes - twins_stride));
	refused(pool, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	LEAVE();
	objects_begin();
	CHECK(plain_open_at((void *)pool, ARENA(plain, MOST)));
	refused(pool, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
}

static void a_pool_that_cannot_be_saved_says_why(void)
{
	const struct {
		enum tarn_fault_kind kind;
		unsigned char *image;
		size_t bytes;
	} wrong[] = {
		{TARN_FAULT_CAPACITY, saved, sizeof(struct tarn_object_image)},
		{TARN_FAULT_CAPACITY, NULL, sizeof(saved)},
		{TARN_FAULT_MISALIGNED, saved + 2, sizeof(saved) - 2},
	};

	NEED_COMMONS;
	NEED_ARENA(2048);
	CHECK(MAKE_COMMONS(2048));
	CHECK(growing_open((void *)pool, &unit_heap, 2, 4));
	get(2);
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		CHECK(!tarn_object_save(pool, wrong[i].image, wrong[i].bytes, VERSION));
		EXPECT_FAULT(wrong[i].kind, &unit_heap, wrong[i].image);
	}
	save();
	get(1); /* a chunk */
	CHECK_EQ(tarn_object_save(pool, again, sizeof(again), VERSION), 0);
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, pool);
	CHECK(!loads());
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, pool);
	CHECK_EQ(tarn_object_count(pool), 3);
	tarn_object_reset(pool);
	CHECK(loads());
	CHECK_EQ(tarn_object_count(pool), 2);
	get(1); /* it can grow again */
}

/* An object that .once has made since, or that a trim destroyed. */
static void what_hooks_made_must_be_there(void)
{
	struct thing *thing;

	CHECK(hooked_open_at((void *)pool, ARENA(hooked, MOST)));
	CHECK_EQ(tarn_object_prewarm(pool, 1), 1);
	save();
	get(1);
	CHECK(loads());
	CHECK_EQ(tarn_object_count(pool), 0);
	get(1);
	thing = tarn_object_get(pool);
	refused(pool, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	save();
	tarn_object_put(thing, pool);
	CHECK_EQ(tarn_object_trim(pool, 1), 1);
	refused(pool, TARN_FAULT_IMAGE, saved, sizeof(saved), VERSION);
	CHECK_EQ(tarn_object_prewarm(pool, 2), 2);
	CHECK(loads());
	CHECK_EQ(tarn_object_count(pool), 2);
}

/* While an initialiser is at work on an object. */
static void try_both(struct thing *thing, void *context)
{
	(void)thing, (void)context;
	REFUSED(tarn_object_save(pool, again, sizeof(again), VERSION), TARN_FAULT_REENTERED, pool);
	REFUSED(loads(), TARN_FAULT_REENTERED, pool);
}

static void nothing_may_be_between_hands(void)
{
	CHECK(plain_open_at((void *)pool, ARENA(plain, MOST)));
	save();
	CHECK(plain_get_with((void *)pool, try_both, NULL) != NULL);
	CHECK_EQ(tarn_object_count(pool), 1);
}

void does_an_image_bring_all_back(void)
{
	CASE(a_damaged_one_is_named);
	CASE(another_pools_is_named);
	CASE(a_pool_that_cannot_be_saved_says_why);
	CASE(what_hooks_made_must_be_there);
	CASE(nothing_may_be_between_hands);
}
