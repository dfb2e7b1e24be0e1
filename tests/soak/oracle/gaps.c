/* SPDX-License-Identifier: MIT */
#include "gaps.h"

uint32_t gaps_map[GAPS_WORDS];

/* `count` bits (1 .. 32) from bit `from` on; those beyond the word fall off. */
static inline uint32_t bits(uint32_t from, uint32_t count)
{
	return (UINT32_MAX >> (32 - count)) << from;
}

/* The part of a range that lies in its first word. */
static inline uint32_t first_part(uint32_t granule, uint32_t count)
{
	uint32_t room = 32 - (granule & 31);

	return count < room ? count : room;
}

void gaps_start(uint32_t first)
{
	for (uint32_t i = 0; i < GAPS_WORDS; i++)
		gaps_map[i] = 0;
	gaps_fill_long(0, first);
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

bool gaps_fill_long(uint32_t granule, uint32_t count)
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

void gaps_clear_long(uint32_t granule, uint32_t count)
{
	while (count) {
		uint32_t part = first_part(granule, count);

		gaps_map[granule >> 5] &= ~bits(granule & 31, part);
		granule += part;
		count -= part;
	}
}

/* The first granule from `granule` on whose bit, after `flip`, is set; `end` where none is. */
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

uint32_t gaps_longest(uint32_t from, uint32_t end)
{
	uint32_t longest = 0;

	while (from < end) {
		uint32_t open = next_set(from, end, UINT32_MAX);

		from = next_set(open, end, 0);
		longest = from - open > longest ? from - open : longest;
	}
	return longest;
}

bool gaps_have(uint32_t from, uint32_t end, uint32_t count, uint32_t align)
{
	while (from < end) {
		uint32_t open = next_set(from, end, UINT32_MAX);
		uint32_t start = (open + align - 1) & (0 - align);

		from = next_set(open, end, 0);
		if (start < from && from - start >= count)
			return true;
	}
	return false;
}
