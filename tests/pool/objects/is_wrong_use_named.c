/* SPDX-License-Identifier: MIT
 * Each mistake has its fault, and changes nothing. (`refuse` tests what a compiler can refuse.) */
#include "tarn_port.h"
#include "world.h"

/* So a hook that calls its own pool is found on a Cortex-M and on a Game Boy, too. */
bool tarn_port_one_thread(void)
{
	return true;
}

TARN_OBJECT_TYPE(things, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(growing, struct thing, 8, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(others, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(statics, struct thing, 2, TARN_OBJECT_REFUSE);
struct giant {
	_Alignas(8) char body[4088];
};
TARN_OBJECT_TYPE(giants, struct giant, 1 << 20, TARN_OBJECT_REFUSE);

static struct {
	struct things things;
	struct things closed;
	struct bits bits;
	struct oldest oldest;
	struct growing growing;
	struct others others;
} *const pools = (void *)&objects_place[0];

/* Puts `object`, which must raise the fault `kind`. */
#define REFUSED(pool, kind, object)                                          \
	do {                                                                 \
		uint32_t live_ = tarn_object_count(&pools->pool.core);       \
		const void *wrong_ = (object);                               \
                                                                             \
		pool##_put(&pools->pool, (struct thing *)(uintptr_t)wrong_); \
		EXPECT_POOL_FAULT(kind, wrong_);                             \
		CHECK_EQ(tarn_object_count(&pools->pool.core), live_);       \
		CHECK_POOL(&pools->pool);                                    \
	} while (0)

/* Two puts, and the gets after them. A list hands out first what was put last; bits, the lowest. */
#define PUT_IS_TOTAL(pool, first, second)                                                     \
	static void pool##_put_takes_what_is_in_use_alone(void)                               \
	{                                                                                     \
		struct thing *a, *b, outside;                                                 \
		unsigned char *bytes;                                                         \
                                                                                              \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 4)));                          \
		a = pool##_get(&pools->pool);                                                 \
		b = pool##_get(&pools->pool);                                                 \
		bytes = (unsigned char *)a;                                                   \
		pool##_put(&pools->pool, NULL);                                               \
		REFUSED(pool, TARN_FAULT_FOREIGN, &outside);                                  \
		REFUSED(pool, TARN_FAULT_FOREIGN, unit_arena() + TARN_OBJECT_BYTES(pool, 5)); \
		REFUSED(pool, TARN_FAULT_FOREIGN, (void *)16);                                \
		REFUSED(pool, TARN_FAULT_FOREIGN, (void *)(uintptr_t)-16);                    \
		for (uint32_t i = 1; i < sizeof(struct thing); i++)                           \
			REFUSED(pool, TARN_FAULT_INTERIOR, bytes + i);                        \
		REFUSED(pool, TARN_FAULT_WILD, bytes + 3 * pool##_stride);                    \
		pool##_put(&pools->pool, a);                                                  \
		REFUSED(pool, TARN_FAULT_DOUBLE_FREE, a);                                     \
		REFUSED(pool, TARN_FAULT_DOUBLE_FREE, a);                                     \
		pool##_put(&pools->pool, b);                                                  \
		REFUSED(pool, TARN_FAULT_DOUBLE_FREE, a);                                     \
		CHECK_PTR(pool##_get(&pools->pool), first);                                   \
		CHECK_PTR(pool##_get(&pools->pool), second);                                  \
		LEAVE();                                                                      \
	}
PUT_IS_TOTAL(things, b, a)
PUT_IS_TOTAL(bits, a, b)
PUT_IS_TOTAL(oldest, b, a)
PUT_IS_TOTAL(growing, b, a)

static void another_pools_object_is_foreign(void)
{
	struct thing *thing;

	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	CHECK(others_open_at(&pools->others, unit_arena() + 512, TARN_OBJECT_BYTES(others, 4)));
	thing = others_get(&pools->others);
	things_get(&pools->things);
	REFUSED(things, TARN_FAULT_FOREIGN, thing);
	CHECK(others_in_use(&pools->others, thing));
	LEAVE();
}

/* The fault names the pool's heap, which counts it. */
static void the_heap_is_named(void)
{
	struct tarn_heap_stats stats;
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	CHECK(things_open(&pools->things, &unit_heap, 4, 4));
	thing = things_get(&pools->things);
	things_put(&pools->things, thing);
	things_put(&pools->things, thing);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, thing);
	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(stats.faults[TARN_FAULT_DOUBLE_FREE], 1);
	LEAVE();
}

/* The fault has the name of the pool that found it. If there is no pool yet, it has the type's. */
static void the_pool_is_named(void)
{
	static struct things never_opened;
	static struct thing outside;

	statics_put(&statics, &outside);
	CHECK_TEXT(unit_fault.name, "statics");
	CHECK(!things_open_at(&pools->things, unit_arena(), 0));
	CHECK_TEXT(unit_fault.name, "things");
	tarn_object_put(&outside, &never_opened.core);
	CHECK_TEXT(unit_fault.name, "(never opened)");
	tarn_free(&tarn_default, &outside);
	CHECK(!unit_fault.name);
	CHECK_EQ(unit_faults, 4);
	unit_faults = 0;
	LEAVE();
}

static void wrong_capacities_are_refused(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(2048));
	CHECK(!things_open(&pools->things, &unit_heap, 0, 4));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &pools->things.core);
	CHECK(!things_open(&pools->things, &unit_heap, 4, 3));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &pools->things.core);
	CHECK(!things_open(&pools->things, &unit_heap, 4, 9));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &pools->things.core);
	CHECK(!things_open_at(&pools->things, unit_arena(), things_stride - 1));
	EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, unit_arena());
	CHECK(!things_open_at(&pools->things, unit_arena(), 0));
	EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, unit_arena());
	CHECK(!tarn_object_pool_first());
	/* Opened twice. */
	CHECK(things_open(&pools->things, &unit_heap, 4, 4));
	CHECK(!things_open(&pools->things, &unit_heap, 4, 4));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &pools->things.core);
	/* Growing: only a pool that grows may, not below its capacity, and not above the type's
	 * maximum. */
	CHECK(!tarn_object_grow_from(&pools->things.core, &unit_heap, 8));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &pools->things.core);
	CHECK(growing_open(&pools->growing, &unit_heap, 4, 4));
	CHECK(!tarn_object_grow_from(&pools->growing.core, &unit_heap, 3));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &pools->growing.core);
	CHECK(!tarn_object_grow_from(&pools->growing.core, &unit_heap, 9));
	EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &pools->growing.core);
	CHECK(tarn_object_grow_from(&pools->growing.core, &unit_heap, 8));
	LEAVE();
}

/* A product of 2^32 bytes, and of somewhat less and more. */
static void bytes_that_no_word_counts_are_refused(void)
{
	struct giants *giants = (void *)&objects_place[POOL_PLACES - 1];

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	CHECK_EQ(giants_stride, 4096);
	for (uint32_t slots = 1 << 20; slots; slots = slots > 1 << 19 ? slots - 1024 : slots >> 1)
		CHECK(!giants_open(giants, &unit_heap, slots, giants_maximum));
	CHECK(!tarn_object_pool_first());
}

/* Its slots would be lost. */
static void static_storage_is_not_opened(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	for (int used = 0; used < 2; used++) {
		CHECK(!statics_open_at(&statics, ARENA(statics, 2)));
		EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, unit_arena());
		CHECK(!statics_open(&statics, &unit_heap, 2, 2));
		EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &statics.core);
		statics_put(&statics, statics_get(&statics));
		CHECK_POOL(&statics);
	}
	LEAVE();
}

/* A pool of zeroed memory. */
static void a_pool_never_opened_has_nothing(void)
{
	struct tarn_object_pool *core = &pools->closed.core;

	CHECK_PTR(things_get(&pools->closed), NULL);
	EXPECT_FAULT(TARN_FAULT_CAPACITY, NULL, core); /* a plain pool has no name */
	CHECK_EQ(things_get_held(&pools->closed, NULL, NULL).generation, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, core);
	CHECK_EQ(tarn_object_prewarm(core, 3), 0);
	EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, core);
	CHECK(!tarn_object_close(core));
	CHECK_EQ(tarn_object_check(core, NULL), 0);
}

/* Each of these calls first, on a pool that was never used. */
static void nothing_can_be_done_to_it(void)
{
	struct tarn_object_pool *core = &pools->closed.core;
	struct thing outside;

	for (int call = 0; call < 9; call++) {
		uint32_t at = 0;

		objects_begin();
		if (call == 0)
			CHECK_EQ(tarn_object_count(core), 0);
		if (call == 1)
			tarn_object_reset(core);
		if (call == 2)
			CHECK_EQ(tarn_object_trim(core, 0), 0);
		if (call == 3)
			CHECK(!things_in_use(&pools->closed, &outside));
		if (call == 4)
			CHECK_PTR(things_each(&pools->closed, &at), NULL);
		if (call == 5)
			CHECK_EQ(objects_stats(core).created, 0);
		if (call == 6)
			CHECK_PTR(things_resolve(&pools->closed, (things_handle){0}), NULL);
		if (call == 7)
			tarn_object_recycle(core);
		if (call == 8) {
			things_put(&pools->closed, &outside);
			EXPECT_FAULT(TARN_FAULT_FOREIGN, NULL, &outside);
		}
		CHECK(!things_resolve(&pools->closed, (things_handle){0x12345, 7}));
		EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, core);
		CHECK(!things_release(&pools->closed, (things_handle){0x12345, 7}));
		EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, core);
		things_handle_of(&pools->closed, &outside);
		EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &outside);
		CHECK(things_open_at(&pools->closed, ARENA(things, 2)));
		CHECK(things_get(&pools->closed) != NULL);
		LEAVE();
	}
}

/* A wait where nobody may wait. */
static void a_wait_has_its_fault(void)
{
	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	tarn_object_cannot_wait_(&pools->things.core, NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_CONTEXT, &pools->things.core);
	CHECK_TEXT(tarn_fault_name(TARN_FAULT_CONTEXT), "context");
	LEAVE();
}

static void a_pool_in_use_does_not_close(void)
{
	struct thing *thing;

	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	thing = things_get(&pools->things);
	CHECK(!tarn_object_close(&pools->things.core));
	CHECK(things_in_use(&pools->things, thing));
	things_put(&pools->things, thing);
	CHECK(tarn_object_close(&pools->things.core));
	CHECK(!tarn_object_close(&pools->things.core));
}

/* ---- An initialiser that puts its object ----------------------------------------------------- */

/* The object is not in use yet. */
#define INITIALISER_PUTS_NOTHING(pool)                                                      \
	static void pool##_put_early(struct thing *thing, void *unused)                     \
	{                                                                                   \
		(void)unused;                                                               \
		REFUSED(pool, TARN_FAULT_DOUBLE_FREE, thing);                               \
	}                                                                                   \
	static void pool##_initialiser_puts_nothing(void)                                   \
	{                                                                                   \
		struct thing *thing;                                                        \
                                                                                            \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 2)));                        \
		for (int round = 0; round < 2; round++) { /* a new slot, then a used one */ \
			thing = pool##_get_with(&pools->pool, pool##_put_early, NULL);      \
			CHECK(pool##_in_use(&pools->pool, thing));                          \
			pool##_put(&pools->pool, thing);                                    \
		}                                                                           \
		LEAVE();                                                                    \
	}
INITIALISER_PUTS_NOTHING(things)
INITIALISER_PUTS_NOTHING(bits)

/* ---- Hooks that call their own pool ---------------------------------------------------------- */

static uint32_t entries;
static void enter(struct thing *thing);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 8, TARN_OBJECT_REFUSE, .once = enter, .init = enter,
		      .reset = enter, .destroy = enter);
static struct {
	struct hooked hooked;
} *const more = (void *)&objects_place[6];

/* All that a hook must not do to its pool, and what it may do to another. */
static void enter(struct thing *thing)
{
	CHECK_PTR(hooked_get(&more->hooked), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	hooked_put(&more->hooked, thing);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, thing);
	tarn_object_reset(&more->hooked.core);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK_EQ(tarn_object_prewarm(&more->hooked.core, 8), 0);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	tarn_object_trim(&more->hooked.core, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	tarn_object_recycle(&more->hooked.core);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK_EQ(tarn_object_save(&more->hooked.core, unit_arena(), 1024, 0), 0);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK(!tarn_object_load(&more->hooked.core, unit_arena(), 1024, 0));
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK(!hooked_release(&more->hooked, (hooked_handle){0x12345, 7}));
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK_EQ(hooked_get_held(&more->hooked, NULL, NULL).generation, 0);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK(!tarn_object_close(&more->hooked.core));
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK(!tarn_object_grow_from(&more->hooked.core, &unit_heap, 8));
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK(!hooked_open_at(&more->hooked, ARENA(hooked, 2)));
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	CHECK(!hooked_open(&more->hooked, &unit_heap, 2, 2));
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &more->hooked.core);
	if (pools->things.core.entry.proof)
		things_put(&pools->things, things_get(&pools->things));
	entries++;
}

static void a_hook_may_not_call_its_pool(void)
{
	struct thing *thing;

	entries = 0;
	CHECK(hooked_open_at(&more->hooked, ARENA(hooked, 2)));
	CHECK(things_open_at(&pools->things, unit_arena() + 256, TARN_OBJECT_BYTES(things, 2)));
	thing = hooked_get(&more->hooked);
	CHECK(thing != NULL);
	CHECK(hooked_in_use(&more->hooked, thing));
	hooked_put(&more->hooked, thing);
	CHECK_POOL(&more->hooked);
	LEAVE();
	CHECK_EQ(entries, 4);
}

static void end(struct thing *thing);
TARN_OBJECT_TYPE_WITH(ending, struct thing, 8, TARN_OBJECT_GROW, .destroy = end, .step = 1);

/* When the last object of a chunk goes, nothing of the pool is in use. It still must not close. */
static void end(struct thing *thing)
{
	struct ending *ending = (void *)&objects_place[POOL_PLACES - 1];

	(void)thing;
	CHECK(!tarn_object_close(&ending->core));
	EXPECT_FAULT(TARN_FAULT_REENTERED, &unit_heap, &ending->core);
	entries++;
}

static void a_chunk_that_goes_does_not_close_its_pool(void)
{
	struct ending *ending = (void *)&objects_place[POOL_PLACES - 1];
	struct thing *own, *more_;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	CHECK(ending_open(ending, &unit_heap, 1, 2));
	own = ending_get(ending);
	more_ = ending_get(ending);
	ending_put(ending, own);
	entries = 0;
	ending_put(ending, more_);
	CHECK_EQ(entries, 1);
	CHECK_EQ(objects_stats(&ending->core).shrunk, 1);
	LEAVE();
	CHECK_EQ(entries, 2);
}

static uint32_t greedy(const struct thing *thing);
TARN_OBJECT_TYPE_WITH(robbers, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = greedy);
static struct {
	struct robbers robbers;
} *const rest = (void *)&objects_place[7];

static uint32_t greedy(const struct thing *thing)
{
	CHECK_PTR(robbers_get(&rest->robbers), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &rest->robbers.core);
	return thing->name;
}

static void a_score_may_not_rob(void)
{
	CHECK(robbers_open_at(&rest->robbers, ARENA(robbers, 2)));
	robbers_get(&rest->robbers)->name = 2;
	robbers_get(&rest->robbers)->name = 1;
	CHECK(robbers_get(&rest->robbers) != NULL);
	CHECK_EQ(objects_stats(&rest->robbers.core).robbed, 1);
	LEAVE();
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void no_memory_is_no_pool(void)
{
	CHECK(!things_open_at(&pools->things, NULL, 4096));
	EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, NULL);
	CHECK(!tarn_object_pool_first());
}

/* The object was got, so it is not foreign, though no slot is carved any more. */
static void what_a_reset_took_back_was_put(void)
{
	struct thing *thing;

	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	thing = things_get(&pools->things);
	tarn_object_reset(&pools->things.core);
	REFUSED(things, TARN_FAULT_DOUBLE_FREE, thing);
	REFUSED(things, TARN_FAULT_WILD, (unsigned char *)thing + 2 * things_stride);
	CHECK_PTR(things_get(&pools->things), thing);
	LEAVE();
}

void is_wrong_use_named(void)
{
	objects_begin();
	CASE(things_put_takes_what_is_in_use_alone);
	CASE(bits_put_takes_what_is_in_use_alone);
	CASE(oldest_put_takes_what_is_in_use_alone);
	CASE(growing_put_takes_what_is_in_use_alone);
	CASE(another_pools_object_is_foreign);
	CASE(the_heap_is_named);
	CASE(the_pool_is_named);
	CASE(wrong_capacities_are_refused);
	CASE(bytes_that_no_word_counts_are_refused);
	CASE(static_storage_is_not_opened);
	CASE(a_pool_never_opened_has_nothing);
	CASE(nothing_can_be_done_to_it);
	CASE(a_wait_has_its_fault);
	CASE(a_pool_in_use_does_not_close);
	CASE(things_initialiser_puts_nothing);
	CASE(bits_initialiser_puts_nothing);
	CASE(a_hook_may_not_call_its_pool);
	CASE(a_chunk_that_goes_does_not_close_its_pool);
	CASE(a_score_may_not_rob);
	CASE(no_memory_is_no_pool);
	CASE(what_a_reset_took_back_was_put);
}
