/* SPDX-License-Identifier: MIT
 * Static memory, any memory, a heap; the sizing law. */
#include "mob.h"
#include "tarn_refused.h"

struct line {
	_Alignas(32) unsigned char byte[32];
};
#define WIDE(COLUMN, KEEP, SPARSE)   \
	COLUMN(unsigned char, owner) \
	COLUMN(unsigned char, slot)  \
	COLUMN(struct line, line)    \
	SPARSE(struct line, more, 2)
TARN_PACKED_DECLARE(wide, WIDE);
TARN_PACKED_DEFINE(wide, WIDE, 3);

#define NO_COLUMNS(COLUMN, KEEP, SPARSE)
TARN_PACKED_DECLARE(ids, NO_COLUMNS);
TARN_PACKED_DEFINE(ids, NO_COLUMNS, 4);

struct giant {
	unsigned char byte[244];
};
#define GIANTS(COLUMN, KEEP, SPARSE) COLUMN(struct giant, body)
TARN_PACKED_DECLARE(giants, GIANTS);

static _Alignas(8) unsigned char memory[1024]; /* enough for each of them */

#define EXPECT_NO_ROOM(call, heap) \
	(CHECK(!(call)), EXPECT_FAULT(TARN_FAULT_CAPACITY, heap, &mob.packed))
#define EXPECT_OVERLAP(call) (CHECK(!(call)), EXPECT_MOB_FAULT(TARN_FAULT_OVERLAP))

static void the_law_holds(void)
{
	uint32_t exact = (12 + 4 + 3 + 8 + 4 + 4) * 100 + MOB_ARMOURS * (4 + 2);

	CHECK(TARN_PACKED_BYTES(MOB, 100) >= exact);
	CHECK(TARN_PACKED_BYTES(MOB, 100) <= exact + 8 * 9); /* 8 for each array */
}

/* As DEFINE made it, without a call. */
static void a_defined_array_is_ready(void)
{
	wide_handle handle;

	wide_clear(&wide);
	CHECK_EQ(wide.packed.capacity, 3);
	CHECK_EQ(wide_capacity, 3);
	for (uint32_t i = 0; i < 3; i++) {
		CHECK_EQ(wide_activate(&wide), i);
		wide.owner[i] = wide.slot[i] = (unsigned char)i;
		unit_fill(&wide.line[i], sizeof(struct line), i);
	}
	CHECK_EQ(wide_activate(&wide), TARN_NONE);
	handle = wide_handle_of(&wide, 2);
	CHECK_EQ(tarn_attach(&wide, more, 0), 0);
	CHECK_EQ(tarn_attach(&wide, more, 2), 1);
	CHECK_EQ(tarn_attach(&wide, more, 1), TARN_NONE);
	CHECK(wide_deactivate(&wide, 0));
	CHECK_EQ(wide_index(&wide, handle), 0);
	CHECK(unit_holds(&wide.line[0], sizeof(struct line), 2));
	CHECK_EQ(tarn_find(&wide, more, 0), 0);
	CHECK_EQ(wide_check(&wide), 0);
}

/* Its handles do not resolve in another array, even if both are new. */
static void a_defined_arrays_handles_are_its_own(void)
{
	static struct ids other;

	ids_clear(&ids);
	ids_activate(&ids);
	if (!CHECK(ids_init(&other, memory, sizeof(memory), 4)))
		return;
	ids_activate(&other);
	CHECK_EQ(ids_index(&other, ids_handle_of(&ids, 0)), TARN_NONE);
	CHECK_EQ(ids_index(&ids, ids_handle_of(&other, 0)), TARN_NONE);
	ids_destroy(&other);
}

static void any_address_will_do(void)
{
	size_t bytes = TARN_PACKED_BYTES(MOB, MOB_CAPACITY);

	EXPECT_NO_ROOM(mob_init(&mob, NULL, bytes, MOB_CAPACITY), NULL);
	EXPECT_NO_ROOM(mob_init(&mob, memory, bytes - 1, MOB_CAPACITY), NULL);
	for (uint32_t shift = 0; shift < 16; shift++) {
		unsigned char *low = memory + shift;

		CHECK(mob_init(&mob, low, bytes, MOB_CAPACITY));
		CHECK((unsigned char *)mob.packed.slot >= low);
		CHECK((unsigned char *)&mob.armour.at[MOB_ARMOURS] <= low + bytes);
		CHECK_EQ((uintptr_t)mob.square % 8, 0);
		for (uint32_t i = 0; i < MOB_CAPACITY; i++)
			mob_add(i);
		mob_holds(0, MOB_CAPACITY);
	}
	mob_destroy(&mob); /* others need the memory */
}

static void types_keep_their_alignment(void)
{
	static struct wide array;

	CHECK_EQ((uintptr_t)wide.line % 32, 0);
	CHECK_EQ((uintptr_t)wide.more.at % 32, 0);
	if (!CHECK(wide_init(&array, memory, sizeof(memory), 3)))
		return;
	CHECK_EQ((uintptr_t)array.line % 32, 0);
	CHECK_EQ((uintptr_t)array.more.at % 32, 0);
	CHECK((unsigned char *)(array.more.at + 2) <= memory + sizeof(memory));
	wide_destroy(&array);
}

/* A level's array lies on a heap, with the capacity that the level needs. */
static void a_heap_serves(void)
{
	mob_handle handle;

	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	if (!CHECK(mob_make(&mob, &unit_heap, 4)))
		return;
	CHECK(tarn_is_live(&unit_heap, mob.packed.slot));
	mob_add(1);
	handle = mob_handle_of(&mob, 0);
	CHECK(mob_make(&mob, &unit_heap, 8)); /* the next level; the old array is given back */
	CHECK_EQ(mob.packed.capacity, 8);
	CHECK_EQ(mob_index(&mob, handle), TARN_NONE);
	for (uint32_t i = 0; i < 8; i++)
		CHECK_EQ(mob_add(i), i);
	CHECK_EQ(mob_index(&mob, handle), TARN_NONE);
	CHECK_SOUND(&unit_heap);
	mob_destroy(&mob);
	CHECK_EQ(unit_commons_free(&unit_heap) > 0, true);
	CHECK_EQ(tarn_is_live(&unit_heap, mob.packed.slot), false);
}

static void a_heap_without_room_refuses(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	CHECK(!mob_make(&mob, &unit_heap, 1000));
	CHECK_EQ(mob.packed.capacity, 0);
	CHECK(!mob_make(&mob, &unit_heap, TARN_PACKED_MAX));
	EXPECT_NO_ROOM(mob_make(&mob, &unit_heap, 0), &unit_heap);
	EXPECT_NO_ROOM(mob_make(&mob, &unit_heap, TARN_PACKED_MAX + 1), &unit_heap);
	CHECK_EQ(mob_activate(&mob), TARN_NONE);
}

/* 2^32 and some bytes, which a word would take for some. */
static void bytes_that_no_word_counts_are_refused(void)
{
	struct giants giants = {.body = NULL}; /* not static: RAM is small */

	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	CHECK(!giants_make(&giants, &unit_heap, TARN_PACKED_MAX));
	CHECK_EQ(giants.packed.capacity, 0);
}

static void memory_of_others_is_refused(void)
{
	size_t bytes = TARN_PACKED_BYTES(MOB, MOB_CAPACITY);
	unsigned char *block;

	NEED_COMMONS;
	if (!mob_fresh() || !MAKE_COMMONS(1024))
		return;
	mob_add(1);
	EXPECT_OVERLAP(mob_init(&mob, unit_arena() + 256, bytes, MOB_CAPACITY));
	CHECK_EQ(mob.packed.count, 1); /* as it was */
	block = tarn_alloc(&unit_heap, bytes);
	EXPECT_OVERLAP(mob_init(&mob, block + 8, bytes, MOB_CAPACITY));
	CHECK(mob_init(&mob, block, bytes, MOB_CAPACITY));
	mob_destroy(&mob);
	tarn_free(&unit_heap, block);
	EXPECT_OVERLAP(mob_init(&mob, block, bytes, MOB_CAPACITY));
}

static struct tarn_refusal refusal;
static uint32_t refusals;

static void note(const struct tarn_refusal *of)
{
	refusal = *of;
	refusals++;
}

/* A call in a function of its own. The statement after it keeps the compiler from making it a
 * jump. */
#define SITE(name, call)                                     \
	__attribute__((noinline)) static uint32_t name(void) \
	{                                                    \
		uint32_t answer = call;                      \
                                                             \
		__asm__ volatile("" : "+r"(answer));         \
		return answer;                               \
	}
SITE(activate, mob_activate(&mob))
SITE(attach, tarn_attach(&mob, armour, MOB_ARMOURS))
SITE(make, mob_make(&mob, &unit_heap, MOB_CAPACITY))

static bool lies_in(uintptr_t function)
{
	uintptr_t caller = (uintptr_t)refusal.caller & ~(uintptr_t)1;

	return caller - (function & ~(uintptr_t)1) < 1024;
}

/* One call of the handler for the element, component or array for which there is no room. The
 * caller is the site, or the inline function that it calls: clang may call that. */
static void is_refused(uint32_t (*site)(void), uintptr_t called, uint32_t answer,
		       struct tarn_heap *heap)
{
	refusals = 0;
	tarn_on_refused(note);
	CHECK_EQ(site(), answer);
	tarn_on_refused(NULL);
	CHECK_EQ(refusals, 1);
	CHECK(lies_in((uintptr_t)site) || lies_in(called));
	CHECK_PTR(refusal.heap, heap);
	if (!heap)
		CHECK_TEXT(refusal.name, "mob");
}

static void what_is_refused_is_told(void)
{
	mob_fresh();
	tarn_on_refused(note);
	refusals = 0;
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		CHECK(activate() != TARN_NONE);
	for (uint32_t i = 0; i < MOB_ARMOURS; i++)
		CHECK(tarn_attach(&mob, armour, i) != TARN_NONE);
	CHECK_EQ(refusals, 0);
	is_refused(activate, (uintptr_t)mob_activate, TARN_NONE, NULL);
	CHECK_EQ(refusal.size, 0);
	is_refused(attach, (uintptr_t)attach, TARN_NONE, NULL);
	CHECK_EQ(refusal.size, sizeof(uint16_t));
	if (TARN_COMMONS && CHECK(MAKE_COMMONS(512))) {
		while (tarn_alloc(&unit_heap, 1))
			;
		is_refused(make, (uintptr_t)mob_make, false, &unit_heap);
	}
}

void where_does_memory_come_from(void)
{
	CASE(the_law_holds);
	CASE(a_defined_array_is_ready);
	CASE(a_defined_arrays_handles_are_its_own);
	CASE(any_address_will_do);
	CASE(types_keep_their_alignment);
	CASE(a_heap_serves);
	CASE(memory_of_others_is_refused);
	CASE(a_heap_without_room_refuses);
	CASE(bytes_that_no_word_counts_are_refused);
	CASE(what_is_refused_is_told);
}
