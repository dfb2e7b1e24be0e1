/* SPDX-License-Identifier: MIT
 * Tags: current ones, limits, what each holds. */
#include "tag.h"
#include "block.h"

bool tag_known(struct tarn_heap *heap, uint32_t tag, void *caller)
{
	if (TARN_TAGS > 0 && tag <= TARN_TAGS)
		return true;
	fault_raise(heap, TARN_FAULT_TAG, (const void *)(uintptr_t)tag, caller);
	return false;
}

#if TARN_TAGS > 0

uint32_t tarn_tags_here[TARN_PORT_TAG_WORDS];

/* ---- What a tag holds: inside the lock window ------------------------------------------- */

/* So much is live, whatever the marks were. */
static void tag_set(struct tarn_heap *heap, uint32_t tag, uint32_t live, uint32_t blocks)
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
	uint32_t index = 0;
	tarn_port_key key = tarn_port_lock();
	uint32_t bytes = block_at(heap, offset, &index);
	uint32_t over = bytes ? tag_raw(heap, offset, bytes) - TAG_PINNED : UINT32_MAX;

	tarn_port_unlock(key);
	return over <= TARN_TAGS ? TARN_FAULT_OVERLAP : TARN_FAULT_OVERRUN;
}

void tag_pin(struct tarn_heap *heap, const void *block, bool pinned)
{
	uint32_t offset = offset_of(heap, block);
	uint32_t index = 0;
	tarn_port_key key = tarn_port_lock();
	uint32_t bytes = block_at(heap, offset, &index);

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

/* ---- The current tag --------------------------------------------------------------------- */

bool tarn_tag_enter(uint32_t tag)
{
#if TARN_TAGS > 0
	uint32_t *tags = TARN_PORT_TAGS();

	if (likely(tag - 1 < TARN_TAGS) && likely(*tags >> (32 - TAG_BITS) == 0)) {
		*tags = *tags << TAG_BITS | tag;
		return true;
	}
#endif
	fault_raise(NULL, TARN_FAULT_TAG, (const void *)(uintptr_t)tag, CALLER);
	return false;
}

void tarn_tag_leave(uint32_t tag)
{
#if TARN_TAGS > 0
	uint32_t *tags = TARN_PORT_TAGS();

	if (likely(tag) && likely((*tags & TAG_MASK) == tag)) {
		*tags >>= TAG_BITS;
		return;
	}
#endif
	fault_raise(NULL, TARN_FAULT_TAG, (const void *)(uintptr_t)tag, CALLER);
}

uint32_t tarn_tag_now(void)
{
#if TARN_TAGS > 0
	return tag_here();
#else
	return TARN_UNTAGGED;
#endif
}

void tarn_tag_reset(void)
{
#if TARN_TAGS > 0
	*TARN_PORT_TAGS() = 0;
#endif
}

void *tarn_alloc_tagged(struct tarn_heap *heap, size_t size, uint32_t tag)
{
	uint32_t before;
	void *block;

	if (!tag_known(heap, tag, CALLER))
		return NULL;
	before = tag_borrow(tag);
	block = tarn_alloc_for(heap, size, CALLER);
	tag_return(before);
	return block;
}

uint32_t tarn_tag_of(struct tarn_heap *heap, const void *block)
{
	uint32_t offset = offset_of(heap, block);
	uint32_t tag = TARN_UNTAGGED;
	uint32_t usable = 0;
	bool damaged = false;
	uint32_t bytes = block ? block_look(heap, offset, &usable, &damaged) : 0;

	if (bytes && !damaged)
		tag = tag_read(heap, offset, bytes);
	else if (block)
		fault_raise(heap, damaged ? TARN_FAULT_OVERRUN : fault_kind(heap, block), block,
			    CALLER);
	return tag;
}

/* ---- Limits ------------------------------------------------------------------------------- */

void tarn_tag_limit(struct tarn_heap *heap, uint32_t tag, uint32_t bytes)
{
	if (!heap_ready(heap) || !tag_known(heap, tag, CALLER))
		return;
#if TARN_TAGS > 0
	tarn_port_key key = tarn_port_lock();
	uint32_t live = tag_live(heap, tag);
	uint32_t blocks = tag_blocks(heap, tag);

	heap->tag_marks[tag].limit = bytes;
	tag_set(heap, tag, live, blocks);
	tarn_port_unlock(key);
#else
	(void)bytes;
#endif
}

bool tarn_tag_budgets(struct tarn_heap *heap, const struct tarn_budget *budget, uint32_t tags)
{
	if (!heap_ready(heap) || !tag_known(heap, tags, CALLER))
		return false;
#if TARN_TAGS > 0
	uint32_t room = commons_of(heap) - pool_of(heap, 0)->start +
			(commons_granules(heap) << GRANULE_SHIFT);

	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		bool given = tag - 1 < tags;
		uint32_t limit = given ? budget[tag - 1].limit : heap->tag_marks[tag].limit;

		if (limit == TARN_NO_LIMIT)
			continue;
		if (limit > room)
			return false;
		room -= limit;
	}
	heap->budget = budget;
	heap->budgets = tags;
	for (uint32_t i = 0; i < tags; i++)
		tarn_tag_limit(heap, i + 1, budget[i].limit);
#else
	(void)budget;
#endif
	return true;
}

const char *tarn_tag_name(const struct tarn_heap *heap, uint32_t tag)
{
#if TARN_TAGS > 0
	if (tag - 1 < heap->budgets)
		return heap->budget[tag - 1].name;
#endif
	(void)heap, (void)tag;
	return "-";
}

void tarn_tag_stats(struct tarn_heap *heap, uint32_t tag, struct tarn_tag_stats *stats)
{
	/* Field by field: of an initialiser GCC makes a call to memset for Thumb-1. */
	stats->live = 0;
	stats->blocks = 0;
	stats->peak = 0;
	stats->peak_blocks = 0;
	stats->refused = 0;
	stats->limit = 0;
	if (!heap_ready(heap) || !tag_known(heap, tag, CALLER))
		return;
#if TARN_TAGS > 0
	const struct tarn_tag_marks *marks = &heap->tag_marks[tag];
	tarn_port_key key = tarn_port_lock();

	stats->live = tag_live(heap, tag);
	stats->blocks = tag_blocks(heap, tag);
	stats->peak = marks->peak;
	stats->peak_blocks = marks->peak_blocks;
	stats->refused = marks->refused;
	stats->limit = marks->limit;
	tarn_port_unlock(key);
#endif
}
