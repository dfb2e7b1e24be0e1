/* SPDX-License-Identifier: MIT */
#include "tags.h"

bool tags_scene(void)
{
	return unit_make(&unit_heap, unit_arena(), 2048,
			 (const struct tarn_class[]){{BLOCK(8), 6, 0, ANY_COMMONS},
						     {BLOCK(24), 3, 0, TARN_TO_LARGER},
						     {BLOCK(48), 4, 0, TARN_REFUSE}},
			 TARN_POOLS ? 3 : 0);
}

struct tarn_tag_stats tag_told(uint32_t tag)
{
	struct tarn_tag_stats stats;

	tarn_tag_stats(&unit_heap, tag, &stats);
	return stats;
}

void tag_holds(uint32_t tag, uint32_t bytes, uint32_t count, const char *file, int line)
{
	struct tarn_tag_stats stats = tag_told(tag);

	unit_equal(stats.live, bytes, "live bytes of a tag", file, line);
	unit_equal(stats.blocks, count, "live blocks of a tag", file, line);
}

void tags_add_up(const char *file, int line)
{
	struct tarn_heap_stats heap;
	uint32_t used;
	uint32_t live = 0;

	tarn_heap_stats(&unit_heap, &heap);
	used = heap.commons - heap.commons_free;
	for (uint32_t i = 0; i < heap.classes; i++) {
		struct tarn_class_stats class;

		tarn_class_stats(&unit_heap, i, &class);
		used += class.live * class.size;
	}
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++)
		live += tag_told(tag).live;
	unit_equal(live, used, "bytes of all tags", file, line);
	unit_sound(&unit_heap, file, line);
}
