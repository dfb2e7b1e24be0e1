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

static struct refusing refusing;
static struct oldest oldest;
static struct growing growing;
static struct never never;
static struct bits bits;
static struct twins first, second, third;
static struct least least;

/* What holds for every policy. */
#define STALE_AFTER_PUT(pool)                                           \
	static void pool##_puts_make_stale(void)                        \
	{                                                               \
		pool##_handle handle, other;                            \
		struct thing *thing;                                    \
                                                                        \
		CHECK(pool##_open_at(&pool, ARENA(pool, 2)));           \
		thing = pool##_get(&pool);                              \
		handle = pool##_handle_of(&pool, thing);                \
		CHECK(handle.value != 0);                               \
		CHECK_PTR(pool##_resolve(&pool, handle), thing);        \
		pool##_put(&pool, thing);                               \
		CHECK_PTR(pool##_resolve(&pool, handle), NULL);         \
		CHECK_PTR(pool##_get(&pool), thing);                    \
		CHECK_PTR(pool##_resolve(&pool, handle), NULL);         \
		other = pool##_handle_of(&pool, thing);                 \
		CHECK(other.value != handle.value);                     \
		CHECK_PTR(pool##_resolve(&pool, other), thing);         \
		CHECK(!pool##_release(&pool, handle));                  \
		CHECK(pool##_release(&pool, other));                    \
		CHECK(!pool##_release(&pool, other));                   \
		CHECK_EQ(tarn_object_count(&pool.core), 0);             \
		/* Whoever was reset. */                                \
		other = pool##_handle_of(&pool, pool##_get(&pool));     \
		tarn_object_reset(&pool.core);                          \
		CHECK_PTR(pool##_resolve(&pool, other), NULL);          \
		for (int i = 0; i < 2; i++)                             \
			pool##_get(&pool);                              \
		CHECK_PTR(pool##_resolve(&pool, handle), NULL);         \
		CHECK_PTR(pool##_resolve(&pool, other), NULL);          \
		tarn_object_reset(&pool.core);                          \
		/* Closed and opened again. */                          \
		LEAVE();                                                \
		CHECK_PTR(pool##_resolve(&pool, other), NULL);          \
		CHECK(pool##_open_at(&pool, ARENA(pool, 2)));           \
		for (int i = 0; i < 2; i++) {                           \
			pool##_get(&pool);                              \
			CHECK_PTR(pool##_resolve(&pool, handle), NULL); \
			CHECK_PTR(pool##_resolve(&pool, other), NULL);  \
		}                                                       \
		LEAVE();                                                \
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

	CHECK(oldest_open_at(&oldest, ARENA(oldest, 2)));
	for (int i = 0; i < 2; i++)
		old[i] = oldest_handle_of(&oldest, oldest_get(&oldest));
	now[0] = oldest_handle_of(&oldest, oldest_get(&oldest));
	CHECK_PTR(oldest_resolve(&oldest, old[0]), NULL);
	CHECK(oldest_resolve(&oldest, old[1]) != NULL);
	now[1] = oldest_handle_of(&oldest, oldest_get(&oldest));
	CHECK_PTR(oldest_resolve(&oldest, old[1]), NULL);
	CHECK(oldest_resolve(&oldest, now[0]) && oldest_resolve(&oldest, now[1]));
	LEAVE();
	CHECK(least_open_at(&least, ARENA(least, 2)));
	thing = least_get(&least);
	thing->name = 5;
	loud = least_handle_of(&least, thing);
	thing = least_get(&least);
	thing->name = 1;
	quiet = least_handle_of(&least, thing);
	least_get(&least)->name = 3;
	CHECK_PTR(least_resolve(&least, quiet), NULL);
	CHECK(least_resolve(&least, loud) != NULL);
	LEAVE();
}

/* A chunk that is given back takes its tags with it; the numbers that it had are used again. */
static void handles_outlive_their_chunk(void)
{
	growing_handle old[20];
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(900));
	CHECK(growing_open(&growing, &unit_heap, 1, 3));
	growing_get(&growing);
	for (int i = 0; i < 20; i++) {
		thing = growing_get(&growing);
		old[i] = growing_handle_of(&growing, thing);
		CHECK_PTR(growing_resolve(&growing, old[i]), thing);
		for (int k = 0; k < i; k++)
			CHECK_PTR(growing_resolve(&growing, old[k]), NULL);
		growing_put(&growing, thing);
	}
	CHECK_EQ(objects_stats(&growing.core).shrunk, 20);
	LEAVE();
}

static void no_handle_is_no_object(void)
{
	CHECK(refusing_open_at(&refusing, ARENA(refusing, 2)));
	CHECK_PTR(refusing_resolve(&refusing, (refusing_handle){0}), NULL);
	refusing_get(&refusing);
	CHECK_PTR(refusing_resolve(&refusing, (refusing_handle){0}), NULL);
	/* Nor what was never a handle. */
	for (uint32_t bit = 1; bit; bit <<= 1)
		CHECK_PTR(refusing_resolve(&refusing, (refusing_handle){bit | bit << 9 | 1}), NULL);
	CHECK(!refusing_release(&refusing, (refusing_handle){UINT32_MAX}));
	LEAVE();
}

static void a_siblings_handle_is_a_fault(void)
{
	twins_handle handle;

	CHECK(twins_open_at(&first, unit_arena(), TARN_OBJECT_BYTES(twins, 2)));
	CHECK(twins_open_at(&second, unit_arena() + 256, TARN_OBJECT_BYTES(twins, 2)));
	CHECK(twins_open_at(&third, unit_arena() + 512, TARN_OBJECT_BYTES(twins, 2)));
	handle = twins_handle_of(&second, twins_get(&second));
	twins_get(&first);
	twins_get(&third);
	CHECK(twins_resolve(&second, handle) != NULL);
	CHECK_PTR(twins_resolve(&first, handle), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &first.core);
	CHECK(!twins_release(&third, handle));
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &third.core);
	CHECK(twins_release(&second, handle));
	LEAVE();
}

static void without_tags_there_are_none(void)
{
	struct thing *thing;

	CHECK(bits_open_at(&bits, ARENA(bits, 2)));
	thing = bits_get(&bits);
	CHECK_EQ(bits_handle_of(&bits, thing).value, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, thing);
	CHECK_PTR(bits_resolve(&bits, (bits_handle){1}), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &bits.core);
	CHECK_PTR(bits_resolve(&bits, (bits_handle){0}), NULL);
	LEAVE();
}

static void only_what_is_in_use_has_one(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(&refusing, ARENA(refusing, 2)));
	thing = refusing_get(&refusing);
	refusing_put(&refusing, thing);
	CHECK_EQ(refusing_handle_of(&refusing, thing).value, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, thing);
	CHECK_EQ(refusing_handle_of(&refusing, NULL).value, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_FOREIGN, NULL);
	LEAVE();
}

void do_handles_go_stale(void)
{
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
}
