/* SPDX-License-Identifier: MIT
 * Refusals that a heap in use does not need. (tests/pool/model foretells the reason of every
 * other.) */
#include "heap/commons.h"
#include "questions.h"
#include "tarn_refused.h"
#include "unit.h"

static struct tarn_refusal last;
static uint32_t calls;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	calls++;
}

static void *kept; /* a live block */

/* Each call that allocates. */
enum { ALLOC, ZEROED, ALIGNED, BARELY_ALIGNED, REALLOC, REALLOC_NULL, WAYS };

static void *ask(uint32_t way, size_t size)
{
	switch (way) {
	case ZEROED:
		return tarn_alloc_zeroed(&unit_heap, 3, size);
	case ALIGNED:
		return tarn_alloc_aligned(&unit_heap, 64, size);
	case BARELY_ALIGNED:
		return tarn_alloc_aligned(&unit_heap, 2, size);
	case REALLOC:
		return tarn_realloc(&unit_heap, kept, size);
	case REALLOC_NULL:
		return tarn_realloc(&unit_heap, NULL, size);
	default:
		return tarn_alloc(&unit_heap, size);
	}
}

/* No heap could hold it. The handler is called once, and its record is right. */
static void refuses(uint32_t way, size_t size)
{
	bool overflows = size == SIZE_MAX || (way == ZEROED && size > TARN_ARENA_MAX);
	struct tarn_heap_stats stats;

	CHECK(ask(way, size) == NULL);
	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(calls, 1);
	CHECK_PTR(last.heap, &unit_heap);
	CHECK(!last.name);
	CHECK_EQ(last.size, overflows ? SIZE_MAX : way == ZEROED ? 3 * size : size);
	CHECK_EQ(last.align, way == ALIGNED ? 64 : TARN_ALIGN);
	CHECK_EQ(last.class_index, 0);
	CHECK_EQ(last.free, stats.free);
	CHECK_EQ(last.longest, stats.longest_free);
	CHECK_EQ(last.untold, 0);
	CHECK_TEXT(tarn_refused_name(last.reason), overflows ? "overflow" : "too-large");
	calls = 0;
}

static bool make_commons(void)
{
	calls = 0;
	if (!MAKE_COMMONS(2048))
		return false;
	kept = tarn_alloc(&unit_heap, 1);
	tarn_on_refused(note);
	return kept;
}

static void what_no_heap_could_hold(void)
{
	static const size_t sizes[] = {
		2048,
		40000,
		TARN_ARENA_MAX - 1,
		TARN_ARENA_MAX,
		TARN_ARENA_MAX + 1,
		UINT32_MAX / 2,
		UINT32_C(1) << 31,
		UINT32_MAX - 12,
		UINT32_MAX - 7,
		SIZE_MAX / 3,
		SIZE_MAX / 2,
		SIZE_MAX / 2 + 1,
		SIZE_MAX - 15,
		SIZE_MAX - 7,
		SIZE_MAX - 1,
		SIZE_MAX, /* it stands for a product that overflows */
	};

	NEED_COMMONS;
	NEED(make_commons());
	for (uint32_t way = 0; way < WAYS; way++) {
		for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			refuses(way, sizes[i]);
			CHECK_EQ(tarn_cost(&unit_heap, sizes[i]), 0);
		}
	}
	CHECK_SOUND(&unit_heap);
}

/* A product of two numbers up to TARN_ARENA_MAX overflows from 2 GiB on, however they share it. */
static void a_product_at_its_edge(void)
{
	static const uint32_t two_gib[][2] = {
		{1, UINT32_C(1) << 31}, {16, UINT32_C(1) << 27}, {17, 126322568},
		{32768, 65536},         {32769, 65535},          {46341, 46341},
		{65535, 65535},         {98304, 32767},          {3, 715827883}};

	NEED_COMMONS;
	NEED(make_commons());
	for (uint32_t i = 0; i < 2 * sizeof(two_gib) / sizeof(two_gib[0]); i++) {
		uint32_t one = two_gib[i / 2][i & 1];
		uint32_t other = two_gib[i / 2][~i & 1];
		uint32_t below = (uint32_t)((UINT64_C(1) << 31) - 1) / one;

		CHECK(!tarn_alloc_zeroed(&unit_heap, one, other));
		CHECK_TEXT(tarn_refused_name(last.reason), "overflow");
		CHECK_EQ(last.size, SIZE_MAX);
		if (one > TARN_ARENA_MAX)
			continue;
		below = below > TARN_ARENA_MAX ? TARN_ARENA_MAX : below;
		CHECK(!tarn_alloc_zeroed(&unit_heap, one, below));
		CHECK_TEXT(tarn_refused_name(last.reason), "too-large");
		CHECK_EQ(last.size, (size_t)one * below);
	}
	CHECK(!tarn_alloc_zeroed(&unit_heap, 1, (size_t)TARN_ARENA_MAX + 1));
	CHECK_TEXT(tarn_refused_name(last.reason), "overflow");
	CHECK(tarn_alloc_zeroed(&unit_heap, 0, SIZE_MAX) &&
	      tarn_alloc_zeroed(&unit_heap, SIZE_MAX, 0));
}

/* Any power of two is an alignment. */
static void what_is_an_alignment_or_is_none(void)
{
	static const size_t wrong[] = {0, 3, 24, SIZE_MAX};

	NEED_COMMONS;
	NEED(make_commons());
	for (size_t align = 2 * TARN_ALIGN; align; align <<= 1) {
		CHECK(tarn_alloc_aligned(&unit_heap, align, 5000) == NULL);
		CHECK_EQ(last.align, align);
		CHECK_TEXT(tarn_refused_name(last.reason), "too-large");
	}
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		calls = 0;
		CHECK(tarn_alloc_aligned(&unit_heap, wrong[i], 10) == NULL);
		CHECK_EQ(calls, 1);
		CHECK_EQ(last.size, 10);
		CHECK_EQ(last.align, 0);
		CHECK_EQ(last.class_index, 0);
		CHECK_TEXT(tarn_refused_name(last.reason), "alignment");
	}
}

/* A handler may allocate and free. Its own refusals are counted as untold. */
static void greedy(const struct tarn_refusal *refusal)
{
	note(refusal);
	CHECK(tarn_alloc(&unit_heap, 5000) == NULL);
	CHECK(tarn_realloc(&unit_heap, kept, 5000) == NULL);
	tarn_free(&unit_heap, kept);
	kept = tarn_alloc(&unit_heap, 1);
	CHECK(kept != NULL);
	CHECK_SOUND(&unit_heap);
}

static void what_a_handler_is_refused(void)
{
	NEED_COMMONS;
	NEED(make_commons());
	CHECK(tarn_on_refused(greedy) == note);
	for (uint32_t untold = 0; untold <= 2; untold += 2) {
		CHECK(tarn_alloc(&unit_heap, 4000) == NULL);
		CHECK_EQ(calls, 1);
		CHECK_EQ(last.untold, untold);
		calls = 0;
	}
	CHECK(tarn_on_refused(NULL) == greedy);
	CHECK(tarn_alloc(&unit_heap, 4000) == NULL);
	CHECK_EQ(calls, 0);
	CHECK_EQ(unit_refused(&unit_heap, 0), 7);
	CHECK(tarn_on_refused(note) == NULL);
	CHECK(tarn_alloc(&unit_heap, 4000) == NULL);
	CHECK_EQ(last.untold, 2); /* of the greedy handler; no handler was set for the next one */
}

static uint32_t faults_then;

static void note_before_faults(const struct tarn_refusal *refusal)
{
	note(refusal);
	faults_then = unit_faults;
}

/* A request passes over the damaged run. The refusal is told first, then the fault. */
static void damage_is_told_after_it(void)
{
	NEED_COMMONS;
	NEED(make_commons());
	char *block = tarn_alloc(&unit_heap, 24);
	uint32_t *link = (uint32_t *)(void *)(block + BLOCK(24)); /* of the only free run */
	uint32_t good = *link;

	calls = 0;
	tarn_on_refused(note_before_faults);
	last_put(&unit_heap);
	good = *link;
	*link = ~good;
	CHECK(tarn_alloc(&unit_heap, 100) == NULL);
	CHECK_EQ(calls, 1);
	CHECK_EQ(faults_then, 0);
	CHECK_EQ(last.reason, TARN_REFUSED_FRAGMENTED);
	CHECK(last.longest >= 100);
	EXPECT_FAULT(TARN_FAULT_LINK, &unit_heap, link);
	*link = good;
	CHECK_SOUND(&unit_heap);
}

static void the_names_of_all_reasons(void)
{
	static const char *const names[] = {"no-room",  "fragmented", "budget", "too-large",
					    "overflow", "alignment",  "unknown"};

	for (uint32_t reason = 0; reason <= TARN_REFUSED_REASONS; reason++)
		CHECK_TEXT(tarn_refused_name(reason), names[reason]);
}

void is_each_refusal_told(void)
{
	CASE(what_no_heap_could_hold);
	CASE(a_product_at_its_edge);
	CASE(what_is_an_alignment_or_is_none);
	CASE(what_a_handler_is_refused);
	CASE(damage_is_told_after_it);
	CASE(the_names_of_all_reasons);
	tarn_on_refused(NULL);
}
