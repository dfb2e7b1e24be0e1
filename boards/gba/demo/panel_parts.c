/* SPDX-License-Identifier: MIT
 * An arena holds, from its start to its end: the heap's records, the pools in the table's order,
 * the commons (pool/internals.md). */
#include "panel_parts.h"

extern unsigned char __tarn_arena_end[];

uint8_t parts_of_dot[DOTS];

uint32_t parts_of(const void *block)
{
	return parts_of_dot[parts_dot(block)];
}

static void give(uint32_t part, const unsigned char *start, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i += 8)
		parts_of_dot[parts_dot(start + i)] = (uint8_t)part;
}

void parts_level(void)
{
	struct tarn_heap_stats stats;
	struct tarn_class_stats class;
	const unsigned char *at;

	tarn_heap_stats(&level_heap, &stats);
	at = __tarn_arena_end - stats.commons - stats.pools;
	give(PART_RECORDS, __tarn_arena_start, (uint32_t)(at - __tarn_arena_start));
	for (uint32_t i = 0; i < stats.classes; i++) {
		tarn_class_stats(&level_heap, i, &class);
		give(PART_CLASS + i, at, class.size * class.capacity);
		at += class.size * class.capacity;
	}
	give(PART_COMMONS, at, stats.commons);
}
