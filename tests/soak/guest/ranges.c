/* SPDX-License-Identifier: MIT */
#include "ranges.h"

#include "gaps.h"
#include "print.h"
#include "rounds.h"
#include "sample.h"
#include "shadow.h"

enum { BYTES, COMMONS, LONGEST, FIGURES };

static const char *const names[FIGURES] = {"bytes", "commons", "longest"};

static struct range {
	arena_sum sum;
	arena_bytes least;
	arena_bytes most;
} ranges[ROUND_KINDS][FIGURES];

static uint16_t looks[ROUND_KINDS];

static void see(struct range *range, uint32_t value, bool first)
{
	range->sum = first ? value : range->sum + value;
	if (first || value < range->least)
		range->least = (arena_bytes)value;
	if (first || value > range->most)
		range->most = (arena_bytes)value;
}

/* Measures the longest run anew. (The shadow's upper bound for it is the audit's to check.) */
void ranges_look(uint32_t kind)
{
	bool first = looks[kind] == 0;

	if (!soak.logged || looks[kind] == UINT16_MAX)
		return;
	see(&ranges[kind][BYTES], shadow.requested, first);
	see(&ranges[kind][COMMONS], shadow.commons->live * GRANULE_BYTES, first);
	see(&ranges[kind][LONGEST], gaps_longest(shadow.commons->start) * GRANULE_BYTES, first);
	looks[kind]++;
}

bool ranges_full(uint32_t kind)
{
	return looks[kind] > UINT16_MAX / 2;
}

static void tell(const char *name, const struct range *range, uint32_t count)
{
	sample_name(name);
	if (!count) {
		print_text("null");
		return;
	}
	print_char('[');
	print_u64(range->least);
	print_char(',');
	print_u64((range->sum + count / 2) / count);
	print_char(',');
	print_u64(range->most);
	print_char(']');
}

void ranges_tell(uint32_t kind)
{
	sample_number("looks", looks[kind]);
	for (uint32_t i = 0; i < FIGURES; i++)
		tell(names[i], &ranges[kind][i], looks[kind]);
	looks[kind] = 0;
}
