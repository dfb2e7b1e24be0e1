/* SPDX-License-Identifier: MIT
 * Faults: their names and handlers. (The model compares their kinds and counts;
 * tests/pool/link/callers asks for the place of a call.) */
#include "questions.h"
#include "unit.h"

static bool make_small(void)
{
	return unit_make(&unit_heap, unit_arena(), 1024,
			 &(struct tarn_class){BLOCK(24), 4, 0, TARN_TO_COMMONS}, TARN_POOLS);
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
	NEED(make_small());
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
	NEED(make_small());
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

void do_faults_say_what_happened(void)
{
	CASE(the_names_of_all_kinds);
	CASE(the_handler_can_be_changed);
	CASE(a_handler_may_use_the_heap);
}
