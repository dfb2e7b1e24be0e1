/* SPDX-License-Identifier: MIT
 * A program that holds no handle can give a pool's slots all their generations again. Retired ones
 * come back, worn ones are new, and objects in use stay in use. */
#include "../world.h"

static uint32_t made, unmade;

static void make(struct thing *thing)
{
	thing->name = 0x600d;
	made++;
}

static void unmake(struct thing *thing)
{
	thing->name = 0xdead;
	unmade++;
}

TARN_OBJECT_TYPE(plain, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(growing, struct thing, 8, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 8,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KEEP(struct thing, name, name), .once = make,
		      .destroy = unmake);
TARN_OBJECT_TYPE_WITH(frame, struct thing, 8, TARN_OBJECT_ROB_OLDEST, .once = make,
		      .destroy = unmake);
TARN_OBJECT_TYPE(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);

static struct {
	struct plain plain;
	struct oldest oldest;
	struct growing growing;
	struct hooked hooked;
	struct frame frame;
	struct bits bits;
} *const pools = (void *)&objects_place[0];

/* Leaves the object so many lives, and gives somebody a handle of it. */
static void wear(struct tarn_object_pool *pool, struct thing *thing, uint32_t lives)
{
	CHECK(tarn_object_handle(pool, thing) != 0);
	objects_wear(thing, lives);
}

static void retire(struct tarn_object_pool *pool, struct thing *thing)
{
	wear(pool, thing, 1);
	tarn_object_put(thing, pool);
}

/* Uses more lives than a worn slot had. */
static struct thing *lives_on(struct tarn_object_pool *pool, struct thing *thing)
{
	for (int i = 0; i < 100 && thing; i++) {
		uint64_t handle = tarn_object_handle(pool, thing);

		CHECK_PTR(tarn_object_resolve(pool, handle), thing);
		CHECK(tarn_object_release(pool, handle));
		CHECK_PTR(tarn_object_resolve(pool, handle), NULL);
		thing = tarn_object_get(pool);
	}
	return thing;
}

static void has_all_again(struct tarn_object_pool *pool)
{
	struct thing *thing[4];

	for (int i = 0; i < 4; i++)
		thing[i] = tarn_object_get(pool);
	thing[3]->rest[0] = 77;
	retire(pool, thing[0]);
	retire(pool, thing[2]);
	wear(pool, thing[1], 2);
	tarn_object_put(thing[1], pool);
	wear(pool, thing[3], 2);
	CHECK_EQ(objects_stats(pool).retired, 2);
	CHECK_EQ(objects_stats(pool).worn, 2);
	CHECK_EQ(made - unmade, made ? 2 : 0);
	tarn_object_recycle(pool);
	objects_sound(pool, __FILE__, __LINE__);
	CHECK_EQ(objects_stats(pool).retired, 0);
	CHECK_EQ(objects_stats(pool).worn, 0);
	CHECK_EQ(objects_stats(pool).peak, 4);
	CHECK_EQ(made - unmade, made ? 4 : 0);
	CHECK_EQ(tarn_object_count(pool), 1);
	CHECK(tarn_object_in_use(pool, thing[3]) && thing[3]->rest[0] == 77);
	for (int i = 0; i < 3; i++)
		CHECK(tarn_object_get(pool) != NULL);
	CHECK_EQ(tarn_object_count(pool), 4);
	CHECK_EQ(objects_stats(pool).robbed, 0);
	CHECK(lives_on(pool, thing[3]) != NULL);
	CHECK_EQ(objects_stats(pool).retired, 0);
	CHECK_EQ(made - unmade, made ? 4 : 0);
	LEAVE();
}

/* A slot that retired, and that a reset left uncarved. */
static void comes_back_after_a_reset(struct tarn_object_pool *pool)
{
	struct thing *thing[4];

	for (int i = 0; i < 4; i++)
		thing[i] = tarn_object_get(pool);
	retire(pool, thing[1]);
	tarn_object_reset(pool);
	CHECK_EQ(objects_stats(pool).retired, 1);
	tarn_object_recycle(pool);
	objects_sound(pool, __FILE__, __LINE__);
	CHECK_EQ(objects_stats(pool).retired, 0);
	for (int i = 0; i < 4; i++)
		CHECK(tarn_object_get(pool) != NULL);
	CHECK_EQ(tarn_object_count(pool), 4);
	CHECK_EQ(made - unmade, made ? 4 : 0);
	LEAVE();
	CHECK_EQ(made, unmade);
}

#define RENEWS(name_)                                                   \
	static struct tarn_object_pool *name_##_stands(void)            \
	{                                                               \
		made = unmade = 0;                                      \
		CHECK(name_##_open_at(&pools->name_, ARENA(name_, 4))); \
		return &pools->name_.core;                              \
	}                                                               \
	static void name_##_has_all_again(void)                         \
	{                                                               \
		has_all_again(name_##_stands());                        \
	}                                                               \
	static void name_##_comes_back_after_a_reset(void)              \
	{                                                               \
		comes_back_after_a_reset(name_##_stands());             \
	}
RENEWS(plain)
RENEWS(oldest)
RENEWS(growing)
RENEWS(hooked)
RENEWS(frame)

/* An object that was never got shows this by its generation, so the peak stays exact. */
static void what_was_prewarmed_stays_so(void)
{
	struct thing *thing;

	CHECK(plain_open_at(&pools->plain, ARENA(plain, 6)));
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 6), 6);
	thing = plain_get(&pools->plain);
	CHECK(plain_get(&pools->plain) != NULL);
	objects_wear(thing, 5);
	plain_put(&pools->plain, thing);
	tarn_object_recycle(&pools->plain.core);
	CHECK_EQ(objects_stats(&pools->plain.core).peak, 2);
	CHECK_EQ(objects_stats(&pools->plain.core).created, 6);
	CHECK_PTR(plain_get(&pools->plain), thing);
	CHECK_EQ(objects_stats(&pools->plain.core).peak, 2);
	CHECK(plain_get(&pools->plain) != NULL);
	CHECK_EQ(objects_stats(&pools->plain.core).peak, 3);
	CHECK_POOL(&pools->plain);
	LEAVE();
}

static void chunks_are_renewed_too(void)
{
	struct thing *thing[6];

	NEED_COMMONS;
	NEED_ARENA(2048);
	CHECK(MAKE_COMMONS(2048));
	CHECK(growing_open(&pools->growing, &unit_heap, 4, 6));
	for (int i = 0; i < 6; i++)
		thing[i] = growing_get(&pools->growing);
	retire(&pools->growing.core, thing[4]);
	CHECK_EQ(objects_stats(&pools->growing.core).retired, 1);
	CHECK_PTR(growing_get(&pools->growing), NULL);
	tarn_object_recycle(&pools->growing.core);
	CHECK_EQ(objects_stats(&pools->growing.core).retired, 0);
	CHECK_PTR(growing_get(&pools->growing), thing[4]);
	CHECK_EQ(objects_stats(&pools->growing.core).peak, 6);
	CHECK_EQ(tarn_object_count(&pools->growing.core), 6);
	CHECK_POOL(&pools->growing);
	LEAVE();
}

static void without_handles_nothing_happens(void)
{
	struct thing *thing;

	tarn_object_recycle(&pools->bits.core); /* not open */
	tarn_object_recycle(&pools->plain.core);
	CHECK(bits_open_at(&pools->bits, ARENA(bits, 4)));
	thing = bits_get(&pools->bits);
	tarn_object_recycle(&pools->bits.core);
	CHECK(bits_in_use(&pools->bits, thing));
	CHECK_POOL(&pools->bits);
	LEAVE();
}

void does_recycling_renew_slots(void)
{
	objects_begin();
	CASE(plain_has_all_again);
	CASE(oldest_has_all_again);
	CASE(growing_has_all_again);
	CASE(hooked_has_all_again);
	CASE(frame_has_all_again);
	CASE(what_was_prewarmed_stays_so);
	CASE(plain_comes_back_after_a_reset);
	CASE(oldest_comes_back_after_a_reset);
	CASE(growing_comes_back_after_a_reset);
	CASE(hooked_comes_back_after_a_reset);
	CASE(frame_comes_back_after_a_reset);
	CASE(chunks_are_renewed_too);
	CASE(without_handles_nothing_happens);
}
