/* SPDX-License-Identifier: MIT
 * The shadow record: where every live block of the default heap lies. It is kept without asking the
 * heap. At every refusal it shows that nothing could have fitted. For every block it shows that the
 * block lies where the contract allows, and overlaps no other.
 *
 * At its start it reads the heap's bounds and its table. It knows the layout:
 *
 *     arena = metadata, pool of class 0, of class 1, ..., a granule of metadata, commons
 *     (with TARN_ALIGNED, unused bytes at both ends)
 *
 * A request of n bytes takes n + TARN_RECORD bytes, rounded up to granules, and at least one. The
 * shadow takes one bit a granule, set where a block is, and a few words a class. With all slots
 * that is 3/64 of the arena.
 *
 * Functions that judge return NULL, or the name of what is wrong. */
#ifndef SOAK_SHADOW_H
#define SOAK_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "budget.h"
#include "gaps.h"
#include "soak.h"

/* As many classes as the default table has; or as many as TABLE= may have. */
#ifdef SOAK_TABLE
#define SHADOW_CLASSES_MAX 8
#else
#define SHADOW_CLASSES_MAX 4
#endif

/* The commons are class `classes`. Their `granules` is 0, and their capacity, live and peak count
 * granules. Counts are compared modulo 2^32 with the heap's. */
struct shadow_class {
	uint32_t start;    /* granule of the arena */
	uint32_t span;     /* granules of all blocks */
	uint16_t granules; /* of a block */
	uint16_t overflow;
	uint32_t capacity; /* blocks */
	uint32_t live;
	uint32_t peak;
	uint32_t refused;
	uint32_t allocations;
	uint32_t requested; /* bytes, of the live blocks */
};

struct shadow {
	struct shadow_class class[SHADOW_CLASSES_MAX + 1];
	struct shadow_class *commons; /* = &class[classes] */
	uint32_t classes;
	uint32_t end;       /* the first granule past the end of the arena */
	uint32_t runs;      /* blocks in the commons */
	uint32_t requested; /* bytes, live */
	uint32_t peak_requested;
	uint32_t longest_bound; /* an upper bound for the longest gap of the commons; granules */
};
extern struct shadow shadow;

/* Begins, once, with an empty heap that was just made. */
const char *shadow_start(struct tarn_heap *heap);

/* Where a block lies, and its tag. */
struct place {
	uint32_t granule;
	uint32_t granules;
	struct shadow_class *class;
#if TARN_TAGS > 0
	uint32_t tag;
#endif
};

static inline uint32_t place_tag(const struct place *place)
{
#if TARN_TAGS > 0
	return place->tag;
#endif
	(void)place;
	return TARN_UNTAGGED;
}

static inline void place_tag_set(struct place *place, uint32_t tag)
{
#if TARN_TAGS > 0
	place->tag = tag;
#endif
	(void)place, (void)tag;
}

/* Granules of a block of `size` bytes. */
static inline uint32_t shadow_granules(uint32_t size)
{
	return ((size ? size : 1) + TARN_RECORD + GRANULE_BYTES - 1) / GRANULE_BYTES;
}

/* The class that a block of so many granules belongs to: the commons if no pool holds it. Tarn has
 * such a map, too; this one is made here. */
#define SHADOW_MAPPED 64
extern uint8_t shadow_map[SHADOW_MAPPED + 2];

static inline struct shadow_class *shadow_class_of(uint32_t granules)
{
	struct shadow_class *class;

	if (granules <= SHADOW_MAPPED)
		return &shadow.class[shadow_map[granules]];
	class = &shadow.class[shadow_map[SHADOW_MAPPED + 1]];
	while (class->granules && class->granules < granules)
		class ++;
	return class;
}

#define SHADOW_UPWARDS (TARN_TO_LARGER | TARN_TO_LAST) /* a larger class may serve */

/* The first class from `class` on that may serve a request aligned to `align`: above a granule,
 * only one with TARN_ALIGNED whose blocks are so aligned. If there is none, the commons. */
struct shadow_class *shadow_first_aligned(struct shadow_class *class, uint32_t align);
static inline struct shadow_class *shadow_aligned(struct shadow_class *class, uint32_t align)
{
	return mostly(align <= TARN_ALIGN) ? class : shadow_first_aligned(class, align);
}

static inline uint32_t shadow_index(const struct shadow_class *class)
{
	return (uint32_t)(class - shadow.class);
}

/* The pool in which a granule below the commons lies. */
struct shadow_class *shadow_pool_at(uint32_t granule);

/* The place of a block of `size` bytes at `granule`: in the commons, or in a pool, mostly that of
 * its size. It has no tag. */
static inline struct place shadow_place(uint32_t granule, uint32_t size)
{
	struct place place = {
		.granule = granule, .granules = shadow_granules(size), .class = shadow.commons};

	if (rarely(granule < place.class->start)) {
		place.class = shadow_class_of(place.granules);
		if (rarely(granule - place.class->start >= place.class->span))
			place.class = shadow_pool_at(granule);
		place.granules = place.class->granules;
	}
	return place;
}

static inline void shadow_enter(struct place place, uint32_t size)
{
	struct shadow_class *class = place.class;

	if (TARN_TAGS > 0)
		budget_charge(place_tag(&place), place.granules * GRANULE_BYTES);
	if (mostly(!class->granules)) {
		class->live += place.granules;
		shadow.runs++;
	} else {
		class->live++;
	}
	if (class->live > class->peak)
		class->peak = class->live;
	class->requested += size;
	shadow.requested += size;
	if (shadow.requested > shadow.peak_requested)
		shadow.peak_requested = shadow.requested;
}

/* A pool serves the requests of its class, and of smaller classes that may overflow upwards. */
static inline const char *shadow_judge_pooled(struct place place, const struct shadow_class *wanted,
					      uint32_t align)
{
	if (rarely((place.granule - place.class->start) % place.class->granules))
		return "inside-a-block";
	if (mostly(place.class == wanted))
		return NULL;
	return place.class > wanted && wanted->overflow & SHADOW_UPWARDS &&
			       shadow_aligned(place.class, align) == place.class
		       ? NULL
		       : "wrong-pool";
}

/* The commons serve what no pool is for, and what overflows. At level 3 a pool that seems to have
 * room may have its blocks in the quarantine. */
static inline const char *shadow_judge_run(struct place place, const struct shadow_class *wanted,
					   bool exact)
{
	if (rarely(place.granule + place.granules > shadow.end))
		return "beyond-the-arena";
	if (wanted == place.class)
		return NULL;
	if (rarely(exact && TARN_HARDEN < 3 && wanted->live < wanted->capacity))
		return "pool-passed-over";
	return mostly(wanted->overflow & TARN_TO_COMMONS) ? NULL : "overflow-not-allowed";
}

/* What is wrong with a pointer that no block can have. */
__attribute__((returns_nonnull)) const char *shadow_judge_pointer(uintptr_t offset);

/* A new block: judges where it lies, and enters it. `exact`: nobody else changes the heap, so a
 * pool with room must have served its request. `place` gives the tag and receives the place. */
specialised const char *shadow_take(const void *block, uint32_t size, uint32_t align, bool exact,
				    struct place *place)
{
	uintptr_t offset = (uintptr_t)block - (uintptr_t)soak_arena;
	struct shadow_class *wanted = shadow_aligned(shadow_class_of(shadow_granules(size)), align);
	const char *wrong;
	struct place now;

	/* The arena's base has every alignment that is requested. */
	if (rarely(offset >= SOAK_ARENA || offset & (align - 1) ||
		   offset / GRANULE_BYTES < shadow.class[0].start))
		return shadow_judge_pointer(offset);
	now = shadow_place((uint32_t)offset / GRANULE_BYTES, size);
	if (mostly(now.class == shadow.commons))
		wrong = shadow_judge_run(now, wanted, exact);
	else
		wrong = shadow_judge_pooled(now, wanted, align);
	if (rarely(wrong))
		return wrong;
	if (rarely(!gaps_fill(now.granule, now.granules)))
		return "overlap";
	place_tag_set(&now, place_tag(place));
	if (TARN_TAGS > 0 &&
	    rarely(budget_exceeded(place_tag(place), now.granules * GRANULE_BYTES)))
		return "over-budget";
	shadow_enter(now, size);
	now.class->allocations++;
	*place = now;
	return NULL;
}

/* To be called before a block is freed. */
static inline void shadow_give(struct place place, uint32_t size)
{
	uint32_t longest;

	gaps_clear(place.granule, place.granules);
	if (TARN_TAGS > 0)
		budget_credit(place_tag(&place), place.granules * GRANULE_BYTES);
	place.class->requested -= size;
	shadow.requested -= size;
	if (mostly(!place.class->granules)) {
		place.class->live -= place.granules;
		shadow.runs--;
		longest = gaps_around(place.granule);
		if (longest > shadow.longest_bound)
			shadow.longest_bound = longest;
	} else {
		place.class->live--;
	}
}

/* A block was realloced and stayed where it is: enters it with its new size. Call it after
 * shadow_give. */
const char *shadow_stay(struct place from, uint32_t size, struct place *place);

/* A block is about to move to `grown` bytes, or has moved: was that needed? Call it while the block
 * is entered, and before its new place is. */
const char *shadow_move(struct place from, uint32_t grown);

/* A tag's request got NULL: was there really no room, or does it exceed the limit? */
const char *shadow_refuse(uint32_t size, uint32_t align, uint32_t tag);
const char *shadow_refuse_resize(struct place from, uint32_t grown);

/* The same if nobody can judge. */
void shadow_count_refusal(uint32_t size);
/* Would a request fit? Would it exceed the limit of its tag? */
bool shadow_fits(uint32_t size, uint32_t align);
bool shadow_too_dear(uint32_t size, uint32_t align, uint32_t tag);

/* The longest gap of the commons, in granules. */
uint32_t shadow_longest(void);

/* Does a block cover this granule of the arena? */
bool shadow_taken(uint32_t granule);

/* Live blocks; their bytes; bytes of the arena that are free for blocks. */
uint32_t shadow_blocks(void);
uint32_t shadow_block_bytes(void);
uint32_t shadow_free_bytes(void);
#endif
