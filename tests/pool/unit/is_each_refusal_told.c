/* SPDX-License-Identifier: MIT */
#include "heap/commons.h"
#include "questions.h"
#include "tarn_refused.h"
#include "tarn_tag.h"
#include "unit.h"

static struct tarn_refusal last;
static uint32_t calls;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	calls++;
}

/* Each call is in a function of its own, so that its return address can be checked. The statement
 * after the call keeps the compiler from making it a jump. */
#define SITE       __attribute__((noinline)) static
#define STAY       __asm__ volatile("" ::: "memory")
#define SITE_BYTES 512

SITE void *alloc_site(size_t size)
{
	void *block = tarn_alloc(&unit_heap, size);

	STAY;
	return block;
}

SITE void *zeroed_site(size_t size)
{
	void *block = tarn_alloc_zeroed(&unit_heap, 3, size);

	STAY;
	return block;
}

SITE void *aligned_site(size_t size)
{
	void *block = tarn_alloc_aligned(&unit_heap, 64, size);

	STAY;
	return block;
}

SITE void *barely_aligned_site(size_t size)
{
	void *block = tarn_alloc_aligned(&unit_heap, 2, size);

	STAY;
	return block;
}

static void *kept; /* a live block */

SITE void *realloc_site(size_t size)
{
	void *block = tarn_realloc(&unit_heap, kept, size);

	STAY;
	return block;
}

SITE void *realloc_null_site(size_t size)
{
	void *block = tarn_realloc(&unit_heap, NULL, size);

	STAY;
	return block;
}

typedef void *site(size_t size);
static site *const sites[] = {alloc_site,          zeroed_site,  aligned_site,
			      barely_aligned_site, realloc_site, realloc_null_site};
#define SITES (sizeof(sites) / sizeof(sites[0]))

/* There was one call of the handler, and its record was right. */
static void check_told(site *from, size_t size, size_t align, uint32_t index, uint32_t reason)
{
	uintptr_t at = (uintptr_t)from & ~(uintptr_t)1;
	uintptr_t caller = (uintptr_t)last.caller & ~(uintptr_t)1;
	struct tarn_heap_stats stats;

	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(calls, 1);
	CHECK(caller > at && caller < at + SITE_BYTES);
	CHECK_PTR(last.heap, &unit_heap);
	CHECK(!last.name);
	CHECK_EQ(last.size, size);
	CHECK_EQ(last.align, align);
	CHECK_EQ(last.class_index, index);
	CHECK_EQ(last.tag, 0);
	CHECK_EQ(last.free, stats.free);
	CHECK_EQ(last.longest, stats.longest_free);
	CHECK_EQ(last.untold, 0);
	CHECK_TEXT(tarn_refused_name(last.reason), tarn_refused_name(reason));
	calls = 0;
}

/* Checks a site's request, and its alignment. */
static void check_site(uint32_t i, size_t size, uint32_t index, uint32_t reason)
{
	CHECK(sites[i](size) == NULL);
	check_told(sites[i], sites[i] == zeroed_site ? 3 * size : size,
		   sites[i] == aligned_site ? 64 : TARN_ALIGN, index, reason);
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
	NEED_COMMONS;
	if (!make_commons())
		return;
	for (uint32_t i = 0; i < SITES; i++) {
		check_site(i, 2048, 0, TARN_REFUSED_TOO_LARGE);
		check_site(i, 40000, 0, TARN_REFUSED_TOO_LARGE);
		if (sites[i] != zeroed_site)
			check_site(i, SIZE_MAX - 1, 0, TARN_REFUSED_TOO_LARGE);
	}
}

static void a_product_that_overflows(void)
{
	NEED_COMMONS;
	if (!make_commons())
		return;
	CHECK(zeroed_site(SIZE_MAX / 2) == NULL);
	check_told(zeroed_site, SIZE_MAX, TARN_ALIGN, 0, TARN_REFUSED_OVERFLOW);
	CHECK(zeroed_site(SIZE_MAX / 3) == NULL);
	check_told(zeroed_site, SIZE_MAX, TARN_ALIGN, 0, TARN_REFUSED_OVERFLOW);
	CHECK(alloc_site(SIZE_MAX) == NULL); /* it stands for such a product */
	check_told(alloc_site, SIZE_MAX, TARN_ALIGN, 0, TARN_REFUSED_OVERFLOW);
}

/* A product of two numbers up to TARN_ARENA_MAX overflows from 2 GiB on, however they share it. */
static void a_product_at_its_edge(void)
{
	static const uint32_t two_gib[][2] = {
		{1, UINT32_C(1) << 31}, {16, UINT32_C(1) << 27}, {17, 126322568},
		{32768, 65536},         {32769, 65535},          {46341, 46341},
		{65535, 65535},         {98304, 32767},          {3, 715827883}};

	NEED_COMMONS;
	if (!make_commons())
		return;
	for (uint32_t i = 0; i < sizeof(two_gib) / sizeof(two_gib[0]); i++) {
		uint32_t one = two_gib[i][0];
		uint32_t other = two_gib[i][1];

		CHECK(!tarn_alloc_zeroed(&unit_heap, one, other));
		CHECK_TEXT(tarn_refused_name(last.reason), "overflow");
		CHECK_EQ(last.size, SIZE_MAX);
		CHECK(!tarn_alloc_zeroed(&unit_heap, other, one));
		CHECK_TEXT(tarn_refused_name(last.reason), "overflow");
		other = (uint32_t)((UINT64_C(1) << 31) - 1) / one;
		if (other > TARN_ARENA_MAX)
			other = TARN_ARENA_MAX;
		CHECK(!tarn_alloc_zeroed(&unit_heap, one, other));
		CHECK_TEXT(tarn_refused_name(last.reason), "too-large");
		CHECK_EQ(last.size, (size_t)one * other);
	}
	CHECK(!tarn_alloc_zeroed(&unit_heap, 1, (size_t)TARN_ARENA_MAX + 1));
	CHECK_TEXT(tarn_refused_name(last.reason), "overflow");
	CHECK(tarn_alloc_zeroed(&unit_heap, 0, SIZE_MAX) &&
	      tarn_alloc_zeroed(&unit_heap, SIZE_MAX, 0));
}

/* The largest request that a heap could serve, and one byte more. */
static void what_a_heap_could_just_hold(void)
{
	NEED_COMMONS;
	calls = 0;
	for (uint32_t bytes = 1024; bytes < 1024 + 4 * TARN_ALIGN; bytes++) {
		size_t largest;

		if (!MAKE_COMMONS(bytes))
			return;
		tarn_on_refused(note);
		largest = tarn_largest(&unit_heap);
		CHECK(!tarn_alloc(&unit_heap, largest + 1));
		CHECK_TEXT(tarn_refused_name(last.reason), "too-large");
		kept = tarn_alloc(&unit_heap, largest);
		CHECK(kept && !tarn_alloc(&unit_heap, largest));
		CHECK_TEXT(tarn_refused_name(last.reason), "no-room");
		CHECK(!tarn_realloc(&unit_heap, kept, largest + 1));
		CHECK_TEXT(tarn_refused_name(last.reason), "too-large");
	}
}

static void what_is_in_use(void)
{
	NEED_COMMONS;
	if (!make_commons())
		return;
	while (tarn_alloc(&unit_heap, 1))
		;
	CHECK_EQ(calls, 1);
	calls = 0;
	for (uint32_t i = 0; i < SITES; i++)
		check_site(i, 100, 0, TARN_REFUSED_NO_ROOM);
}

/* Every other block is free. */
static void what_is_in_pieces(void)
{
	void *blocks[80];
	uint32_t count = 0;

	NEED_COMMONS;
	if (!make_commons())
		return;
	while (count < 80 && (blocks[count] = tarn_alloc(&unit_heap, 24)))
		count++;
	for (uint32_t i = 0; i < count; i += 2)
		tarn_free(&unit_heap, blocks[i]);
	unit_drain(&unit_heap);
	calls = 0;
	for (uint32_t i = 0; i < SITES; i++)
		check_site(i, 100, 0, TARN_REFUSED_FRAGMENTED);
}

/* Crumbs between live blocks: fragmented only from a thirty-second of the commons on. */
static void what_is_in_crumbs(void)
{
	void *crumbs[40];
	struct tarn_heap_stats stats;
	uint32_t told[TARN_REFUSED_REASONS] = {0};

	NEED_COMMONS;
	if (!MAKE_COMMONS(4096))
		return;
	tarn_on_refused(note);
	for (uint32_t i = 0; i < 40; i++) {
		crumbs[i] = tarn_alloc(&unit_heap, 1);
		CHECK(crumbs[i] && tarn_alloc(&unit_heap, 24));
	}
	while (tarn_alloc(&unit_heap, 24) || tarn_alloc(&unit_heap, 1))
		;
	for (uint32_t i = 0; i < 40; i++) {
		tarn_free(&unit_heap, crumbs[i]);
		unit_drain(&unit_heap);
		tarn_heap_stats(&unit_heap, &stats);
		for (size_t size = 80; size < 160; size += 40) {
			bool full = stats.commons_free < stats.commons / 32 ||
				    stats.commons_free < BLOCK(size);

			for (size_t align = TARN_ALIGN; align <= 64; align *= 2) {
				CHECK(!tarn_alloc_aligned(&unit_heap, align, size));
				CHECK_EQ(last.free, stats.free);
				CHECK_TEXT(tarn_refused_name(last.reason),
					   full ? "no-room" : "fragmented");
				told[last.reason]++;
			}
		}
	}
	CHECK(told[TARN_REFUSED_NO_ROOM] && told[TARN_REFUSED_FRAGMENTED]);
}

/* A free run is long enough, but not from its first aligned address on. */
static void what_lies_where_it_cannot_be(void)
{
	const size_t align = 2 * TARN_ALIGN;
	unsigned char *wall;
	uint32_t longest;

	NEED_COMMONS;
	if (!make_commons())
		return;
	do
		wall = tarn_alloc(&unit_heap, ROOM(3 * TARN_ALIGN));
	while (((uintptr_t)wall + 3 * TARN_ALIGN) % align == 0);
	longest = unit_longest(&unit_heap);
	CHECK(tarn_alloc_aligned(&unit_heap, align, ROOM(longest)) == NULL);
	CHECK_EQ(calls, 1);
	CHECK_EQ(last.longest, longest);
	CHECK_EQ(last.align, align);
	CHECK_TEXT(tarn_refused_name(last.reason), "fragmented");
	calls = 0;
	CHECK(tarn_alloc_aligned(&unit_heap, align, ROOM(longest) - TARN_ALIGN) != NULL);
	CHECK_EQ(calls, 0);
}

static void what_has_any_alignment(void)
{
	NEED_COMMONS;
	if (!make_commons())
		return;
	for (size_t align = 2 * TARN_ALIGN; align; align <<= 1) {
		CHECK(tarn_alloc_aligned(&unit_heap, align, 5000) == NULL);
		CHECK_EQ(calls, 1);
		CHECK_EQ(last.align, align);
		CHECK_TEXT(tarn_refused_name(last.reason), "too-large");
		calls = 0;
	}
}

static void what_is_no_alignment(void)
{
	static const size_t wrong[] = {0, 3, 24, SIZE_MAX};

	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(24), 2, 0, 0}))
		return;
	tarn_on_refused(note);
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		calls = 0;
		CHECK(tarn_alloc_aligned(&unit_heap, wrong[i], 10) == NULL);
		CHECK_EQ(calls, 1);
		CHECK_EQ(last.size, 10);
		CHECK_EQ(last.align, 0);
		CHECK_EQ(last.class_index, 1);
		CHECK_TEXT(tarn_refused_name(last.reason), "alignment");
	}
	CHECK_EQ(unit_refused(&unit_heap, 0), 0);
}

/* A class that may not overflow; one that may take from a larger one; one without blocks. */
static void what_a_table_forbids(void)
{
	NEED_POOLS;
	calls = 0;
	if (!MAKE(1536, {BLOCK(8), 2, 0, 0}, {BLOCK(24), 2, 0, TARN_TO_LAST}, {BLOCK(40), 1, 0, 0},
		  {BLOCK(56), 0, 0, 0}, {BLOCK(72), 0, 0, TARN_TO_LARGER},
		  {BLOCK(88), 1, 0, TARN_TO_LARGER}))
		return;
	tarn_on_refused(note);
	for (uint32_t i = 0; i < 2; i++)
		CHECK(alloc_site(8) != NULL);
	for (uint32_t i = 0; i < 3; i++)
		CHECK(alloc_site(24) != NULL);
	CHECK(alloc_site(88) != NULL);
	CHECK_EQ(calls, 0);
	CHECK(alloc_site(8) == NULL);
	check_told(alloc_site, 8, TARN_ALIGN, 0, TARN_REFUSED_NO_ROOM);
	CHECK(alloc_site(24) == NULL);
	check_told(alloc_site, 24, TARN_ALIGN, 1, TARN_REFUSED_NO_ROOM);
	CHECK(alloc_site(40) == NULL);
	check_told(alloc_site, 40, TARN_ALIGN, 2, TARN_REFUSED_NO_ROOM);
	CHECK(alloc_site(56) == NULL);
	check_told(alloc_site, 56, TARN_ALIGN, 3, TARN_REFUSED_TOO_LARGE);
	CHECK(alloc_site(72) == NULL); /* no larger class has two blocks left */
	check_told(alloc_site, 72, TARN_ALIGN, 4, TARN_REFUSED_TOO_LARGE);
	CHECK(alloc_site(88) == NULL);
	check_told(alloc_site, 88, TARN_ALIGN, 5, TARN_REFUSED_NO_ROOM);
	CHECK_EQ(unit_refused(&unit_heap, 5), 1);
}

/* In a heap without commons, pools may serve aligned requests. */
static void what_no_aligned_class_has(void)
{
	SKIP_UNLESS(!TARN_COMMONS, "built with commons");
	calls = 0;
	if (!MAKE(2048, {BLOCK(24), 2, 0, 0}, {64, 1, 0, 0}))
		return;
	tarn_on_refused(note);
	if (tarn_alloc_aligned(&unit_heap, 16, 40))
		CHECK_EQ(calls, 0);
	calls = 0;
	CHECK(tarn_alloc_aligned(&unit_heap, 16, 40) == NULL);
	CHECK_EQ(calls, 1);
	CHECK_EQ(last.align, 16);
	CHECK(aligned_site(4000) == NULL);
	CHECK_EQ(last.reason, TARN_REFUSED_TOO_LARGE);
}

/* tarn_alloc, growing and moving refuse, whichever way the tag was given. */
static void what_exceeds_a_budget(void)
{
#if TARN_TAGS > 0
	NEED_COMMONS;
	if (!make_commons())
		return;
	tarn_tag_limit(&unit_heap, 1, 60);
	CHECK(tarn_alloc_tagged(&unit_heap, 200, 1) == NULL);
	CHECK_EQ(calls, 1);
	calls = 0;
	tarn_free(&unit_heap, kept);
	tarn_tag_enter(1);
	kept = tarn_alloc(&unit_heap, 1);
	for (uint32_t i = 0; i < SITES; i++) {
		CHECK(sites[i](100) == NULL);
		CHECK_EQ(last.tag, 1);
		last.tag = 0;
		check_told(sites[i], sites[i] == zeroed_site ? 300 : 100,
			   sites[i] == aligned_site ? 64 : TARN_ALIGN, 0, TARN_REFUSED_BUDGET);
	}
	tarn_tag_leave(1);
	CHECK(realloc_site(100) == NULL); /* the block still belongs to the tag */
	CHECK_EQ(last.tag, 1);
	CHECK_EQ(last.reason, TARN_REFUSED_BUDGET);
	CHECK_EQ(unit_refused(&unit_heap, 0), 0);
#else
	unit_skip("built without tags");
#endif
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
	if (!make_commons())
		return;
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

/* Of some hundred requests, each has a call of the handler iff it returned NULL. */
static void one_call_for_each_null(void)
{
	void *blocks[32] = {NULL};

	calls = 0;
	if (!unit_make(&unit_heap, unit_arena(), 2048,
		       (const struct tarn_class[]){{BLOCK(8), 3, 0, ANY_COMMONS | TARN_TO_LARGER},
						   {BLOCK(40), 3, 0, ANY_COMMONS},
						   {BLOCK(72), 2, 0, TARN_TO_LAST}},
		       TARN_POOLS ? 3 : 0))
		return;
	tarn_on_refused(note);
	for (uint32_t i = 0; i < 600; i++) {
		uint32_t random = i * UINT32_C(2654435761);
		void **block = &blocks[random >> 8 & 31];

		tarn_free(&unit_heap, *block);
		kept = NULL;
		*block = sites[(random >> 16) % SITES]((random >> 20) % 300);
		CHECK_EQ(calls, !*block);
		calls = 0;
	}
	CHECK_SOUND(&unit_heap);
}

/* Faults, and requests that ask for nothing, are no refusals. */
static void a_fault_is_told_as_one(void)
{
	calls = 0;
	tarn_on_refused(note);
	CHECK(tarn_alloc(&unit_other, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_HEAP, &unit_other, NULL);
	CHECK(tarn_alloc_zeroed(&unit_other, SIZE_MAX, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_HEAP, &unit_other, NULL);
	CHECK(tarn_alloc_aligned(&unit_other, 64, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_HEAP, &unit_other, NULL);
	CHECK_EQ(calls, 0);
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
	if (!make_commons())
		return;
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
	CASE(a_product_that_overflows);
	CASE(a_product_at_its_edge);
	CASE(what_a_heap_could_just_hold);
	CASE(what_is_in_use);
	CASE(what_is_in_pieces);
	CASE(what_is_in_crumbs);
	CASE(what_lies_where_it_cannot_be);
	CASE(what_has_any_alignment);
	CASE(what_is_no_alignment);
	CASE(what_a_table_forbids);
	CASE(what_no_aligned_class_has);
	CASE(what_exceeds_a_budget);
	CASE(what_a_handler_is_refused);
	CASE(one_call_for_each_null);
	CASE(a_fault_is_told_as_one);
	CASE(damage_is_told_after_it);
	CASE(the_names_of_all_reasons);
	tarn_on_refused(NULL);
}
