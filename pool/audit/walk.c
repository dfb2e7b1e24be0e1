/* SPDX-License-Identifier: MIT
 * The walker: live blocks in address order, from nothing but the offset it stands at. */
#include "heap/block.h"

#define SLICE 8 /* blocks or words passed over in one lock window */

struct cursor {
	uint32_t index;  /* pool, or `classes` for the commons */
	uint32_t offset; /* the next place where a block may start */
};

static void cursor_set(const struct tarn_heap *heap, struct cursor *cursor,
		       const struct tarn_block *block)
{
	cursor->index = 0;
	cursor->offset = pool_of(heap, 0)->start;
	/* cppcheck-suppress ctuuninitvar ; the one field that a walk starts from is set */
	if (block->pointer) {
		cursor->index = block->class_index;
		cursor->offset = offset_of(heap, block->pointer) + GRANULE;
		if (cursor->index < classes_of(heap))
			cursor->offset += heap->size_class[cursor->index].size - GRANULE;
	} else if (classes_of(heap) == 0) {
		cursor->offset = commons_first(heap);
	}
}

enum step { BLOCK, NOTHING, END };

/* Pass over one block of a pool. */
static enum step pool_step(const struct tarn_heap *heap, struct cursor *cursor, uint32_t *found)
{
	uint32_t offset = cursor->offset;

	if (offset >= pool_fresh(pool_of(heap, cursor->index))) {
		cursor->index++;
		cursor->offset = pool_of(heap, cursor->index)->start;
		if (cursor->index == classes_of(heap))
			cursor->offset += GRANULE;
		return NOTHING;
	}
	cursor->offset += heap->size_class[cursor->index].size;
	*found = offset;
	return pair_at(heap, offset)->live & bit_of(offset) ? BLOCK : NOTHING;
}

/* Pass over one run of the commons, or one word without a start. */
static enum step commons_step(const struct tarn_heap *heap, struct cursor *cursor, uint32_t *found)
{
	uint32_t offset = cursor->offset;
	uint32_t starts;

	if (offset >= heap_end(heap))
		return END;
	starts = pair_at(heap, offset)->start & UINT32_MAX >> index_of(offset);
	if (starts == 0) {
		cursor->offset = (offset | (WORD_BYTES - 1)) + 1;
		return NOTHING;
	}
	offset = (offset & ~(WORD_BYTES - 1)) + (leading_zeros(starts) << GRANULE_SHIFT);
	if (offset >= heap_end(heap))
		return END;
	cursor->offset = offset + GRANULE;
	*found = offset;
	return pair_at(heap, offset)->live & bit_of(offset) ? BLOCK : NOTHING;
}

/* Describe a live block; false iff it is one that was freed and waits. */
static bool describe(const struct tarn_heap *heap, uint32_t index, uint32_t offset,
		     struct tarn_block *block)
{
	block->pointer = at(heap, offset);
	block->class_index = index;
	block->bytes = index < classes_of(heap) ? heap->size_class[index].size
						: run_length(heap, offset) << GRANULE_SHIFT;
	block->requested = block->bytes;
	block->owner = 0;
	block->sequence = 0;
#if TARN_HARDEN >= 2
	uint32_t size;
	enum guard_state state = guard_state(block->pointer, block->bytes, offset, &size);

	if (state == GUARD_FREED)
		return false;
	if (state == GUARD_LIVE)
		block->requested = size;
#endif
#if TARN_HARDEN >= 3
	const struct record *record = guard_record(block->pointer, block->bytes);

	block->owner = record->owner;
	block->sequence = record->sequence;
#endif
	return true;
}

static enum step step(const struct tarn_heap *heap, struct cursor *cursor, struct tarn_block *block)
{
	uint32_t index = cursor->index;
	uint32_t offset = 0;
	enum step found;

	if (TARN_POOLS && index < classes_of(heap))
		found = pool_step(heap, cursor, &offset);
	else
		found = commons_step(heap, cursor, &offset);
	if (found == BLOCK && !describe(heap, index, offset, block))
		return NOTHING;
	return found;
}

bool tarn_walk(struct tarn_heap *heap, struct tarn_block *block)
{
	struct cursor cursor;
	enum step found = NOTHING;

	if (!heap_ready(heap))
		return false;
	cursor_set(heap, &cursor, block);
	while (found == NOTHING) {
		tarn_port_key key = tarn_port_lock();

		for (uint32_t passed = 0; found == NOTHING && passed < SLICE; passed++)
			found = step(heap, &cursor, block);
		tarn_port_unlock(key);
	}
	return found == BLOCK;
}
