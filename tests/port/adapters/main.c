/* SPDX-License-Identifier: MIT
 * The harness on a board: it asks every question. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters.h"
#include "tarn.h"

static unsigned checks, failures;

bool adapters_check(bool holds, const char *what, const char *file, int line)
{
	checks++;
	if (holds)
		return true;
	failures++;
	printf("%s:%d: %s: does not hold\n", file, line, what);
	return false;
}

bool adapters_equal(long actual, long expected, const char *what, const char *file, int line)
{
	checks++;
	if (actual == expected)
		return true;
	failures++;
	printf("%s:%d: %s is %ld, expected %ld\n", file, line, what, actual, expected);
	return false;
}

size_t adapters_live(void)
{
	struct tarn_block block = {0};
	size_t bytes = 0;

	while (tarn_walk(&tarn_default, &block))
		bytes += block.bytes;
	return bytes;
}

bool is_ours(const void *block)
{
	return tarn_owns(&tarn_default, block);
}

uint32_t owner_of(const void *block)
{
	struct tarn_block at = {0};

	while (tarn_walk(&tarn_default, &at))
		if (at.pointer == block)
			return at.owner;
	return 0;
}

bool room_for_pages(void)
{
	return tarn_largest(&tarn_default) >= 24 * 1024;
}

/* No question may leave a damaged heap, or cause a fault. */
static void ask(const char *name, void (*question)(void))
{
	struct tarn_heap_stats stats;
	unsigned before = failures;

	question();
	CHECK_EQ(tarn_check(&tarn_default, NULL), 0);
	tarn_heap_stats(&tarn_default, &stats);
	for (int kind = 0; kind < TARN_FAULT_KINDS; kind++)
		CHECK_EQ(stats.faults[kind], 0);
	if (failures != before)
		printf("FAILED %s\n", name);
}

static const struct {
	const char *name;
	void (*ask)(void);
} questions[] = {
	{"is the heap ready before anything", is_the_heap_ready_before_anything},
	{"does malloc keep its promises", does_malloc_keep_its_promises},
	{"does realloc keep its promises", does_realloc_keep_its_promises},
	{"are aligned requests aligned", are_aligned_requests_aligned},
	{"does the libc allocate here", does_libc_allocate_here},
	{"do the counters answer", do_the_counters_answer},
	{"does a leak name its owner", does_a_leak_name_its_owner},
	{"does malloc charge who called", does_malloc_charge_who_called},
	{"is each refusal told", is_each_refusal_told},
#ifdef ADAPTERS_NEWLIB
	{"do the twins set their own errno", do_the_twins_set_their_own_errno},
#endif
	{"is out of memory clean", is_out_of_memory_clean},
	{"do further heaps serve", do_further_heaps_serve},
};

int main(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
		ask(questions[i].name, questions[i].ask);
	printf("adapters: %u checks, %u failed\n", checks, failures);
	return failures || !checks;
}
