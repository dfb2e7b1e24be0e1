/* SPDX-License-Identifier: MIT
 * How an arena is divided. See layout.c, and heap.h for the layout. */
#ifndef TARN_LAYOUT_H
#define TARN_LAYOUT_H

#include "list.h"

struct layout {
	uint32_t bins;  /* bins that have a head */
	uint32_t trim;  /* bytes that the arena loses at its ends, so that the pools end aligned */
	uint32_t count; /* pools */
	uint32_t records; /* bytes: counters, tallies, records, which lie below the rest */
	uint32_t words;   /* words that the pools reach into: each has a name */
	uint32_t bits;    /* bytes of the current pools and the pools' bits */
	uint32_t names;   /* bytes */
	uint32_t planes;  /* bytes: bits, names, heads, one pair more */
	uint32_t pools;   /* bytes; UINT32_MAX: more than any arena has */
	uint32_t commons; /* bytes */
};

/* The blocks of a class in an arena; UINT32_MAX if their bytes are too many for any arena. */
uint32_t layout_blocks(const struct tarn_class *class, uint32_t arena);

/* Checks the first `classes` of a table, and divides an arena less `trim`. TARN_ARENA_SMALL: their
 * pools do not fit; what they need is in *layout nevertheless. */
enum tarn_status layout_solve(struct layout *layout, const struct tarn_class *class,
			      uint32_t classes, uint32_t arena);

/* The bytes of an arena whose ends are trimmed to a granule. *start is where it then starts. NULL
 * has no bytes. The last granule of the address space is no arena's: no address lies past it. */
static inline uint32_t arena_trim(uintptr_t arena, size_t bytes, uintptr_t *start)
{
	uintptr_t first = (arena + GRANULE - 1) & ~(uintptr_t)(GRANULE - 1);
	uintptr_t end = (arena + bytes) & ~(uintptr_t)(GRANULE - 1);

	if (arena + bytes < arena)
		end = 0 - (uintptr_t)GRANULE;
	if (start)
		*start = first;
	return arena && first && end > first ? (uint32_t)(end - first) : 0;
}

#endif
