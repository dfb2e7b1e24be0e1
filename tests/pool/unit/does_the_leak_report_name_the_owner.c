/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "tags.h"

/* The printed text, in which the test looks for words. */
enum { ROOM_FOR_TEXT = TARN_TAGS > 0 ? 1280 : 640 };
static char printed[ROOM_FOR_TEXT];
static uint32_t length, lines, lost;

static void sink(void *context, const char *text, size_t count)
{
	CHECK(context == &lines);
	for (; count; count--, text++) {
		lines += *text == '\n';
		if (length + 1 < ROOM_FOR_TEXT)
			printed[length++] = *text;
		else
			lost++;
	}
	printed[length] = 0;
}

static void clear(void)
{
	length = lines = lost = 0;
	printed[0] = 0;
}

/* The text after the n-th `word`; NULL if there is none. */
static const char *after(const char *word, uint32_t n)
{
	for (const char *text = printed; *text; text++) {
		const char *w = word;

		if (!unit_begins(text, word) || n--)
			continue;
		for (; *w; w++)
			text++;
		return text;
	}
	return NULL;
}

static uint64_t number(const char *text, uint32_t base)
{
	uint64_t value = 0;

	if (!text)
		return UINT64_MAX;
	if (base == 16 && unit_begins(text, "0x"))
		text += 2;
	for (;; text++) {
		uint32_t digit = *text >= '0' && *text <= '9'   ? (uint32_t)(*text - '0')
				 : *text >= 'a' && *text <= 'f' ? (uint32_t)(*text - 'a' + 10)
								: 99;

		if (digit >= base)
			return value;
		value = value * base + digit;
	}
}

static bool make_mixed(void)
{
	clear();
	return unit_make(&unit_heap, unit_arena(), 1536,
			 (const struct tarn_class[]){{BLOCK(8), 4, 0, TARN_TO_COMMONS},
						     {BLOCK(24), 4, 0, TARN_TO_COMMONS}},
			 TARN_POOLS ? 2 : 0);
}

__attribute__((noinline)) static void *leaking_site(size_t size)
{
	void *block = tarn_alloc(&unit_heap, size);

	__asm__ volatile("" ::: "memory");
	return block;
}

/* One line for each block: its place, its requested size, and at level 3 its caller and its
 * number. The walk says the same. A freed block is no leak. */
static void each_leak_has_a_line(void)
{
	uint32_t site = (uint32_t)(uintptr_t)leaking_site & ~UINT32_C(1);
	static const uint8_t sizes[] = {20, 5, 90};
	struct tarn_block block = {.pointer = NULL};
	uint32_t bytes = 0;

	NEED_COMMONS;
	NEED(make_mixed());
	for (uint32_t i = 0; i < 3; i++)
		leaking_site(sizes[i]);
	tarn_free(&unit_heap, tarn_alloc(&unit_heap, 20));
	CHECK_EQ(tarn_report_leaks(&unit_heap, sink, &lines), 3);
	CHECK_EQ(lines, 4);
	CHECK_EQ(lost, 0);
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t requested = (uint32_t)number(after(" requested=", i), 10);

		CHECK(tarn_walk(&unit_heap, &block));
		CHECK_PTR(block.pointer, number(after("live 0x", i), 16));
		CHECK_EQ(block.requested, requested);
		bytes += requested;
		if (TARN_HARDEN < 3) {
			CHECK_EQ(block.owner | block.sequence, 0);
			continue;
		}
		CHECK_EQ(block.owner, (uint32_t)number(after(" owner=", i), 16));
		CHECK_EQ(block.sequence, number(after(" sequence=", i), 10));
		CHECK(block.owner > site && block.owner < site + 512);
		NEED(CHECK(block.sequence >= 1 && block.sequence <= 3));
		CHECK_EQ(requested, sizes[block.sequence - 1]);
	}
	if (TARN_HARDEN >= 2)
		CHECK_EQ(bytes, 115);
	CHECK_EQ(number(after("live blocks=", 0), 10), 3);
	CHECK_EQ(number(after(" requested=", 3), 10), bytes);
}

/* A higher layer says for whom it allocates. */
static void a_layer_names_the_owner(void)
{
	void *const owner = (void *)(uintptr_t)0x1234560;
	void *block[3];
	struct tarn_block seen = {.pointer = NULL};
	uint32_t walked = 0;

	NEED_COMMONS;
	NEED(make_mixed());
	block[0] = tarn_alloc_for(&unit_heap, 20, owner);
	block[1] = tarn_alloc_zeroed_for(&unit_heap, 5, 4, owner);
	block[2] = tarn_alloc_aligned_for(&unit_heap, 32, 20, owner);
	CHECK(((uintptr_t)block[2] & 31) == 0);
	block[0] = tarn_realloc_for(&unit_heap, block[0], 90, owner);
	for (; tarn_walk(&unit_heap, &seen); walked++)
		CHECK_EQ(seen.owner, TARN_HARDEN >= 3 ? 0x1234560 : 0);
	CHECK_EQ(walked, 3);
	CHECK(tarn_realloc_for(&unit_heap, (char *)block[1] + TARN_ALIGN, 8, owner) == NULL);
	CHECK_EQ(unit_faults, 1);
	CHECK(unit_fault.caller == owner);
	unit_faults = 0;
}

/* The n-th number after `name=` in the report. */
static uint64_t told(const char *name, uint32_t n)
{
	return number(after(name, n), 10);
}

static void check_told_of_heap(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(told("heap arena=", 0), stats.arena);
	CHECK_EQ(told(" metadata=", 0), stats.metadata);
	CHECK_EQ(told(" pools=", 0), stats.pools);
	CHECK_EQ(told(" commons=", 0), stats.commons);
	CHECK_EQ(told(" free=", 0), stats.commons_free);
	CHECK_EQ(told(" peak=", 0), stats.commons_peak);
	CHECK_EQ(told(" longest=", 0), stats.longest_free);
	if (TARN_WATCH)
		CHECK_EQ(told(" longest_least=", 0), stats.longest_least);
	CHECK_EQ(told(" fragmentation=", 0), stats.fragmentation);
	if (TARN_HARDEN >= 3) {
		CHECK(stats.quarantined_bytes > stats.quarantined && stats.quarantined);
		CHECK_EQ(told(" quarantined=", 0), stats.quarantined);
		CHECK_EQ(told(" quarantined_bytes=", 0), stats.quarantined_bytes);
	}
	CHECK_EQ(told(" double-free=", 0), stats.faults[TARN_FAULT_DOUBLE_FREE]);
	if (TARN_COMMONS)
		CHECK(stats.longest_free <
		      stats.commons_free); /* or the two names might be exchanged */
}

/* Checks the line of each class, and that of the commons. */
static void check_told_of_classes(uint32_t classes)
{
	for (uint32_t i = 0; i <= classes; i++) {
		struct tarn_class_stats stats;

		tarn_class_stats(&unit_heap, i, &stats);
		CHECK_EQ(told(" size=", i), stats.size);
		CHECK_EQ(told(" capacity=", i), stats.capacity);
		CHECK_EQ(told(" live=", i), stats.live);
		CHECK_EQ(told(" peak=", i + 1), stats.peak); /* the heap's comes first */
		CHECK_EQ(told(" refused=", i), stats.refused);
	}
}

static void the_report_says_what_the_counters_say(void)
{
	void *blocks[8];

	NEED(make_mixed());
	for (uint32_t i = 0; i < 8; i++)
		blocks[i] = tarn_alloc(&unit_heap, 10 + 14 * i);
	tarn_free(&unit_heap, blocks[5]); /* a hole */
	tarn_free(&unit_heap, blocks[0]);
	unit_drain(&unit_heap);
	tarn_free(&unit_heap, blocks[1]); /* level 3: it waits in the quarantine */
	tarn_report(&unit_heap, sink, &lines);
	check_told_of_heap();
	check_told_of_classes(TARN_POOLS ? 2 : 0);
}

/* Each live block says its tag. Each tag has a line, and its limit if it has one. */
static void reports_know_tags(void)
{
	static const struct tarn_budget budget[] = {{"net", 600}, {"log", TARN_NO_LIMIT}};
	struct tarn_tag_stats stats;
	uint32_t limits = 0;

	NEED_TAGS;
	NEED_COMMONS;
	NEED(make_mixed());
	CHECK(tarn_tag_budgets(&unit_heap, budget, 2));
	for (uint32_t tag = 0; tag <= 3; tag++)
		CHECK(tarn_alloc_tagged(&unit_heap, 8, tag) != NULL);
	CHECK(!tarn_alloc_tagged(&unit_heap, 700, 1));
	CHECK_EQ(tarn_report_leaks(&unit_heap, sink, &lines), 4);
	for (uint32_t tag = 0; tag <= 3; tag++)
		CHECK_EQ(told(" tag=", tag), tag);
	clear();
	tarn_report(&unit_heap, sink, &lines);
	CHECK(after("\ntag 0 name=- live=", 0) != NULL);
	CHECK(after("\ntag 1 name=net live=", 0) != NULL);
	CHECK(after("\ntag 2 name=log live=", 0) != NULL);
	CHECK(after("\ntag 3 name=- live=", 0) != NULL);
	CHECK_EQ(number(after(" limit=", limits++), 10), 600);
	CHECK(after(" limit=", limits) == NULL);
	tarn_tag_stats(&unit_heap, 1, &stats);
	CHECK_EQ(stats.refused, 1);
	CHECK_EQ(told("\ntag 1 name=net live=", 0), stats.live);
	CHECK_EQ(told(" blocks=", 1), stats.blocks);
	CHECK_EQ(told(" peak_blocks=", 1), stats.peak_blocks);
}

void does_the_leak_report_name_the_owner(void)
{
	CASE(each_leak_has_a_line);
	CASE(a_layer_names_the_owner);
	CASE(the_report_says_what_the_counters_say);
	CASE(reports_know_tags);
}
