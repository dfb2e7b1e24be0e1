/* SPDX-License-Identifier: MIT
 * An image brings a pool back, at the place where it was saved or elsewhere. The pools play by
 * random numbers. After a load the same numbers must find the same objects and give the same
 * handles. Memory that is no image of the pool raises a fault and changes nothing. */
#include "random.h"
#include "../world.h"

#define MOST    8
#define VERSION 7

static uint32_t made;

static void make(struct thing *thing)
{
	thing->rest[2] = 0x600d0000 + made++;
}

static void forget(struct thing *thing)
{
	thing->name = 0;
}

static bool lives(const struct thing *thing)
{
	return thing->name;
}

#define KEPT TARN_OBJECT_KEEP(struct thing, rest[2], rest[2])
TARN_OBJECT_TYPE(plain, struct thing, MOST, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, MOST, TARN_OBJECT_REFUSE | KEPT, .once = make,
		      .reset = forget);
TARN_OBJECT_TYPE(oldest, struct thing, MOST, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(lazy, struct thing, MOST, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_LAZY | KEPT,
		      .once = make, .reset = forget);
TARN_OBJECT_TYPE(bits, struct thing, MOST, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE_WITH(knowing, struct thing, MOST,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct thing, name, name),
		      .once = forget, .reset = forget, .in_use = lives);
TARN_OBJECT_TYPE(growing, struct thing, 2 * MOST, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(twins, struct thing, MOST, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));

static struct {
	struct plain plain;
	struct hooked hooked;
	struct oldest oldest;
	struct lazy lazy;
	struct bits bits;
	struct knowing knowing;
	struct growing growing;
	struct twins twins, others;
} *const pools = (void *)&objects_place[0];
static _Alignas(8) unsigned char saved[TARN_OBJECT_IMAGE_BYTES(lazy, MOST) + 8],
	again[sizeof(saved)];
static uint32_t dice, seed;

/* ---- Play ---------------------------------------------------------------------------------- */

struct kind {
	struct tarn_object_pool *core;
	const struct tarn_object_type *type;
	uint32_t bytes; /* of its slots */
};
#define KIND(name_)                                          \
	static const struct kind *name_##_kind(void)         \
	{                                                    \
		static struct kind kind;                     \
                                                             \
		kind.core = &pools->name_.core;              \
		kind.type = &name_##_type;                   \
		kind.bytes = TARN_OBJECT_BYTES(name_, MOST); \
		return &kind;                                \
	}                                                    \
	static void name_##_comes_back(void)                 \
	{                                                    \
		rounds_play(name_##_kind(), false);          \
	}                                                    \
	static void name_##_comes_back_elsewhere(void)       \
	{                                                    \
		rounds_play(name_##_kind(), true);           \
	}

/* Opens the pool at one of several places of the arena. No image has what .once makes, so it is
 * made first. */
static void stand(const struct kind *kind, uint32_t place)
{
	CHECK(tarn_object_open_at(kind->core, kind->type, unit_arena() + place * kind->bytes,
				  kind->bytes));
	if (kind->core->part.hooks & 1u << TARN_OBJECT_ONCE)
		CHECK_EQ(tarn_object_prewarm(kind->core, MOST), MOST);
	if (kind->type->facts.options & TARN_OBJECT_GROW) /* a full pool that cannot grow */
		CHECK(tarn_object_grow_from(kind->core, &unit_heap, MOST));
}

static bool holds_handles(const struct kind *kind)
{
	return !(kind->type->facts.options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
}

static struct thing *any(const struct kind *kind)
{
	uint32_t left = random_below(&dice, tarn_object_count(kind->core));
	uint32_t at = 0;
	struct thing *thing = tarn_object_each(kind->core, &at);

	while (left--)
		thing = tarn_object_each(kind->core, &at);
	return thing;
}

static uint32_t mixed(uint32_t digest, uint64_t value)
{
	digest = (digest ^ (uint32_t)value) * 0x01000193;
	return (digest ^ (uint32_t)(value >> 32)) * 0x01000193;
}

/* All that a program sees of an object, but not where the pool lies. */
static uint32_t told(const struct kind *kind, const struct thing *thing, uint32_t digest)
{
	if (!thing)
		return mixed(digest, 1);
	digest = mixed(digest, (uint64_t)((const unsigned char *)thing - kind->core->part.base));
	digest = mixed(digest, thing->rest[0]);
	digest = mixed(digest, thing->rest[1]);
	if (kind->core->part.hooks & 1u << TARN_OBJECT_ONCE && holds_handles(kind))
		digest = mixed(digest, thing->rest[2]); /* kept */
	if (holds_handles(kind))
		digest = mixed(digest, tarn_object_handle(kind->core, thing));
	return digest;
}

static uint32_t play(const struct kind *kind, uint32_t moves)
{
	uint32_t digest = 0;

	while (moves--) {
		uint32_t what = random_below(&dice, 16);

		if (what == 0 && random_below(&dice, 4) == 0) {
			tarn_object_reset(kind->core);
		} else if (what < 8 && tarn_object_count(kind->core)) {
			struct thing *thing = any(kind);

			digest = told(kind, thing, digest);
			tarn_object_put(thing, kind->core);
		} else {
			struct thing *thing = tarn_object_get(kind->core);

			if (thing) {
				thing->name = 1;
				thing->rest[0] = moves;
				thing->rest[1] = moves * dice;
			}
			digest = told(kind, thing, digest);
		}
		digest = mixed(digest, tarn_object_count(kind->core));
	}
	return digest;
}

static uint32_t numbers(struct tarn_object_pool *pool)
{
	struct tarn_object_stats stats = objects_stats(pool);

	return stats.created ^ stats.live << 4 ^ stats.peak << 8 ^ stats.refused << 12 ^
	       stats.robbed << 20;
}

static size_t save(const struct kind *kind, unsigned char *image)
{
	return tarn_object_save(kind->core, image, tarn_object_image_bytes(kind->core), VERSION);
}

static bool same_bytes(const unsigned char *a, const unsigned char *b, size_t bytes)
{
	while (bytes--)
		if (*a++ != *b++)
			return false;
	return true;
}

/* One round: play, save, play on, load, and play the same again. Elsewhere: before the load, the
 * pool moves to another place. */
static bool round_plays(const struct kind *kind, bool elsewhere)
{
	uint32_t after, future, stats;
	size_t bytes;
	bool good;

	dice = random32_seed(seed);
	play(kind, random_below(&dice, 40));
	bytes = save(kind, saved);
	stats = numbers(kind->core);
	after = dice;
	future = play(kind, 30);
	if (elsewhere) {
		tarn_object_reset(kind->core);
		CHECK(tarn_object_close(kind->core));
		unit_spoil(0x5a);
		stand(kind, 1 + seed % 3);
	}
	good = CHECK(tarn_object_load(kind->core, saved, bytes, VERSION));
	good &= objects_sound(kind->core, __FILE__, __LINE__);
	good &= CHECK_EQ(numbers(kind->core), stats);
	if (!elsewhere) /* every byte is as it was */
		good &= CHECK_EQ(save(kind, again), bytes) &&
			CHECK(same_bytes(again, saved, bytes));
	dice = after;
	good &= CHECK_EQ(play(kind, 30), future);
	return good && objects_sound(kind->core, __FILE__, __LINE__);
}

/* Prints the first seed that fails. */
static void rounds_play(const struct kind *kind, bool elsewhere)
{
	uint32_t failed = 0;

	stand(kind, 0);
	for (seed = 1; seed <= 20 && !failed; seed++)
		failed = round_plays(kind, elsewhere) ? 0 : seed;
	CHECK_EQ(failed, 0);
	LEAVE();
}

KIND(plain)
KIND(hooked)
KIND(oldest)
KIND(lazy)
KIND(bits)
KIND(knowing)
KIND(growing)
KIND(twins)

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
	LEAVE();
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
	LEAVE();
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
	LEAVE();
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
	LEAVE();
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
	LEAVE();
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
	LEAVE();
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
	objects_begin();
	CASE(plain_comes_back);
	CASE(hooked_comes_back);
	CASE(oldest_comes_back);
	CASE(lazy_comes_back);
	CASE(bits_comes_back);
	CASE(knowing_comes_back);
	CASE(growing_comes_back);
	CASE(twins_comes_back);
	CASE(plain_comes_back_elsewhere);
	CASE(hooked_comes_back_elsewhere);
	CASE(oldest_comes_back_elsewhere);
	CASE(lazy_comes_back_elsewhere);
	CASE(bits_comes_back_elsewhere);
	CASE(knowing_comes_back_elsewhere);
	CASE(growing_comes_back_elsewhere);
	CASE(twins_comes_back_elsewhere);
	CASE(handles_come_and_go);
	CASE(a_damaged_one_is_named);
	CASE(another_pools_is_named);
	CASE(a_pool_that_cannot_be_saved_says_why);
	CASE(what_hooks_made_must_be_there);
	CASE(nothing_may_be_between_hands);
	CASE(a_damaged_link_stays_one);
}
