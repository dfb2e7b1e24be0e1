/* SPDX-License-Identifier: MIT
 * Tags in the core: the last word of a block, and what a tag is charged. Without TARN_TAGS no code
 * of it is left. All of it runs inside the caller's lock window, unless a comment says otherwise.
 *
 * The last word of a live block is its offset xor its tag. The tag lies in the byte with the
 * highest address, so after an overrun of up to three bytes the word decodes to no tag. Below level
 * 2 the word is the block's whole record. From level 2 on it is a field of the record (guard.h).
 *
 * For each tag the heap counts down. tag_room holds how many more bytes and blocks may be live
 * before the peak rises or the limit is met. Only then does a request need more than two
 * subtractions:
 *
 *     bytes  = min(peak, limit) - live bytes     (negative while the limit is below what is live)
 *     blocks = peak_blocks - live blocks
 *
 * A block is charged in the window that takes it. It is credited in the window in which it becomes
 * reusable, or begins to wait in the quarantine (I10). */
#ifndef TARN_TAG_CORE_H
#define TARN_TAG_CORE_H

#include "heap.h"
#include "tarn_tag.h"

/* A context's current tags share a word; the innermost has the low bits. */
#define TAG_BITS (TARN_TAGS > 15 ? 8 : 4)
#define TAG_MASK ((UINT32_C(1) << TAG_BITS) - 1)

/* tag.c: does this build have the tag? Raises a fault if not. Outside the lock. */
bool tag_known(struct tarn_heap *heap, uint32_t tag, void *caller);

#if TARN_TAGS > 0

/* Added to the tag of a block that an open typed pool or packed array owns. tarn_free finds it by
 * the comparison that finds an overrun, so it costs nothing. */
#define TAG_PINNED UINT32_C(0x0b10cd00)

#define TAG_SHIFT (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 0 : 24)

static ALWAYS uint32_t tag_here(void)
{
	uint32_t tag = *TARN_PORT_TAGS() & TAG_MASK;

	FORGET(tag); /* otherwise the compiler masks it again at each shift */
	return tag;
}

static ALWAYS raw32 *tag_word(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	return (raw32 *)at(heap, offset + bytes) - 1;
}

/* What a live block's word says: its tag, plus TAG_PINNED if it may not be freed. */
static ALWAYS uint32_t tag_raw(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	return rotate_right(*tag_word(heap, offset, bytes) ^ offset, TAG_SHIFT);
}

/* The tag of a live block of `bytes`. Above TARN_TAGS: its word was written to. */
static ALWAYS uint32_t tag_read(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	uint32_t tag = tag_raw(heap, offset, bytes);

	return tag - TAG_PINNED <= TARN_TAGS ? tag - TAG_PINNED : tag;
}

/* May the block be freed? */
static ALWAYS bool tag_loose(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	return tag_raw(heap, offset, bytes) <= TARN_TAGS;
}

/* tag.c: the fault for a live block that may not be freed. Outside the lock. */
enum tarn_fault_kind tag_fault(struct tarn_heap *heap, uint32_t offset);
/* tag.c: a live block may not be freed, or may be freed again. Outside the lock. */
void tag_pin(struct tarn_heap *heap, const void *block, bool pinned);

static ALWAYS void tag_mark(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes,
			    uint32_t tag)
{
	*tag_word(heap, offset, bytes) = tag << TAG_SHIFT ^ offset;
}

static ALWAYS void tag_write(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	tag_mark(heap, offset, bytes, tag_here());
}

/* The lesser of peak and limit. What a tag holds is this less what it may still take. */
static ALWAYS uint32_t tag_line(const struct tarn_tag_marks *marks)
{
	return marks->peak < marks->limit ? marks->peak : marks->limit;
}

static ALWAYS uint32_t tag_live(const struct tarn_heap *heap, uint32_t tag)
{
	return tag_line(&heap->tag_marks[tag]) - (uint32_t)heap->tag_room[tag].bytes;
}

static ALWAYS uint32_t tag_blocks(const struct tarn_heap *heap, uint32_t tag)
{
	return heap->tag_marks[tag].peak_blocks - (uint32_t)heap->tag_room[tag].blocks;
}

/* tag.c: tag_charge when a peak rises or the limit is met. False: the limit is met. */
bool tag_raise(struct tarn_heap *heap, uint32_t tag, uint32_t bytes, uint32_t blocks);

/* Charges the current tag. False, and nothing changed, iff that exceeds its limit. */
static ALWAYS bool tag_charge(struct tarn_heap *heap, uint32_t bytes, uint32_t blocks)
{
	uint32_t tag = tag_here();
	struct tarn_tag_room *room = &heap->tag_room[tag];
	int32_t left = room->bytes - (int32_t)bytes;
	int32_t left_blocks = room->blocks - (int32_t)blocks;

	if (unlikely((left | left_blocks) < 0))
		return tag_raise(heap, tag, bytes, blocks);
	room->bytes = left;
	room->blocks = left_blocks;
	return true;
}

/* Charges the current tag with a block that was taken at `offset`, and marks the block. False, and
 * nothing changed, iff two subtractions are not enough. */
static ALWAYS bool tag_quick(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	uint32_t tag = tag_here();
	struct tarn_tag_room *room = &heap->tag_room[tag];
	int32_t left = room->bytes;
	int32_t left_blocks = room->blocks;

	TOGETHER(left, left_blocks);
	left -= (int32_t)bytes;
	left_blocks--;
	if (unlikely((left | left_blocks) < 0))
		return false;
	room->bytes = left;
	room->blocks = left_blocks;
	if (TARN_HARDEN < 2)
		tag_mark(heap, offset, bytes, tag);
	return true;
}

static ALWAYS void tag_credit(struct tarn_heap *heap, uint32_t tag, uint32_t bytes, uint32_t blocks)
{
	struct tarn_tag_room *room = &heap->tag_room[tag];
	int32_t left = room->bytes;
	int32_t left_blocks = room->blocks;

	TOGETHER(left, left_blocks);
	room->bytes = left + (int32_t)bytes;
	room->blocks = left_blocks + (int32_t)blocks;
}

/* tag.c: a block that waited in the quarantine is live again, whatever the limit. */
void tag_revive(struct tarn_heap *heap, uint32_t offset, uint32_t bytes);

/* tag.c: counts a request that exceeds the current tag's limit. Outside the lock. */
void tag_refused(struct tarn_heap *heap);

/* The bytes that the current tag may still take. Outside the lock. */
uint32_t tag_left(struct tarn_heap *heap);

/* For tarn_init: no tag has a limit. The other starts every peak anew, outside the lock. */
void tags_begin(struct tarn_heap *heap);
void tags_peak_reset(struct tarn_heap *heap);

/* Credits the current tag: a block became shorter, or does not grow after all because its neighbour
 * is damaged. */
static ALWAYS void tag_undo(struct tarn_heap *heap, uint32_t bytes, uint32_t blocks)
{
	tag_credit(heap, tag_here(), bytes, blocks);
}

/* Makes a block the current tag's. From level 2 on block.c writes the record later. */
static ALWAYS void tag_taken(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	if (TARN_HARDEN < 2)
		tag_write(heap, offset, bytes);
}

/* Ends a block for its tag. False, and nothing changed, iff the block may not be freed. */
static ALWAYS bool tag_release(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	uint32_t tag = tag_raw(heap, offset, bytes);

	if (unlikely(tag > TARN_TAGS))
		return false;
	tag_credit(heap, tag, bytes, 1);
	return true;
}

/* Makes another tag the current one for a while, 0 included. Returns what tag_return needs. Outside
 * the lock. */
static ALWAYS uint32_t tag_borrow(uint32_t tag)
{
	uint32_t *tags = TARN_PORT_TAGS();
	uint32_t before = *tags;

	*tags = before << TAG_BITS | tag;
	return before;
}

static ALWAYS void tag_return(uint32_t before)
{
	*TARN_PORT_TAGS() = before;
}

#else

static ALWAYS uint32_t tag_raw(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
	return 0;
}

static ALWAYS uint32_t tag_read(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
	return 0;
}

static ALWAYS bool tag_loose(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
	return true;
}

static ALWAYS enum tarn_fault_kind tag_fault(struct tarn_heap *heap, uint32_t offset)
{
	(void)heap, (void)offset;
	return TARN_FAULT_OVERRUN;
}

static ALWAYS void tag_pin(struct tarn_heap *heap, const void *block, bool pinned)
{
	(void)heap, (void)block, (void)pinned;
}

static ALWAYS uint32_t tag_here(void)
{
	return 0;
}

static ALWAYS void tag_write(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
}

static ALWAYS bool tag_charge(struct tarn_heap *heap, uint32_t bytes, uint32_t blocks)
{
	(void)heap, (void)bytes, (void)blocks;
	return true;
}

static ALWAYS bool tag_quick(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
	return true;
}

static ALWAYS void tag_undo(struct tarn_heap *heap, uint32_t bytes, uint32_t blocks)
{
	(void)heap, (void)bytes, (void)blocks;
}

static ALWAYS void tag_revive(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
}

static ALWAYS void tag_refused(struct tarn_heap *heap)
{
	(void)heap;
}

static ALWAYS uint32_t tag_left(struct tarn_heap *heap)
{
	(void)heap;
	return UINT32_MAX;
}

static ALWAYS void tags_begin(struct tarn_heap *heap)
{
	(void)heap;
}

static ALWAYS void tags_peak_reset(struct tarn_heap *heap)
{
	(void)heap;
}

static ALWAYS void tag_taken(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
}

static ALWAYS bool tag_release(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	(void)heap, (void)offset, (void)bytes;
	return true;
}

static ALWAYS uint32_t tag_borrow(uint32_t tag)
{
	return tag;
}

static ALWAYS void tag_return(uint32_t before)
{
	(void)before;
}

#endif
#endif
