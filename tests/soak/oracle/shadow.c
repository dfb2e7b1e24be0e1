/* SPDX-License-Identifier: MIT */
#include "shadow.h"

#include "gaps.h"
#include "soak.h"

struct shadow shadow;
uint8_t shadow_map[SHADOW_MAPPED + 2];

/* ---- The start ------------------------------------------------------------------------- */

/* The last entry is the first class for larger blocks. */
static void make_map(void)
{
	uint32_t index = 0;

	for (uint32_t granules = 0; granules <= SHADOW_MAPPED + 1; granules++) {
		while (index < shadow.classes && shadow.class[index].granules < granules)
			index++;
		shadow_map[granules] = (uint8_t)index;
	}
}

static void read_class(struct tarn_heap *heap, uint32_t index, uint32_t start)
{
	struct shadow_class *class = &shadow.class[index];
	struct tarn_class_stats stats;

	tarn_class_stats(heap, index, &stats);
	if (soak.injection == INJECT_POOLS_DIFFER)
		stats.capacity++;
	class->start = start;
	class->granules = (uint16_t)(stats.size / GRANULE_BYTES);
	class->overflow = tarn_table_default.size_class[index].overflow;
	class->capacity = stats.capacity;
	class->span = stats.capacity * class->granules;
}

/* The first class's pool starts where the metadata ends. The sentinel lies between the last pool
 * and the commons. */
static const char *read_layout(struct tarn_heap *heap, const struct tarn_heap_stats *stats)
{
	uint32_t commons = shadow.end - stats->commons / GRANULE_BYTES;
	uint32_t start = commons - 1 - stats->pools / GRANULE_BYTES;

	gaps_start(start);
	for (uint32_t i = 0; i < shadow.classes; i++) {
		read_class(heap, i, start);
		start += shadow.class[i].span;
	}
	if (start != commons - 1)
		return "pools-do-not-add-up";
	gaps_fill(start, 1);
	if (shadow.end < SOAK_ARENA / GRANULE_BYTES)
		gaps_fill(shadow.end, SOAK_ARENA / GRANULE_BYTES - shadow.end);
	shadow.commons->start = commons;
	shadow.commons->span = shadow.commons->capacity = stats->commons / GRANULE_BYTES;
	make_map();
	return NULL;
}

const char *shadow_start(struct tarn_heap *heap)
{
	struct tarn_heap_stats stats;
	uint32_t trim = 0; /* what TARN_ALIGNED takes from the ends */
	uint32_t bytes;

	tarn_heap_stats(heap, &stats);
	if (soak.injection == INJECT_ARENA_DIFFERS)
		stats.arena += GRANULE_BYTES;
	if (soak.injection == INJECT_TABLE_TOO_LARGE)
		stats.classes = SHADOW_CLASSES_MAX + 1;
	if (stats.classes > SHADOW_CLASSES_MAX)
		return "table-too-large";
	for (uint32_t i = 0; i < stats.classes; i++)
		trim |= tarn_table_default.size_class[i].overflow >> 8 << 3 & -GRANULE_BYTES;
	bytes = SOAK_ARENA - trim;
	if (stats.arena != bytes || stats.metadata + stats.pools + stats.commons != bytes)
		return "arena-differs";
	shadow.classes = stats.classes;
	trim &= stats.commons + GRANULE_BYTES - bytes - (uint32_t)(uintptr_t)soak_arena; /* below */
	shadow.end = (trim + bytes) / GRANULE_BYTES;
	shadow.commons = &shadow.class[shadow.classes];
	shadow.longest_bound = stats.commons / GRANULE_BYTES;
	return read_layout(heap, &stats);
}

/* ---- Places ---------------------------------------------------------------------------- */

struct shadow_class *shadow_pool_at(uint32_t granule)
{
	struct shadow_class *class = shadow.commons;

	while (granule < class->start)
		class --;
	return class;
}

struct shadow_class *shadow_first_aligned(struct shadow_class *class, uint32_t align)
{
	while (class < shadow.commons &&
	       (class->overflow <= 0xff || !class->capacity ||
		(((uintptr_t)soak_arena / GRANULE_BYTES + class->start) | class->granules) &
			(align / GRANULE_BYTES - 1)))
		class ++;
	return class;
}

uint32_t shadow_blocks(void)
{
	uint32_t blocks = shadow.runs;

	for (uint32_t i = 0; i < shadow.classes; i++)
		blocks += shadow.class[i].live;
	return blocks;
}

uint32_t shadow_block_bytes(void)
{
	uint32_t granules = shadow.commons->live;

	for (uint32_t i = 0; i < shadow.classes; i++)
		granules += shadow.class[i].live * shadow.class[i].granules;
	return granules * GRANULE_BYTES;
}

uint32_t shadow_free_bytes(void)
{
	uint32_t granules = shadow.commons->capacity;

	for (uint32_t i = 0; i < shadow.classes; i++)
		granules += shadow.class[i].capacity * shadow.class[i].granules;
	return granules * GRANULE_BYTES - shadow_block_bytes();
}

/* ---- Blocks that the heap gave --------------------------------------------------------- */

const char *shadow_judge_pointer(uintptr_t offset)
{
	if (offset >= SOAK_ARENA)
		return "outside-the-arena";
	return offset / GRANULE_BYTES < shadow.class[0].start ? "in-the-metadata"
							      : "misaligned-block";
}

const char *shadow_stay(struct place from, uint32_t size, struct place *place)
{
	*place = shadow_place(from.granule, size);
	place_tag_set(place, place_tag(&from));
	if (place->granules < shadow_granules(size))
		return "grown-beyond-its-block";
	if (place->granule + place->granules > shadow.end)
		return "beyond-the-arena";
	if (!gaps_fill(place->granule, place->granules))
		return "overlap";
	if (TARN_TAGS > 0 && place->granules > from.granules &&
	    budget_exceeded(place_tag(place), place->granules * GRANULE_BYTES))
		return "over-budget";
	shadow_enter(*place, size);
	return NULL;
}

/* Can a block become `grown` bytes where it is? */
static bool can_stay(struct place from, uint32_t grown)
{
	uint32_t granules = shadow_granules(grown);

	if (granules <= from.granules)
		return true;
	return from.class == shadow.commons && from.granule + granules <= shadow.end &&
	       gaps_open(from.granule + from.granules, granules - from.granules);
}

/* At level 3 the right neighbour may wait in the quarantine. */
const char *shadow_move(struct place from, uint32_t grown)
{
	if (TARN_HARDEN >= 3 && shadow_granules(grown) > from.granules)
		return NULL;
	return can_stay(from, grown) ? "moved-without-need" : NULL;
}

/* ---- Blocks that the heap refused ------------------------------------------------------ */

uint32_t shadow_longest(void)
{
	shadow.longest_bound = gaps_longest(shadow.commons->start);
	return shadow.longest_bound;
}

bool shadow_taken(uint32_t granule)
{
	return gaps_filled(granule);
}

/* The cheap answers first: a heap driven to exhaustion refuses much. */
static bool commons_fit(uint32_t granules, uint32_t align)
{
	if (granules > shadow.commons->capacity - shadow.commons->live ||
	    granules > shadow.longest_bound)
		return false;
	if (granules > shadow_longest())
		return false;
	return align <= TARN_ALIGN ||
	       gaps_have(shadow.commons->start, granules, align / GRANULE_BYTES);
}

/* The granules of the nearest larger class that has more than one free block; with TARN_TO_LAST, at
 * least one. 0: there is none. */
static uint32_t larger_fit(struct shadow_class *class, uint32_t align)
{
	uint32_t keep = class->overflow & TARN_TO_LAST ? 0 : 1;

	if (!(class->overflow & SHADOW_UPWARDS))
		return 0;
	while ((class = shadow_aligned(class + 1, align)) < shadow.commons) {
		if (class->capacity - class->live > keep)
			return class->granules;
	}
	return 0;
}

bool shadow_fits(uint32_t size, uint32_t align)
{
	uint32_t granules = shadow_granules(size);
	struct shadow_class *class = shadow_aligned(shadow_class_of(granules), align);

	if (class == shadow.commons)
		return commons_fit(granules, align);
	return class->live < class->capacity ||
	       (class->overflow & TARN_TO_COMMONS && commons_fit(granules, align)) ||
	       larger_fit(class, align) != 0;
}

void shadow_count_refusal(uint32_t size)
{
	shadow_class_of(shadow_granules(size))->refused++;
}

/* The granules of the block that Tarn finds for a request that fits. At level 3 it may find another
 * one while blocks wait in the quarantine: then this is the largest that it may find. */
static uint32_t found_granules(uint32_t size, uint32_t align)
{
	uint32_t granules = shadow_granules(size);
	struct shadow_class *class = shadow_aligned(shadow_class_of(granules), align);

	if (class == shadow.commons)
		return granules;
	if (TARN_HARDEN >= 3)
		return class->overflow & SHADOW_UPWARDS ? shadow.commons[-1].granules
							: class->granules;
	if (class->live < class->capacity)
		return class->granules;
	return class->overflow & TARN_TO_COMMONS && commons_fit(granules, align)
		       ? granules
		       : larger_fit(class, align);
}

/* Judged by the block that Tarn finds for it. */
bool shadow_too_dear(uint32_t size, uint32_t align, uint32_t tag)
{
	return TARN_TAGS > 0 && budget_exceeded(tag, found_granules(size, align) * GRANULE_BYTES);
}

const char *shadow_refuse(uint32_t size, uint32_t align, uint32_t tag)
{
	if (!shadow_fits(size, align)) {
		shadow_count_refusal(size);
		return NULL;
	}
	if (!shadow_too_dear(size, align, tag))
		return "false-null";
	if (TARN_TAGS > 0)
		budget_refuse(tag);
	return NULL;
}

/* Must a block become `grown` bytes where it is? At level 3 its neighbour may wait in the
 * quarantine. Tarn does not give that back for a request that exceeds the limit. */
static bool must_stay(struct place from, uint32_t grown)
{
	uint32_t granules = shadow_granules(grown);
	uint32_t tag = place_tag(&from);

	if (!can_stay(from, grown))
		return false;
	if (TARN_TAGS == 0 || granules <= from.granules)
		return true;
	return TARN_TAGS > 0 && !budget_exceeded(tag, (granules - from.granules) * GRANULE_BYTES) &&
	       !(TARN_HARDEN >= 3 && shadow_too_dear(grown, TARN_ALIGN, tag));
}

const char *shadow_refuse_resize(struct place from, uint32_t grown)
{
	if (must_stay(from, grown))
		return "false-null";
	return shadow_refuse(grown, TARN_ALIGN, place_tag(&from));
}
