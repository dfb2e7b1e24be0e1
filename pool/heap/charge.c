/* SPDX-License-Identifier: MIT
 * What each tag holds, and its limits: the functions of tag.h. */
#include "tag.h"
#include "block.h"

#if TARN_TAGS > 0

uint32_t TARN_STATE_ tarn_tags_here[TARN_PORT_TAG_WORDS];

void tag_set(struct tarn_heap *heap, uint32_t tag, uint32_t live, uint32_t blocks)
{
	struct tarn_tag_marks *marks = &heap->tag_marks[tag];

	if (live > marks->peak)
		marks->peak = live;
	if (blocks > marks->peak_blocks)
		marks->peak_blocks = blocks;
	heap->tag_room[tag].bytes = (int32_t)(tag_line(marks) - live);
	heap->tag_room[tag].blocks = (int32_t)(marks->peak_blocks - blocks);
}

SLOW bool tag_raise(struct tarn_heap *heap, uint32_t tag, uint32_t bytes, uint32_t blocks)
{
	uint32_t live = tag_live(heap, tag) + bytes;

	if (live > heap->tag_marks[tag].limit)
		return false;
	tag_set(heap, tag, live, tag_blocks(heap, tag) + blocks);
	return true;
}

enum tarn_fault_kind tag_fault(struct tarn_heap *heap, uint32_t offset)
{
	tarn_port_key key = tarn_port_lock();
	uint32_t bytes = block_at(heap, offset);
	uint32_t over = bytes ? tag_raw(heap, offset, bytes) - TAG_PINNED : UINT32_MAX;

	tarn_port_unlock(key);
	return over <= TARN_TAGS ? TARN_FAULT_OVERLAP : TARN_FAULT_OVERRUN;
}

void tag_pin(struct tarn_heap *heap, const void *block, bool pinned)
{
	uint32_t offset = offset_of(heap, block);
	tarn_port_key key = tarn_port_lock();
	uint32_t bytes = block_at(heap, offset);

	if (bytes)
		*tag_word(heap, offset, bytes) =
			rotate_right(tag_read(heap, offset, bytes) + (pinned ? TAG_PINNED : 0),
				     (32 - TAG_SHIFT) & 31) ^
			offset;
	tarn_port_unlock(key);
}

SLOW void tag_revive(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	uint32_t tag = tag_read(heap, offset, bytes);

	if (tag <= TARN_TAGS)
		tag_set(heap, tag, tag_live(heap, tag) + bytes, tag_blocks(heap, tag) + 1);
}

void tag_refused(struct tarn_heap *heap)
{
	tarn_port_key key = tarn_port_lock();
	uint32_t *refused = &heap->tag_marks[tag_here()].refused;

	if (*refused != UINT32_MAX)
		++*refused;
	tarn_port_unlock(key);
}

uint32_t tag_left(struct tarn_heap *heap)
{
	tarn_port_key key = tarn_port_lock();
	uint32_t limit = heap->tag_marks[tag_here()].limit;
	uint32_t live = tag_live(heap, tag_here());

	tarn_port_unlock(key);
	return limit > live ? limit - live : 0;
}

void tags_begin(struct tarn_heap *heap)
{
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++)
		heap->tag_marks[tag].limit = TARN_NO_LIMIT;
}

void tags_peak_reset(struct tarn_heap *heap)
{
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		tarn_port_key key = tarn_port_lock();
		uint32_t live = tag_live(heap, tag);
		uint32_t blocks = tag_blocks(heap, tag);

		heap->tag_marks[tag].peak = 0;
		heap->tag_marks[tag].peak_blocks = 0;
		tag_set(heap, tag, live, blocks);
		tarn_port_unlock(key);
	}
}

#endif
