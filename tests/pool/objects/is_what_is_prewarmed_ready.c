/* SPDX-License-Identifier: MIT
 * Prewarmed objects are got in the order of their numbers, after all objects that were put. The
 * pool counts how many were got only when it is asked. So the peak is read late here. */
#include "world.h"

#define FEW 6

TARN_OBJECT_TYPE(plain, struct thing, FEW, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, FEW, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(bits, struct thing, FEW, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(growing, struct thing, 3 * FEW, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(worn, struct thing, 64, TARN_OBJECT_REFUSE);

static void make(struct thing *thing)
{
	thing->name = 1;
}
TARN_OBJECT_TYPE_WITH(made, struct thing, FEW, TARN_OBJECT_REFUSE, .once = make);
TARN_OBJECT_TYPE_WITH(doomed, struct thing, FEW, TARN_OBJECT_REFUSE, .destroy = make);

static struct {
	struct plain plain;
	struct oldest oldest;
	struct bits bits;
	struct growing growing;
	struct worn worn;
	struct made made;
	struct doomed doomed;
} *const pools = (void *)&objects_place[0];

static struct thing *thing[2 * FEW];

#define PEAK(pool) objects_stats(&pools->pool.core).peak
#define WARM(pool)                                                                 \
	do {                                                                       \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, FEW)));             \
		CHECK_EQ(tarn_object_prewarm(&pools->pool.core, FEW), FEW);        \
		CHECK_EQ(objects_stats(&pools->pool.core).created, (uint32_t)FEW); \
		CHECK_POOL(&pools->pool);                                          \
	} while (0)
#define GET(pool, from, to)                                   \
	for (uint32_t i_ = (from); i_ < (uint32_t)(to); i_++) \
	CHECK((thing[i_] = pool##_get(&pools->pool)) != NULL)
#define PUT(pool, from, to)                                   \
	for (uint32_t i_ = (from); i_ < (uint32_t)(to); i_++) \
	pool##_put(&pools->pool, thing[i_])

/* Below level 2, a get needs no call for any object that exists and is not in use. */
static bool all_at_hand(struct tarn_object_pool *pool, uint32_t objects)
{
	void *object = pool->part.head;

	for (; object; object = *tarn_object_link_(&pool->type->facts, object))
		objects--;
	return objects == 0 || TARN_HARDEN >= 2;
}

static void *object_at(const struct tarn_object_pool *pool, uint32_t index)
{
	return pool->part.base + index * pool->type->facts.stride;
}

static void by_their_numbers(void)
{
	WARM(plain);
	CHECK(all_at_hand(&pools->plain.core, FEW));
	GET(plain, 0, FEW);
	for (uint32_t i = 0; i < FEW; i++)
		CHECK(TARN_HARDEN >= 2 || thing[i] == object_at(&pools->plain.core, i));
	CHECK_PTR(plain_get(&pools->plain), NULL);
	CHECK_EQ(PEAK(plain), FEW);
	CHECK_POOL(&pools->plain);
	LEAVE();
}

static void behind_those_that_were_put(void)
{
	struct thing *second;

	WARM(plain);
	GET(plain, 0, 3);
	second = thing[1];
	PUT(plain, 0, 2);
	CHECK_POOL(&pools->plain);
	CHECK(all_at_hand(&pools->plain.core, FEW - 1));
	GET(plain, 0, 2);
	CHECK_PTR(thing[0], second);
	CHECK_EQ(PEAK(plain), 3);
	GET(plain, 3, 5);
	PUT(plain, 0, 5);
	CHECK_EQ(PEAK(plain), 5);
	CHECK_POOL(&pools->plain);
	GET(plain, 0, 5);
	CHECK_EQ(PEAK(plain), 5);
	LEAVE();
}

#define PEAKS(pool)                                                                        \
	static void the_peak_of_##pool##_is_exact(void)                                    \
	{                                                                                  \
		for (uint32_t most = 0; most <= FEW; most++) {                             \
			WARM(pool);                                                        \
			GET(pool, 0, most);                                                \
			PUT(pool, 0, most);                                                \
			GET(pool, 0, most / 2);                                            \
			CHECK_POOL(&pools->pool);                                          \
			CHECK_EQ(PEAK(pool), most);                                        \
			tarn_object_reset(&pools->pool.core);                              \
			CHECK_EQ(objects_stats(&pools->pool.core).created, (uint32_t)FEW); \
			CHECK_EQ(tarn_object_prewarm(&pools->pool.core, FEW), FEW);        \
			CHECK_EQ(PEAK(pool), most);                                        \
			GET(pool, 0, FEW);                                                 \
			CHECK_EQ(PEAK(pool), FEW);                                         \
			LEAVE();                                                           \
		}                                                                          \
	}
PEAKS(plain)
PEAKS(oldest)
PEAKS(bits)

static void it_outlives_a_reset_a_trim_and_a_close(void)
{
	WARM(plain);
	GET(plain, 0, 4);
	tarn_object_reset(&pools->plain.core);
	CHECK_EQ(PEAK(plain), 4);
	CHECK_POOL(&pools->plain);
	LEAVE();
	WARM(made);
	GET(made, 0, 3);
	PUT(made, 0, 3);
	CHECK_EQ(tarn_object_trim(&pools->made.core, 1), 1);
	CHECK_EQ(PEAK(made), 3);
	CHECK_POOL(&pools->made);
	CHECK_EQ(tarn_object_prewarm(&pools->made.core, FEW), FEW);
	CHECK_POOL(&pools->made);
	GET(made, 0, 2);
	CHECK_EQ(PEAK(made), 3);
	GET(made, 2, 5);
	CHECK_EQ(PEAK(made), 5);
	tarn_object_reset(&pools->made.core);
	CHECK(tarn_object_close(&pools->made.core));
	CHECK_EQ(PEAK(made), 5);
	WARM(plain);
	GET(plain, 0, 2);
	PUT(plain, 0, 2);
	CHECK(tarn_object_close(&pools->plain.core));
	CHECK_EQ(PEAK(plain), 2);
}

static void piece_by_piece(void)
{
	CHECK(plain_open_at(&pools->plain, ARENA(plain, FEW)));
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 2), 2);
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 3), 3);
	CHECK(all_at_hand(&pools->plain.core, 3));
	GET(plain, 0, 1);
	PUT(plain, 0, 1);
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 4), 4);
	CHECK(all_at_hand(&pools->plain.core, 4));
	GET(plain, 0, 4);
	PUT(plain, 3, 4);
	/* After idle objects of which none was ready, the next one lies elsewhere. It is got before
	 * others are created. */
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 5), 5);
	CHECK_POOL(&pools->plain);
	CHECK_EQ(PEAK(plain), 4);
	GET(plain, 3, 5);
	CHECK_EQ(objects_stats(&pools->plain.core).created, 5);
	CHECK_EQ(PEAK(plain), 5);
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, FEW), FEW);
	CHECK(all_at_hand(&pools->plain.core, 1));
	GET(plain, 5, FEW);
	CHECK_EQ(PEAK(plain), FEW);
	CHECK_POOL(&pools->plain);
	LEAVE();
}

/* Created again, in another order. */
static void after_a_trim(void)
{
	WARM(made);
	CHECK_EQ(tarn_object_trim(&pools->made.core, 0), 0);
	CHECK_EQ(tarn_object_prewarm(&pools->made.core, FEW), FEW);
	CHECK_POOL(&pools->made);
	for (uint32_t i = 0; i < FEW; i++) {
		GET(made, i, i + 1);
		CHECK_EQ(PEAK(made), i + 1);
	}
	CHECK_POOL(&pools->made);
	LEAVE();
}

/* Also if nothing is done to a created object. */
static void after_a_trim_of_what_is_only_destroyed(void)
{
	CHECK(doomed_open_at(&pools->doomed, ARENA(doomed, FEW)));
	CHECK_EQ(tarn_object_prewarm(&pools->doomed.core, FEW), FEW);
	CHECK_EQ(tarn_object_trim(&pools->doomed.core, 1), 1);
	CHECK_EQ(tarn_object_prewarm(&pools->doomed.core, FEW), FEW);
	CHECK_POOL(&pools->doomed);
	LEAVE();
}

static void call(struct thing *thing_, void *context)
{
	(void)context;
	thing_->name = 1;
	CHECK((thing[1] = plain_get(&pools->plain)) != NULL);
}

/* An object on which an initialiser is at work counts. Whoever gets one meanwhile gets another. */
static void in_any_way(void)
{
	WARM(plain);
	thing[0] = plain_get_with(&pools->plain, call, NULL);
	CHECK(thing[0] && thing[1] != thing[0]);
	CHECK_POOL(&pools->plain);
	CHECK_EQ(PEAK(plain), 2);
	CHECK(plain_get_held(&pools->plain, NULL, NULL).generation);
	GET(plain, 3, 4);
	CHECK_EQ(PEAK(plain), 4);
	LEAVE();
}

/* Objects that were got can be told from those that were not, also when generations start again. */
static void when_generations_begin_anew(void)
{
	CHECK(worn_open_at(&pools->worn, ARENA(worn, 4)));
	CHECK_EQ(tarn_object_prewarm(&pools->worn.core, 4), 4);
	for (uint32_t i = 0; i < 2; i++) {
		GET(worn, 0, 1);
		objects_wear(thing[0], 1);
		PUT(worn, 0, 1);
	}
	CHECK_EQ(PEAK(worn), 1);
	CHECK_POOL(&pools->worn);
	LEAVE();
	/* If it was trimmed after it was got, this shows nothing. */
	CHECK(made_open_at(&pools->made, ARENA(made, 4)));
	GET(made, 0, 1);
	PUT(made, 0, 1);
	CHECK_EQ(tarn_object_trim(&pools->made.core, 0), 0);
	CHECK_EQ(tarn_object_prewarm(&pools->made.core, 1), 1);
	GET(made, 0, 2);
	PUT(made, 1, 2);
	PUT(made, 0, 1);
	GET(made, 0, 1);
	objects_wear(thing[0], 1);
	PUT(made, 0, 1);
	CHECK_POOL(&pools->made); /* its tag is again as it was when it was got */
	LEAVE();
}

static void when_slots_retire(void)
{
	CHECK(worn_open_at(&pools->worn, ARENA(worn, 4)));
	CHECK_EQ(tarn_object_prewarm(&pools->worn.core, 4), 4);
	GET(worn, 0, 2);
	worn_handle_of(&pools->worn, thing[0]);
	PUT(worn, 0, 2);
	GET(worn, 1, 2);
	GET(worn, 0, 1);
	objects_wear(thing[0], 1);
	PUT(worn, 0, 1);
	CHECK_EQ(objects_stats(&pools->worn.core).retired, 1);
	CHECK_EQ(PEAK(worn), 2);
	GET(worn, 2, 4);
	CHECK_PTR(worn_get(&pools->worn), NULL);
	CHECK_EQ(PEAK(worn), 3);
	CHECK_POOL(&pools->worn);
	LEAVE();
}

/* The second life's slots begin after the handles of the first. */
static void in_the_next_life(void)
{
	plain_handle handle;

	WARM(plain);
	GET(plain, 0, 3);
	handle = plain_handle_of(&pools->plain, thing[2]);
	LEAVE();
	WARM(plain);
	CHECK(all_at_hand(&pools->plain.core, FEW));
	GET(plain, 0, 3);
	CHECK_PTR(plain_resolve(&pools->plain, handle), NULL);
	PUT(plain, 0, 3);
	CHECK_PTR(plain_resolve(&pools->plain, handle), NULL);
	CHECK_EQ(PEAK(plain), 3);
	LEAVE();
}

static void in_growing_pools(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(2400));
	CHECK(growing_open(&pools->growing, &unit_heap, FEW, 2 * FEW));
	CHECK_EQ(tarn_object_prewarm(&pools->growing.core, 2 * FEW), 2 * FEW);
	CHECK_POOL(&pools->growing);
	for (uint32_t i = 0; i < 2 * FEW; i++) {
		GET(growing, i, i + 1);
		if (i & 1)
			CHECK_EQ(PEAK(growing), i + 1);
		CHECK_POOL(&pools->growing);
	}
	PUT(growing, 0, 2 * FEW);
	CHECK_EQ(PEAK(growing), 2 * FEW);
	CHECK_POOL(&pools->growing);
	LEAVE();
}

/* Objects that a reset took back come first. */
static void after_a_reset(void)
{
	CHECK(plain_open_at(&pools->plain, ARENA(plain, FEW)));
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 2), 2u);
	tarn_object_reset(&pools->plain.core);
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 4), 4u);
	CHECK_POOL(&pools->plain);
	GET(plain, 0, FEW);
	PUT(plain, 0, FEW);
	CHECK_POOL(&pools->plain);
	CHECK(tarn_object_close(&pools->plain.core));
}

static void the_peak_of_growing_pools_is_exact(void)
{
	CHECK(growing_open_at(&pools->growing, ARENA(growing, FEW)));
	CHECK_EQ(tarn_object_prewarm(&pools->growing.core, FEW), FEW);
	CHECK_EQ(PEAK(growing), 0u);
	GET(growing, 0, 1);
	CHECK_EQ(PEAK(growing), 1u);
	PUT(growing, 0, 1);
	CHECK_EQ(PEAK(growing), 1u);
	CHECK(tarn_object_close(&pools->growing.core));
}

static void after_a_damaged_link(void)
{
	SKIP_UNLESS(TARN_HARDEN < 2, "from level 2 on what is prewarmed is on no idle list");
	CHECK(plain_open_at(&pools->plain, ARENA(plain, FEW)));
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, 4), 4);
	*(void **)pools->plain.core.part.head = (char *)pools->plain.core.part.head + 4;
	GET(plain, 0, 2);
	EXPECT_POOL_FAULT(TARN_FAULT_LINK, (char *)thing[0] + 4);
	CHECK_EQ(tarn_object_prewarm(&pools->plain.core, FEW), FEW);
	GET(plain, 2, 3);
	CHECK_PTR(plain_get(&pools->plain), NULL);
	tarn_object_reset(&pools->plain.core);
	CHECK_POOL(&pools->plain);
	GET(plain, 0, FEW);
	CHECK_EQ(PEAK(plain), FEW);
	CHECK_POOL(&pools->plain);
	LEAVE();
}

void is_what_is_prewarmed_ready(void)
{
	objects_begin();
	CASE(by_their_numbers);
	CASE(behind_those_that_were_put);
	CASE(the_peak_of_plain_is_exact);
	CASE(the_peak_of_oldest_is_exact);
	CASE(the_peak_of_bits_is_exact);
	CASE(it_outlives_a_reset_a_trim_and_a_close);
	CASE(piece_by_piece);
	CASE(after_a_trim);
	CASE(after_a_trim_of_what_is_only_destroyed);
	CASE(in_any_way);
	CASE(when_generations_begin_anew);
	CASE(when_slots_retire);
	CASE(in_the_next_life);
	CASE(in_growing_pools);
	CASE(after_a_reset);
	CASE(the_peak_of_growing_pools_is_exact);
	CASE(after_a_damaged_link);
}
