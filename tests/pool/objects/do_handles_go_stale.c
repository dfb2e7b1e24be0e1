/* SPDX-License-Identifier: MIT */
#include "world.h"

TARN_OBJECT_TYPE(refusing, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(growing, struct thing, 8, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(never, struct thing, 8, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(twins, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(3));

static uint32_t loudness(const struct thing *thing)
{
	return thing->name;
}
TARN_OBJECT_TYPE_WITH(least, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = loudness);

static struct {
	struct refusing refusing;
	struct oldest oldest;
	struct growing growing;
	struct never never;
	struct bits bits;
	struct twins first;
	struct twins second;
	struct twins third;
	struct least least;
} *const pools = (void *)&objects_place[0];

/* What holds for every policy. */
#define STALE_AFTER_PUT(pool)                                                     \
	static void pool##_puts_make_stale(void)                                  \
	{                                                                         \
		pool##_handle handle, other;                                      \
		struct thing *thing;                                              \
                                                                                  \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 2)));              \
		thing = pool##_get(&pools->pool);                                 \
		handle = pool##_handle_of(&pools->pool, thing);                   \
		CHECK(handle.generation != 0);                                    \
		CHECK_PTR(pool##_resolve(&pools->pool, handle), thing);           \
		pool##_put(&pools->pool, thing);                                  \
		CHECK_PTR(pool##_resolve(&pools->pool, handle), NULL);            \
		/* The next owner's, forged too early. */                         \
		other = handle;                                                   \
		other.generation -= TARN_OBJECT_GENERATION_;                      \
		CHECK_PTR(pool##_resolve(&pools->pool, other), NULL);             \
		CHECK_PTR(pool##_get(&pools->pool), thing);                       \
		CHECK_PTR(pool##_resolve(&pools->pool, other), thing);            \
		CHECK_PTR(pool##_resolve(&pools->pool, handle), NULL);            \
		other = pool##_handle_of(&pools->pool, thing);                    \
		CHECK(other.generation != handle.generation);                     \
		CHECK_PTR(pool##_resolve(&pools->pool, other), thing);            \
		CHECK(!pool##_release(&pools->pool, handle));                     \
		CHECK(pool##_release(&pools->pool, other));                       \
		CHECK(!pool##_release(&pools->pool, other));                      \
		CHECK_EQ(tarn_object_count(&pools->pool.core), 0);                \
		/* Whoever was reset. */                                          \
		other = pool##_handle_of(&pools->pool, pool##_get(&pools->pool)); \
		tarn_object_reset(&pools->pool.core);                             \
		CHECK_PTR(pool##_resolve(&pools->pool, other), NULL);             \
		for (int i = 0; i < 2; i++)                                       \
			pool##_get(&pools->pool);                                 \
		CHECK_PTR(pool##_resolve(&pools->pool, handle), NULL);            \
		CHECK_PTR(pool##_resolve(&pools->pool, other), NULL);             \
		tarn_object_reset(&pools->pool.core);                             \
		/* Closed and opened again. */                                    \
		LEAVE();                                                          \
		CHECK_PTR(pool##_resolve(&pools->pool, other), NULL);             \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 2)));              \
		for (int i = 0; i < 2; i++) {                                     \
			pool##_get(&pools->pool);                                 \
			CHECK_PTR(pool##_resolve(&pools->pool, handle), NULL);    \
			CHECK_PTR(pool##_resolve(&pools->pool, other), NULL);     \
		}                                                                 \
		LEAVE();                                                          \
	}
STALE_AFTER_PUT(refusing)
STALE_AFTER_PUT(oldest)
STALE_AFTER_PUT(growing)
STALE_AFTER_PUT(never)
STALE_AFTER_PUT(least)

static void the_robbed_ones_are_stale(void)
{
	oldest_handle old[2], now[2];
	least_handle quiet, loud;
	struct thing *thing;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 2)));
	for (int i = 0; i < 2; i++)
		old[i] = oldest_handle_of(&pools->oldest, oldest_get(&pools->oldest));
	now[0] = oldest_handle_of(&pools->oldest, oldest_get(&pools->oldest));
	CHECK_PTR(oldest_resolve(&pools->oldest, old[0]), NULL);
	CHECK(oldest_resolve(&pools->oldest, old[1]) != NULL);
	now[1] = oldest_handle_of(&pools->oldest, oldest_get(&pools->oldest));
	CHECK_PTR(oldest_resolve(&pools->oldest, old[1]), NULL);
	CHECK(oldest_resolve(&pools->oldest, now[0]) && oldest_resolve(&pools->oldest, now[1]));
	LEAVE();
	CHECK(least_open_at(&pools->least, ARENA(least, 2)));
	thing = least_get(&pools->least);
	thing->name = 5;
	loud = least_handle_of(&pools->least, thing);
	thing = least_get(&pools->least);
	thing->name = 1;
	quiet = least_handle_of(&pools->least, thing);
	least_get(&pools->least)->name = 3;
	CHECK_PTR(least_resolve(&pools->least, quiet), NULL);
	CHECK(least_resolve(&pools->least, loud) != NULL);
	LEAVE();
}

/* A chunk that is given back takes its tags with it. Its numbers are used again. */
static void handles_outlive_their_chunk(void)
{
	growing_handle old[20];
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(900));
	CHECK(growing_open(&pools->growing, &unit_heap, 1, 3));
	growing_get(&pools->growing);
	for (int i = 0; i < 20; i++) {
		thing = growing_get(&pools->growing);
		old[i] = growing_handle_of(&pools->growing, thing);
		CHECK_PTR(growing_resolve(&pools->growing, old[i]), thing);
		for (int k = 0; k < i; k++)
			CHECK_PTR(growing_resolve(&pools->growing, old[k]), NULL);
		growing_put(&pools->growing, thing);
	}
	CHECK_EQ(objects_stats(&pools->growing.core).shrunk, 20);
	LEAVE();
}

static void no_handle_is_no_object(void)
{
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	CHECK_PTR(refusing_resolve(&pools->refusing, (refusing_handle){0}), NULL);
	refusing_get(&pools->refusing);
	CHECK_PTR(refusing_resolve(&pools->refusing, (refusing_handle){0}), NULL);
	/* Nor does a number resolve that was never a handle. */
	for (uint32_t bit = 1; bit; bit <<= 1)
		CHECK_PTR(refusing_resolve(&pools->refusing, (refusing_handle){bit, bit << 9 | 1}),
			  NULL);
	CHECK(!refusing_release(&pools->refusing, (refusing_handle){UINT32_MAX, UINT32_MAX}));
	LEAVE();
}

static void a_siblings_handle_is_a_fault(void)
{
	twins_handle handle;

	CHECK(twins_open_at(&pools->first, unit_arena(), TARN_OBJECT_BYTES(twins, 2)));
	CHECK(twins_open_at(&pools->second, unit_arena() + 256, TARN_OBJECT_BYTES(twins, 2)));
	CHECK(twins_open_at(&pools->third, unit_arena() + 512, TARN_OBJECT_BYTES(twins, 2)));
	handle = twins_handle_of(&pools->second, twins_get(&pools->second));
	twins_get(&pools->first);
	twins_get(&pools->third);
	CHECK(twins_resolve(&pools->second, handle) != NULL);
	CHECK_PTR(twins_resolve(&pools->first, handle), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &pools->first.core);
	CHECK(!twins_release(&pools->third, handle));
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &pools->third.core);
	CHECK(twins_release(&pools->second, handle));
	LEAVE();
}

static void without_tags_there_are_none(void)
{
	struct thing *thing;

	CHECK(bits_open_at(&pools->bits, ARENA(bits, 2)));
	thing = bits_get(&pools->bits);
	/* The typed calls would not compile. */
	CHECK_EQ(tarn_object_handle(&pools->bits.core, thing), 0);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, thing);
	CHECK_PTR(tarn_object_resolve(&pools->bits.core, UINT64_C(0x100000001)), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &pools->bits.core);
	CHECK_PTR(tarn_object_resolve(&pools->bits.core, 0), NULL);
	LEAVE();
}

/* If more pools of a type are opened than handles can tell apart, the last ones have no handles. */
TARN_OBJECT_TYPE(lone, struct thing, 8, TARN_OBJECT_REFUSE);

static void beyond_the_siblings_there_are_none(void)
{
	struct lone *first = (void *)&objects_place[0], *second = (void *)&objects_place[1];
	lone_handle handle;
	struct thing *thing;

	objects_begin();
	CHECK(lone_open_at(first, unit_arena(), TARN_OBJECT_BYTES(lone, 2)));
	CHECK(lone_open_at(second, unit_arena() + 256, TARN_OBJECT_BYTES(lone, 2)));
	handle = lone_handle_of(first, lone_get(first));
	CHECK(lone_resolve(first, handle) != NULL);
	thing = lone_get(second);
	CHECK(thing != NULL);
	CHECK_EQ(lone_handle_of(second, thing).generation, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, thing);
	lone_put(second, thing); /* an idle one, so that get takes the short path */
	CHECK_EQ(lone_get_held(second, NULL, NULL).generation, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &second->core);
	CHECK_PTR(lone_resolve(second, handle), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &second->core);
	CHECK(!lone_release(second, handle));
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &second->core);
	LEAVE();
}

static void only_what_is_in_use_has_one(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	thing = refusing_get(&pools->refusing);
	refusing_put(&pools->refusing, thing);
	CHECK_EQ(refusing_handle_of(&pools->refusing, thing).generation, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, thing);
	CHECK_EQ(refusing_handle_of(&pools->refusing, NULL).generation, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_FOREIGN, NULL);
	LEAVE();
}

/* Also a generation that an idle slot has, and a handle of two words that nobody gave. */
static void a_number_comes_back(void)
{
	struct thing *thing;
	uint64_t word;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	thing = refusing_get(&pools->refusing);
	word = refusing_number(refusing_handle_of(&pools->refusing, thing));
	CHECK_PTR(refusing_resolve(&pools->refusing, refusing_of_number(word)), thing);
	CHECK(refusing_none(refusing_of_number(0)));
	for (uint32_t bit = 0; bit < 64; bit++)
		CHECK(!refusing_release(&pools->refusing,
					refusing_of_number(word ^ UINT64_C(1) << bit)));
	refusing_put(&pools->refusing, thing);
	for (uint32_t tag = 0; tag < 64; tag++) {
		uint64_t wrong = (uint64_t)tag << 32 | (uint32_t)word;

		CHECK(refusing_none(refusing_of_number(wrong)));
		CHECK(!tarn_object_release(&pools->refusing.core, wrong));
		CHECK(!refusing_release(&pools->refusing, (refusing_handle){(uint32_t)word, tag}));
	}
	CHECK_EQ(refusing_count(&pools->refusing), 0);
	LEAVE();
}

void do_handles_go_stale(void)
{
	objects_begin();
	CASE(a_number_comes_back);
	CASE(refusing_puts_make_stale);
	CASE(oldest_puts_make_stale);
	CASE(growing_puts_make_stale);
	CASE(never_puts_make_stale);
	CASE(least_puts_make_stale);
	CASE(the_robbed_ones_are_stale);
	CASE(handles_outlive_their_chunk);
	CASE(no_handle_is_no_object);
	CASE(a_siblings_handle_is_a_fault);
	CASE(without_tags_there_are_none);
	CASE(only_what_is_in_use_has_one);
	CASE(beyond_the_siblings_there_are_none);
}
