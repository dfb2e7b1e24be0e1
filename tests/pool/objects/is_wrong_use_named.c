/* SPDX-License-Identifier: MIT
 * Each mistake has its fault, and changes nothing. The model makes the frequent ones in pools of
 * every kind: foreign and interior pointers, second puts. `refuse` tests what a compiler can
 * refuse. */
#include "tarn_port.h"
#include "world.h"

/* So a hook that calls its own pool is found on a Cortex-M and on a Game Boy, too. */
bool tarn_port_one_thread(void)
{
	return true;
}

TARN_OBJECT_TYPE(things, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(growing, struct thing, 8, TARN_OBJECT_GROW);
TARN_OBJECT_POOL(statics, struct thing, 2, TARN_OBJECT_REFUSE);
struct giant {
	_Alignas(8) char body[4088];
};
TARN_OBJECT_TYPE(giants, struct giant, 1 << 20, TARN_OBJECT_REFUSE);

static struct things *const things = (void *)&objects_place[0];
static struct bits *const bits = (void *)&objects_place[1];
static struct growing *const growing = (void *)&objects_place[2];
static struct giants *const giants = (void *)&objects_place[3];

static void things_takes(const void *object)
{
	things_put(things, (struct thing *)(uintptr_t)object);
}

static void bits_takes(const void *object)
{
	bits_put(bits, (struct thing *)(uintptr_t)object);
}

/* ---- Pointers -------------------------------------------------------------------------------- */

static void a_wrong_put_is_named(struct tarn_object_pool *pool, uint32_t stride,
				 void (*put)(const void *object))
{
	char *thing = tarn_object_get(pool);
	const struct {
		enum tarn_fault_kind kind;
		const void *pointer;
	} wrong[] = {
		{TARN_FAULT_FOREIGN, unit_arena() + 5 * stride + 8},
		{TARN_FAULT_FOREIGN, (void *)16},
		{TARN_FAULT_FOREIGN, (void *)(uintptr_t)-16},
		{TARN_FAULT_INTERIOR, thing + 1},
		{TARN_FAULT_INTERIOR, thing + sizeof(struct thing) - 1},
		{TARN_FAULT_WILD, thing + 3 * stride},
	};

	put(NULL); /* as free(NULL) */
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		put(wrong[i].pointer);
		EXPECT_POOL_FAULT(wrong[i].kind, wrong[i].pointer);
		CHECK_EQ(tarn_object_count(pool), 1);
		CHECK_EQ(tarn_object_check(pool, NULL), 0);
	}
}

static void a_wrong_put_by_tags(void)
{
	CHECK(things_open_at(things, ARENA(things, 4)));
	a_wrong_put_is_named(&things->core, things_stride, things_takes);
}

static void a_wrong_put_by_bits(void)
{
	CHECK(bits_open_at(bits, ARENA(bits, 4)));
	a_wrong_put_is_named(&bits->core, bits_stride, bits_takes);
}

static void another_pools_object_is_foreign(void)
{
	struct thing *thing;

	CHECK(things_open_at(things, ARENA(things, 4)));
	CHECK(bits_open_at(bits, unit_arena() + 512, TARN_OBJECT_BYTES(bits, 4)));
	thing = bits_get(bits);
	REFUSED((things_put(things, thing), 0), TARN_FAULT_FOREIGN, thing);
	CHECK(bits_in_use(bits, thing));
}

/* The object was got, so it is not foreign, though no slot is carved any more. */
static void what_a_reset_took_back_was_put(void)
{
	struct thing *thing;

	CHECK(things_open_at(things, ARENA(things, 4)));
	thing = things_get(things);
	tarn_object_reset(&things->core);
	REFUSED((things_put(things, thing), 0), TARN_FAULT_DOUBLE_FREE, thing);
	CHECK_PTR(things_get(things), thing);
}

/* The object is not in use yet. */
static void put_early(struct thing *thing, void *takes)
{
	(*(void (**)(const void *))takes)(thing);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, thing);
}

static void an_initialiser_puts_nothing(void)
{
	void (*takes)(const void *object) = things_takes;

	CHECK(things_open_at(things, ARENA(things, 2)));
	CHECK(bits_open_at(bits, unit_arena() + 512, TARN_OBJECT_BYTES(bits, 2)));
	for (int round = 0; round < 2; round++) { /* a new slot, then a used one */
		takes = things_takes;
		things_put(things, things_get_with(things, put_early, &takes));
		takes = bits_takes;
		bits_put(bits, bits_get_with(bits, put_early, &takes));
	}
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* The fault names the pool's heap, which counts it. */
static void the_heap_is_named(void)
{
	struct tarn_heap_stats stats;
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	CHECK(things_open(things, &unit_heap, 4, 4));
	thing = things_get(things);
	things_put(things, thing);
	things_put(things, thing);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, thing);
	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(stats.faults[TARN_FAULT_DOUBLE_FREE], 1);
}

/* The fault has the name of the pool that found it. If there is no pool yet, it has the type's. */
static void the_pool_is_named(void)
{
	static struct things never_opened;
	static struct thing outside;

	statics_put(&statics, &outside);
	CHECK_TEXT(unit_fault.name, "statics");
	CHECK(!things_open_at(things, unit_arena(), 0));
	CHECK_TEXT(unit_fault.name, "things");
	tarn_object_put(&outside, &never_opened.core);
	CHECK_TEXT(unit_fault.name, "(never opened)");
	tarn_free(&tarn_default, &outside);
	CHECK(!unit_fault.name);
	CHECK_EQ(unit_faults, 4);
	unit_faults = 0;
}

/* A wait where nobody may wait. */
static void a_wait_has_its_fault(void)
{
	CHECK(things_open_at(things, ARENA(things, 4)));
	tarn_object_cannot_wait_(&things->core, NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_CONTEXT, &things->core);
	CHECK_TEXT(tarn_fault_name(TARN_FAULT_CONTEXT), "context");
}

/* ---- Capacities ------------------------------------------------------------------------------ */

#define NO_CAPACITY(call, pool) \
	(CHECK(!(call)), EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &(pool)->core))

static void wrong_capacities_are_refused(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(2048));
	NO_CAPACITY(things_open(things, &unit_heap, 0, 4), things);
	NO_CAPACITY(things_open(things, &unit_heap, 4, 3), things);
	NO_CAPACITY(things_open(things, &unit_heap, 4, 9), things);
	REFUSED(things_open_at(things, unit_arena(), things_stride - 1), TARN_FAULT_CAPACITY,
		unit_arena());
	REFUSED(things_open_at(things, unit_arena(), 0), TARN_FAULT_CAPACITY, unit_arena());
	REFUSED(things_open_at(things, NULL, 4096), TARN_FAULT_CAPACITY, NULL);
	CHECK(!tarn_object_pool_first());
	CHECK(things_open(things, &unit_heap, 4, 4));
	NO_CAPACITY(things_open(things, &unit_heap, 4, 4), things); /* twice */
	NO_CAPACITY(tarn_object_grow_from(&things->core, &unit_heap, 8), things);
	CHECK(growing_open(growing, &unit_heap, 4, 4));
	NO_CAPACITY(tarn_object_grow_from(&growing->core, &unit_heap, 3), growing);
	NO_CAPACITY(tarn_object_grow_from(&growing->core, &unit_heap, 9), growing);
	CHECK(tarn_object_grow_from(&growing->core, &unit_heap, 8));
}

/* A product of 2^32 bytes, and of somewhat less and more. */
static void bytes_that_no_word_counts_are_refused(void)
{
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
		REFUSED(statics_open_at(&statics, ARENA(statics, 2)), TARN_FAULT_CAPACITY,
			unit_arena());
		NO_CAPACITY(statics_open(&statics, &unit_heap, 2, 2), &statics);
		statics_put(&statics, statics_get(&statics));
		CHECK_POOL(&statics);
	}
}

/* ---- A pool that is closed, or was never opened ---------------------------------------------- */

/* Each of these calls first, on a pool that was never used. */
static void nothing_can_be_done_before_it_is_opened(void)
{
	struct tarn_object_pool *core = &things->core;
	struct thing outside;
	uint32_t at = 0;

	for (int call = 0; call < 9; call++) {
		objects_begin();
		CHECK(call != 0 || !tarn_object_count(core));
		CHECK(call != 1 || (tarn_object_reset(core), true));
		CHECK(call != 2 || !tarn_object_trim(core, 0));
		CHECK(call != 3 || !things_in_use(things, &outside));
		CHECK(call != 4 || !things_each(things, &at));
		CHECK(call != 5 || !objects_stats(core).created);
		CHECK(call != 6 || !things_resolve(things, (things_handle){0}));
		CHECK(call != 7 || (tarn_object_recycle(core), true));
		if (call == 8)
			REFUSED((tarn_object_put(&outside, core), 0), TARN_FAULT_FOREIGN, &outside);
		REFUSED(things_resolve(things, (things_handle){0x12345, 7}), TARN_FAULT_HANDLE,
			core);
		REFUSED(things_release(things, (things_handle){0x12345, 7}), TARN_FAULT_HANDLE,
			core);
		REFUSED(things_handle_of(things, &outside).generation, TARN_FAULT_HANDLE, &outside);
		REFUSED(things_get_held(things, NULL, NULL).generation, TARN_FAULT_HANDLE, core);
		REFUSED(tarn_object_prewarm(core, 3), TARN_FAULT_CAPACITY, core);
		CHECK(!tarn_object_close(core));
		CHECK_EQ(tarn_object_check(core, NULL), 0);
		CHECK(!things_get(things));
		EXPECT_FAULT(TARN_FAULT_CAPACITY, NULL, core); /* a plain pool has no name */
		CHECK(things_open_at(things, ARENA(things, 2)));
		CHECK(things_get(things) != NULL);
		LEAVE();
	}
}

/* ---- Hooks that call their own pool ---------------------------------------------------------- */

static uint32_t entries;
static void enter(struct thing *thing);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 8, TARN_OBJECT_REFUSE, .once = enter, .init = enter,
		      .reset = enter, .destroy = enter);
static struct hooked *const hooked = (void *)&objects_place[4];

#define REENTERED(call, pointer) REFUSED(call, TARN_FAULT_REENTERED, pointer)

/* All that a hook must not do to its pool, and what it may do to another. */
static void enter(struct thing *thing)
{
	struct tarn_object_pool *core = &hooked->core;

	REENTERED(hooked_get(hooked), core);
	REENTERED((hooked_put(hooked, thing), 0), thing);
	REENTERED((tarn_object_reset(core), 0), core);
	REENTERED(tarn_object_prewarm(core, 8), core);
	REENTERED((tarn_object_trim(core, 0), 0), core);
	REENTERED((tarn_object_recycle(core), 0), core);
	REENTERED(tarn_object_save(core, unit_arena(), 1024, 0), core);
	REENTERED(tarn_object_load(core, unit_arena(), 1024, 0), core);
	REENTERED(hooked_release(hooked, (hooked_handle){0x12345, 7}), core);
	REENTERED(hooked_get_held(hooked, NULL, NULL).generation, core);
	REENTERED(tarn_object_close(core), core);
	REENTERED(tarn_object_grow_from(core, &unit_heap, 8), core);
	REENTERED(hooked_open_at(hooked, ARENA(hooked, 2)), core);
	REENTERED(hooked_open(hooked, &unit_heap, 2, 2), core);
	if (things->core.entry.proof)
		things_put(things, things_get(things));
	entries++;
}

static void a_hook_may_not_call_its_pool(void)
{
	struct thing *thing;

	entries = 0;
	CHECK(hooked_open_at(hooked, ARENA(hooked, 2)));
	CHECK(things_open_at(things, unit_arena() + 256, TARN_OBJECT_BYTES(things, 2)));
	thing = hooked_get(hooked);
	CHECK(hooked_in_use(hooked, thing));
	hooked_put(hooked, thing);
	CHECK_POOL(hooked);
	LEAVE();
	CHECK_EQ(entries, 4);
}

static uint32_t greedy(const struct thing *thing);
TARN_OBJECT_TYPE_WITH(robbers, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = greedy);
static struct robbers *const robbers = (void *)&objects_place[0];

static uint32_t greedy(const struct thing *thing)
{
	REENTERED(robbers_get(robbers), &robbers->core);
	return thing->name;
}

static void a_score_may_not_rob(void)
{
	CHECK(robbers_open_at(robbers, ARENA(robbers, 2)));
	robbers_get(robbers)->name = 2;
	robbers_get(robbers)->name = 1;
	CHECK(robbers_get(robbers) != NULL);
	CHECK_EQ(objects_stats(&robbers->core).robbed, 1);
}

void is_wrong_use_named(void)
{
	CASE(a_wrong_put_by_tags);
	CASE(a_wrong_put_by_bits);
	CASE(another_pools_object_is_foreign);
	CASE(what_a_reset_took_back_was_put);
	CASE(an_initialiser_puts_nothing);
	CASE(the_heap_is_named);
	CASE(the_pool_is_named);
	CASE(a_wait_has_its_fault);
	CASE(wrong_capacities_are_refused);
	CASE(bytes_that_no_word_counts_are_refused);
	CASE(static_storage_is_not_opened);
	CASE(nothing_can_be_done_before_it_is_opened);
	CASE(a_hook_may_not_call_its_pool);
	CASE(a_score_may_not_rob);
}
