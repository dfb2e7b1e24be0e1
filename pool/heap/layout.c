/* SPDX-License-Identifier: MIT
 * How an arena is divided (heap.h), and why a table does not fit one. */
#include "layout.h"

/* If the leading zeros of two numbers add up to at least 32, their product does not overflow. */
SLOW uint32_t layout_blocks(const struct tarn_class *class, uint32_t arena)
{
	uint32_t share = class->per_64k;
	uint32_t blocks;

	if (share > 8192)
		return UINT32_MAX;
	share = share * (arena >> 10) >> 6;
	blocks = class->blocks + share;
	if (blocks < share || leading_zeros(blocks | 1) + leading_zeros(class->size) < 32)
		return UINT32_MAX;
	return blocks;
}

/* Checks the classes and sums up their pools; UINT32_MAX stands for any larger sum. */
static inline enum tarn_status pools_sum(struct layout *layout, const struct tarn_class *class,
					 uint32_t classes, uint32_t arena)
{
	uint32_t below = 0;
	uint32_t bits = classes * (uint32_t)sizeof(uint32_t);
	uint32_t sum = 0;

	layout->count = 0;
	layout->trim = 0;
	layout->records = (classes + 1) * (uint32_t)(sizeof(struct tally) +
						     TARN_COUNT * sizeof(struct tarn_counters));
	for (; TARN_POOLS && classes; classes--, class ++) {
		/* tarn_init() saw to it. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
		uint32_t size = class->size;
		uint32_t blocks;

		layout->trim |= (uint32_t)(class->overflow >> ALIGN_SHIFT << 3) & ~(GRANULE - 1);
		if (size & (GRANULE - 1) || size - 1 >= TARN_ARENA_MAX)
			return TARN_CLASS_SIZE;
		if (size <= below)
			return TARN_CLASS_ORDER;
		if ((uint8_t)(class->overflow) > OVERFLOW_BITS)
			return TARN_CLASS_OVERFLOW;
		below = size;
		blocks = layout_blocks(class, arena);
		bits += ((blocks + 31) >> 5) * (uint32_t)sizeof(uint32_t);
		layout->count++;
		for (uint32_t left = blocks; left > POOL_BLOCKS && layout->count <= POOLS_MAX;
		     left -= POOL_BLOCKS)
			layout->count++;
		sum = blocks == UINT32_MAX || blocks * size > UINT32_MAX - sum
			      ? UINT32_MAX
			      : sum + blocks * size;
	}
	if (sum <= TARN_ARENA_MAX && layout->count > POOLS_MAX)
		return TARN_CLASS_COUNT;
	layout->records += (layout->count + 1) * (uint32_t)sizeof(struct pool);
	layout->pools = sum;
	layout->words = sum ? (sum >> WORD_SHIFT) + 1 : 0;
	layout->bits = align_up(bits, sizeof(struct pair));
	layout->names = align_up(layout->words, sizeof(struct pair));
	return TARN_OK;
}

SLOW enum tarn_status layout_solve(struct layout *layout, const struct tarn_class *class,
				   uint32_t classes, uint32_t arena)
{
	enum tarn_status status = pools_sum(layout, class, classes, arena);
	uint32_t fixed;
	uint32_t bins = 2;
	uint32_t commons = 0;
	uint32_t slack;

	if (status != TARN_OK)
		return status;
	fixed = layout->records + layout->pools + (TARN_POOLS ? layout->trim : 0);
	arena = layout->pools < TARN_ARENA_MAX && arena > fixed ? arena - fixed : 0;
	if (TARN_COMMONS)
		layout->bins = bins = bin_heads(arena >> GRANULE_SHIFT);
	layout->planes =
		(bins / 2 + 1) * (uint32_t)sizeof(struct pair) + layout->bits + layout->names;
	layout->commons = 0;
	if (layout->planes > arena)
		return TARN_ARENA_SMALL;
	arena -= layout->planes;
	/* The commons and their planes fill the room. Planes for no commons leave too much for the
	 * commons. Planes for that much leave too little; and so on. The fourth step is right or
	 * too small. */
	for (uint32_t i = 4; TARN_COMMONS && i; i--)
		commons = arena - (commons >> WORD_SHIFT) * (uint32_t)sizeof(struct pair);
	commons &= ~(GRANULE - 1);
	/* Offset 0 must lie in the arena, so that no damaged link leads out of it. So the metadata
	 * must be as long as the part of the first word below the pools. The commons give up what
	 * is missing. */
	slack = (layout->words << WORD_SHIFT) - layout->pools;
	arena += layout->planes + layout->records - commons;
	if (slack > arena)
		commons -= align_up(slack - arena, GRANULE);
	if ((int32_t)commons >= 2 * (int32_t)GRANULE) /* otherwise only the sentinel has room */
		layout->commons = commons;
	return TARN_OK;
}

/* The fewest bytes, from `arena` on, that a table fits. A table needs more in a larger arena, never
 * less. So no size is skipped that would do. */
static uint32_t needs(const struct tarn_table *table, uint32_t arena)
{
	struct layout layout;
	enum tarn_status status;

	while ((status = layout_solve(&layout, table->size_class, table->classes, arena)) ==
	       TARN_ARENA_SMALL) {
		if (layout.pools >= TARN_ARENA_MAX)
			return UINT32_MAX;
		arena = align_up(layout.records + layout.planes + layout.pools, GRANULE) +
			layout.trim;
	}
	return status == TARN_OK ? arena : UINT32_MAX;
}

/* The most bytes that an arena may have from `arena` on. */
static uint32_t most_from(uintptr_t arena)
{
	uintptr_t left = 0 - arena; /* NULL: 0 */

	if (left - 1 >= TARN_ARENA_MAX + GRANULE)
		return TARN_ARENA_MAX;
	return left > GRANULE ? (uint32_t)left - GRANULE : 0;
}

void tarn_explain(const void *arena, size_t bytes, const struct tarn_table *table,
		  enum tarn_status status, struct tarn_misfit *why)
{
	uint32_t size = arena_trim((uintptr_t)arena, bytes, NULL);
	uint32_t trimmed = (uint32_t)(0 - (uintptr_t)arena) & (GRANULE - 1); /* at its start */
	uint32_t index = 0;
	struct layout layout;

	why->class_index = table ? table->classes : 0;
	why->needs = 0;
	if (status != TARN_ARENA_SMALL && status != TARN_CLASS_SIZE && status != TARN_CLASS_ORDER &&
	    status != TARN_CLASS_OVERFLOW && status != TARN_CLASS_COUNT)
		return;
	/* A table that did not fit is one. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
	if (table->classes > TARN_CLASSES_MAX) /* nothing says that there are so many */
		return;
	while (table->size_class && index < table->classes &&
	       layout_solve(&layout, table->size_class, index + 1, size) != status)
		index++;
	why->class_index = index;
	if (status == TARN_ARENA_SMALL) {
		uint64_t all = (uint64_t)needs(table, size) + trimmed;

		why->needs = all > most_from((uintptr_t)arena) ? UINT32_MAX : (uint32_t)all;
	}
}
