/* SPDX-License-Identifier: MIT
 * The walker: live blocks in address order. It keeps only the offset where it stands. */
#include "../heap/cursor.h"
#include "live.h"

/* Describes a block whose L bit is set. False iff it was freed and waits. */
static bool describe(const struct tarn_heap *heap, const struct pool *pool, uint32_t offset,
		     struct tarn_block *block)
{
	block->pointer = at(heap, offset);
	block->class_index = class_of(heap, pool);
	block->bytes = live_bytes(heap, pool, offset);
	return live_read(heap, offset, block->bytes, block) != LIVE_WAITING;
}

static enum step step(const struct tarn_heap *heap, struct cursor *cursor, struct tarn_block *block)
{
	uint32_t offset = 0;
	struct pool *pool;
	enum step found = cursor_step(heap, cursor, &pool, &offset);

	if (found == BLOCK && !describe(heap, pool, offset, block))
		return NOTHING;
	return found;
}

bool tarn_walk(struct tarn_heap *heap, struct tarn_block *block)
{
	struct cursor cursor;
	enum step found = NOTHING;

	if (!heap_ready(heap) || !block)
		return false;
	/* cppcheck-suppress ctuuninitvar ; the one field that a walk starts from is set */
	if (block->pointer)
		cursor_after(heap, &cursor, offset_of(heap, block->pointer));
	else
		cursor_first(heap, &cursor);
	while (found == NOTHING) {
		tarn_port_key key = tarn_port_lock();

		for (uint32_t passed = 0; found == NOTHING && passed < CURSOR_SLICE; passed++)
			found = step(heap, &cursor, block);
		tarn_port_unlock(key);
	}
	return found == BLOCK;
}
