/* SPDX-License-Identifier: MIT */
#include "gaps.h"

/* Words of 32 granules, the lowest granule in the lowest bit, and one more word. Bits past the end
 * of the arena are set. */
#define GAPS_WORDS ((SOAK_ARENA / GRANULE_BYTES + 31) / 32 + 1)
static uint32_t gaps_map[GAPS_WORDS];

/* `count` bits (1 .. 32) from bit `from` on. Those past the end of the word are dropped. */
static inline uint32_t bits(uint32_t from, uint32_t count)
{
	return (UINT32_MAX >> (32 - count)) << from;
}

/* The length of the part of a range that lies in its first word. */
static inline uint32_t first_part(uint32_t granule, uint32_t count)
{
	uint32_t room = 32 - (granule & 31);

	return count < room ? count : room;
}

void gaps_start(uint32_t first)
{
	uint32_t end = SOAK_ARENA / GRANULE_BYTES;

	for (uint32_t i = 0; i < GAPS_WORDS; i++)
		gaps_map[i] = 0;
	gaps_fill(0, first);
	gaps_fill(end, GAPS_WORDS * 32 - end);
}

bool gaps_filled(uint32_t granule)
{
	return gaps_map[granule >> 5] >> (granule & 31) & 1;
}

bool gaps_open(uint32_t granule, uint32_t count)
{
	while (count) {
		uint32_t part = first_part(granule, count);

		if (gaps_map[granule >> 5] & bits(granule & 31, part))
			return false;
		granule += part;
		count -= part;
	}
	return true;
}

bool gaps_fill(uint32_t granule, uint32_t count)
{
	if (!gaps_open(granule, count))
		return false;
	while (count) {
		uint32_t part = first_part(granule, count);

		gaps_map[granule >> 5] |= bits(granule & 31, part);
		granule += part;
		count -= part;
	}
	return true;
}

void gaps_clear(uint32_t granule, uint32_t count)
{
	while (count) {
		uint32_t part = first_part(granule, count);

		gaps_map[granule >> 5] &= ~bits(granule & 31, part);
		granule += part;
		count -= part;
	}
}

/* The first granule from `granule` on whose bit is set after `flip`; `end` if there is none. */
static inline uint32_t next_set(uint32_t granule, uint32_t end, uint32_t flip)
{
	uint32_t word;

	if (granule >= end)
		return end;
	word = (gaps_map[granule >> 5] ^ flip) & (UINT32_MAX << (granule & 31));
	granule &= ~31u;
	while (!word) {
		granule += 32;
		if (granule >= end)
			return end;
		word = gaps_map[granule >> 5] ^ flip;
	}
	granule += (uint32_t)__builtin_ctz(word);
	return granule < end ? granule : end;
}

uint32_t gaps_longest(uint32_t from)
{
	uint32_t end = SOAK_ARENA / GRANULE_BYTES;
	uint32_t longest = 0;

	while (from < end) {
		uint32_t open = next_set(from, end, UINT32_MAX);

		from = next_set(open, end, 0);
		if (from - open > longest)
			longest = from - open;
	}
	return longest;
}

uint32_t gaps_around(uint32_t granule)
{
	const uint32_t *word = &gaps_map[granule >> 5];
	uint32_t below = *word << (31 - (granule & 31));
	uint32_t near = (granule & ~31u) + 64;
	uint32_t after = next_set(granule, near, 0);

	if (!below) {
		granule = (granule & ~31u) - 1;
		below = word[-1];
	}
	if (!below || after == near)
		return UINT32_MAX;
	return after - (granule + 1 - (uint32_t)__builtin_clz(below));
}

bool gaps_have(uint32_t from, uint32_t count, uint32_t align)
{
	uint32_t end = SOAK_ARENA / GRANULE_BYTES;

	while (from < end) {
		uint32_t open = next_set(from, end, UINT32_MAX);
		uint32_t start = (open + align - 1) & (0 - align);

		from = next_set(open, end, 0);
		if (start < from && from - start >= count)
			return true;
	}
	return false;
}
