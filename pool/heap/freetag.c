/* SPDX-License-Identifier: MIT
 * tarn_free_tag: frees all blocks of a tag. */
#include "cursor.h"
#include "record.h"
#include "tag.h"

/* ---- All blocks of a tag ------------------------------------------------------------------ */

#if TARN_TAGS > 0

struct found {
	struct pool *pool;
	uint32_t offset;
	uint32_t bytes;
	uint32_t tag; /* above TARN_TAGS: the word was written to */
	bool loose;
};

/* From level 2 on: is a call in the middle of allocating or freeing the block? Level 3 cannot tell
 * a block that is being freed from one that waits in the quarantine. */
static bool half_open(const struct tarn_heap *heap, const struct found *found)
{
#if TARN_HARDEN >= 2
	void *block = at(heap, found->offset);
	uint32_t size;

	return guard_unwritten(block, found->bytes) ||
	       (TARN_HARDEN == 2 &&
		guard_state(block, found->bytes, found->offset, &size) == GUARD_FREED);
#else
	(void)heap, (void)found;
	return false;
#endif
}

/* Steps to the next place, in the window that the caller opened. BLOCK: a block that belongs to its
 * owner. Adds to *left each block that a call is allocating or freeing now. */
static enum step owned_step(const struct tarn_heap *heap, struct cursor *cursor,
			    struct found *found, uint32_t *left)
{
	enum step step = cursor_step(heap, cursor, &found->pool, &found->offset);

	if (step != BLOCK)
		return step;
	found->bytes = block_size(heap, found->offset, found->pool);
	if (!block_ready(heap, found->offset, found->bytes)) {
		*left += half_open(heap, found);
		return NOTHING;
	}
	found->tag = tag_read(heap, found->offset, found->bytes);
	found->loose = tag_loose(heap, found->offset, found->bytes);
	return BLOCK;
}

/* Passes over some blocks, and frees one that is the tag's. END: none is left. */
static enum step tagged_step(struct tarn_heap *heap, struct cursor *cursor, uint32_t tag,
			     struct tarn_tag_freed *freed, void *caller)
{
	struct found found;
	enum step step = NOTHING;
	tarn_port_key key = tarn_port_lock();

	for (uint32_t passed = 0; step != END && passed < CURSOR_SLICE; passed++) {
		step = owned_step(heap, cursor, &found, &freed->left);
		if (step != BLOCK || (found.tag != tag && found.tag <= TARN_TAGS))
			continue;
		if (!found.loose)
			break;
		if (record_free(heap, (struct block){.offset = found.offset, .pool = found.pool},
				key, caller)) {
			freed->blocks++;
			freed->bytes += found.bytes;
		} else {
			freed->left++;
		}
		return BLOCK;
	}
	tarn_port_unlock(key);
	if (step != BLOCK || (found.tag != tag && found.tag <= TARN_TAGS))
		return step;
	freed->left++;
	fault_raise(heap, tag_fault(heap, found.offset), at(heap, found.offset), caller);
	return step;
}

#endif

struct tarn_tag_freed tarn_free_tag(struct tarn_heap *heap, uint32_t tag)
{
	struct tarn_tag_freed freed;

	freed.blocks = 0;
	freed.bytes = 0;
	freed.left = 0;
	if (!heap_ready(heap) || !tag_known(heap, tag, CALLER))
		return freed;
#if TARN_TAGS > 0
	struct cursor cursor;

	cursor_first(heap, &cursor);
	while (tagged_step(heap, &cursor, tag, &freed, CALLER) != END)
		;
#endif
	return freed;
}
