/* SPDX-License-Identifier: MIT
 * A fault's record: kind, pointer, heap, and the place of the call. */
#include "heap/commons.h"
#include "questions.h"
#include "unit.h"

static bool make_small(void)
{
	return unit_make(&unit_heap, unit_arena(), 1024,
			 &(struct tarn_class){BLOCK(24), 4, 0, TARN_TO_COMMONS}, TARN_POOLS);
}

/* Each call is in a function of its own, so that its return address can be checked. The statement
 * after the call keeps the compiler from making it a jump. */
#define SITE       __attribute__((noinline)) static
#define STAY       __asm__ volatile("" ::: "memory")
#define SITE_BYTES 512

SITE void free_site(void *block)
{
	tarn_free(&unit_heap, block);
	STAY;
}

SITE void realloc_site(void *block)
{
	CHECK(tarn_realloc(&unit_heap, block, 8) == NULL);
	STAY;
}

SITE void usable_site(void *block)
{
	CHECK_EQ(tarn_usable_size(&unit_heap, block), 0);
	STAY;
}

SITE void alloc_site(size_t size)
{
	(void)!tarn_alloc(&unit_heap, size);
	STAY;
}

SITE void zeroed_site(size_t size)
{
	(void)!tarn_alloc_zeroed(&unit_heap, size, 1);
	STAY;
}

SITE void aligned_site(size_t size)
{
	(void)!tarn_alloc_aligned(&unit_heap, TARN_ALIGN, size);
	STAY;
}

SITE void realloc_null_site(size_t size)
{
	(void)!tarn_realloc(&unit_heap, NULL, size);
	STAY;
}

static void check_caller(uintptr_t site)
{
	uintptr_t caller = (uintptr_t)unit_fault.caller & ~(uintptr_t)1;

	site &= ~(uintptr_t)1;
	CHECK_EQ(unit_faults, 1);
	CHECK(caller > site && caller < site + SITE_BYTES);
	CHECK(!unit_fault.name);
	unit_faults = 0;
}

static void the_caller_of_a_bad_free(void)
{
	if (!make_small())
		return;
	unsigned char *block = tarn_alloc(&unit_heap, 24);

	free_site(block + TARN_ALIGN);
	check_caller((uintptr_t)free_site);
	free_site(block + 1);
	check_caller((uintptr_t)free_site);
	free_site(&block);
	check_caller((uintptr_t)free_site);
	free_site(block);
	CHECK_EQ(unit_faults, 0);
	free_site(block);
	check_caller((uintptr_t)free_site);
	realloc_site(block);
	check_caller((uintptr_t)realloc_site);
	usable_site(block);
	check_caller((uintptr_t)usable_site);
}

/* An allocation finds the damaged link. The fault names its caller. */
static void damage_and_alloc(void (*site)(size_t), uint32_t size)
{
	if (!make_small())
		return;
	void *low = tarn_alloc(&unit_heap, size);
	void *wall = tarn_alloc(&unit_heap, size);
	uint32_t *high = tarn_alloc(&unit_heap, size);

	CHECK(wall && tarn_alloc(&unit_heap, size));

	tarn_free(&unit_heap, low);
	tarn_free(&unit_heap, high);
	unit_drain(&unit_heap);
	last_put(&unit_heap);
	*high = 0xffffffff;
	site(size);
	check_caller((uintptr_t)site);
	CHECK_EQ(unit_fault.kind, TARN_FAULT_LINK);
	CHECK_PTR(unit_fault.pointer, high);
}

static void the_caller_that_met_a_bad_link(void)
{
	static void (*const sites[])(size_t) = {alloc_site, zeroed_site, aligned_site,
						realloc_null_site};

	NEED_COMMONS;
	for (uint32_t i = 0; i < sizeof(sites) / sizeof(sites[0]); i++)
		damage_and_alloc(sites[i], 60);
}

static void the_names_of_all_kinds(void)
{
	static const char *const names[TARN_FAULT_KINDS] = {
		"double-free", "interior", "misaligned", "foreign",
		"wild",        "link",     "overrun",    "use-after-free"};

	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++)
		CHECK_TEXT(tarn_fault_name((enum tarn_fault_kind)kind), names[kind]);
}

static uint32_t others;

static void other_handler(const struct tarn_fault *fault)
{
	CHECK(fault->heap == &unit_heap);
	others++;
}

static void the_handler_can_be_changed(void)
{
	if (!make_small())
		return;
	others = 0;
	tarn_fault_handler *mine = tarn_on_fault(other_handler);

	CHECK(mine != NULL && mine != other_handler);
	tarn_free(&unit_heap, &mine);
	CHECK_EQ(others, 1);
	CHECK_EQ(unit_faults, 0);
	CHECK(tarn_on_fault(mine) == other_handler);
	tarn_free(&unit_heap, &mine);
	CHECK_EQ(others, 1);
	EXPECT_FAULT(TARN_FAULT_FOREIGN, &unit_heap, &mine);
}

/* A handler runs outside the lock, so it may use the heap. */
static void allocating_handler(const struct tarn_fault *fault)
{
	void *block = tarn_alloc(fault->heap, 8);

	others++;
	CHECK(block != NULL);
	tarn_free(fault->heap, block);
	CHECK_SOUND(fault->heap);
}

static void a_handler_may_use_the_heap(void)
{
	if (!make_small())
		return;
	tarn_fault_handler *mine = tarn_on_fault(allocating_handler);
	void *block = tarn_alloc(&unit_heap, 24);

	others = 0;
	tarn_free(&unit_heap, block);
	tarn_free(&unit_heap, (char *)block + 1);
	tarn_free(&unit_heap, &block);
	CHECK_EQ(others, 2);
	tarn_on_fault(mine);
	CHECK_SOUND(&unit_heap);
}

/* Each kind of metadata fault has a count of its own, in its own heap. */
static void each_kind_has_its_count(void)
{
	struct tarn_heap_stats stats;

	if (!make_small())
		return;
	unsigned char *block = tarn_alloc(&unit_heap, 24);
	unsigned char *freed = tarn_alloc(&unit_heap, 24);
	unsigned char *wrong[] = {freed, block + TARN_ALIGN, block + 1, (unsigned char *)&stats,
				  unit_arena()};

	tarn_free(&unit_heap, freed);
	for (uint32_t kind = 0; kind < 5; kind++) {
		for (uint32_t n = 0; n <= kind; n++)
			REFUSES((enum tarn_fault_kind)kind, &unit_heap, wrong[kind]);
	}
	tarn_heap_stats(&unit_heap, &stats);
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++)
		CHECK_EQ(stats.faults[kind], kind < 5 ? kind + 1 : 0);
}

void do_faults_say_what_happened(void)
{
	CASE(the_caller_of_a_bad_free);
	CASE(the_caller_that_met_a_bad_link);
	CASE(the_names_of_all_kinds);
	CASE(the_handler_can_be_changed);
	CASE(a_handler_may_use_the_heap);
	CASE(each_kind_has_its_count);
}
