/* SPDX-License-Identifier: MIT */
#include "gaps.h"

uint32_t gaps_map[GAPS_WORDS];

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
	gaps_fill_long(0, first);
	gaps_fill_long(end, GAPS_WORDS * 32 - end);
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

/* The longest run of set bits, or `longest` if that is longer. If `longest` is 8 or more, most
 * words are done once they turn out to hold no run of 8. */
static inline uint32_t longer_run(uint32_t word, uint32_t longest)
{
	uint32_t eights = word & word << 1;
	uint32_t length = 0;

	eights &= eights << 2;
	eights &= eights << 4;
	if (longest >= 8 && !eights)
		return longest;
	for (; word; length++)
		word &= word << 1;
	return length > longest ? length : longest;
}

/* Takes a word at a time: the gap that reaches into it from below, the gaps within, and the gap
 * that reaches out of it. (That one counts as a gap within, too, and again with the next word.) */
uint32_t gaps_longest(uint32_t from)
{
	const uint32_t *word = &gaps_map[from >> 5];
	uint32_t open = ~*word & UINT32_MAX << (from & 31);
	uint32_t reaching = 0;
	uint32_t longest = 0;

	for (;; open = ~*word) {
		if (open == UINT32_MAX) {
			reaching += 32;
		} else {
			reaching += (uint32_t)__builtin_ctz(~open);
			longest = reaching > longest ? reaching : longest;
			open &= open + 1;
			reaching = (uint32_t)__builtin_clz(~open);
			longest = open ? longer_run(open, longest) : longest;
		}
		if (++word == gaps_map + GAPS_WORDS)
			return longest;
	}
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
