/* SPDX-License-Identifier: MIT
 * The shadow record: where every live block of the default heap lies, kept beside the heap and
 * without asking it. It is what shows, at every refusal, that nothing could have fitted, and at
 * every block, that it lies where the contract lets it lie and where nothing else does.
 *
 * Taken from the heap once, at the start: its bounds and its table. Known of the layout:
 *
 *     arena = metadata, pool of class 0, of class 1, ..., a granule of metadata, commons
 *
 * A request of n bytes takes n + TARN_RECORD
 * bytes, rounded up to granules, and at least one. One bit a granule, set where a block is, and
 * a few words a class: 3/64 of the arena, all slots included.
 *
 * Functions that judge return NULL, or the name of what is wrong. */
#ifndef SOAK_SHADOW_H
#define SOAK_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn.h"

#define SHADOW_CLASSES_MAX 16

/* The commons are class `classes`; of theirs, granules is 0, and capacity, live and peak count
 * granules. Counts are compared modulo 2^32 with the heap's. */
struct shadow_class {
	uint32_t start;    /* granule of the arena */
	uint16_t granules; /* of a block */
	uint16_t overflow;
	uint32_t capacity; /* blocks */
	uint32_t live;
	uint32_t peak;
	uint32_t blocks; /* live; differs from `live` for the commons alone */
	uint32_t refused;
	uint32_t allocations;
	uint32_t requested; /* bytes, of the live blocks */
};

struct shadow {
	struct shadow_class class[SHADOW_CLASSES_MAX + 1];
	uint32_t classes;
	uint32_t end;         /* the granule behind the arena */
	uint32_t blocks;      /* live */
	uint32_t requested;   /* bytes, live */
	uint32_t block_bytes; /* bytes, live, of the blocks */
	uint32_t peak_requested;
	uint32_t free_bytes;    /* of pools and commons */
	uint32_t longest_bound; /* no gap of the commons is longer; granules */
};
extern struct shadow shadow;

/* Begin with an empty heap that was just made. */
const char *shadow_start(struct tarn_heap *heap);

/* Where a block lies. */
struct place {
	uint32_t granule;
	uint32_t granules;
	uint32_t class_index;
};

/* The place that a block of `size` bytes at `granule` has. */
struct place shadow_place(uint32_t granule, uint32_t size);

/* A new block: judge where it lies, and enter it. `exact`: nobody else changes the heap, so a
 * request whose pool has room must have been served by its pool. */
const char *shadow_take(const void *block, uint32_t size, uint32_t align, bool exact,
			struct place *place);

/* Before a block is given back. */
void shadow_give(struct place place, uint32_t size);

/* A block was realloced and stayed where it is: after shadow_give, enter it with its new size. */
const char *shadow_stay(struct place from, uint32_t size, struct place *place);

/* A block is about to move to `grown` bytes, or has: was that needed? To be asked while it is
 * entered, and before its new place is. */
const char *shadow_move(struct place from, uint32_t grown);

/* NULL was the answer to a request: was there really no room? */
const char *shadow_refuse(uint32_t size, uint32_t align);
const char *shadow_refuse_resize(struct place from, uint32_t grown);

/* Would a request fit? */
bool shadow_fits(uint32_t size, uint32_t align);

/* The longest gap of the commons, in granules. */
uint32_t shadow_longest(void);

/* Is this granule of the arena taken? */
bool shadow_taken(uint32_t granule);

/* The class that a request of `size` bytes belongs to; the commons' index where none holds it. */
uint32_t shadow_class_for(uint32_t size);

#endif
