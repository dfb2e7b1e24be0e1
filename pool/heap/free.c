/* SPDX-License-Identifier: MIT
 * tarn_free: decides in O(1) whether the pointer is a live block's start, and gives the block
 * back. */
#include "cursor.h"
#include "give.h"
#include "quarantine.h"

#if TARN_HARDEN >= 2

/* Frees a block in two windows. The first one stamps its record as freed. The fill lies between
 * them, outside the lock: the stamp keeps everybody else from freeing the block again. The second
 * window gives the block to the quarantine, or makes it reusable. Returns whether it was freed. */
static bool block_retire(struct tarn_heap *heap, uint32_t offset, uint32_t index, tarn_port_key key,
			 void *caller)
{
	uint32_t bytes = block_size(heap, offset, index);
	uint32_t size;
	uint32_t damaged;
	bool loose = tag_loose(heap, offset, bytes);
	enum guard_state state =
		loose ? guard_stamp(at(heap, offset), bytes, offset, &size) : GUARD_DAMAGED;

	tarn_port_unlock(key);
	if (unlikely(state == GUARD_FREED)) {
		free_fault(heap, at(heap, offset), REFUSED, caller);
		return false;
	}
	if (unlikely(state == GUARD_DAMAGED ||
		     !guard_close(at(heap, offset), bytes, offset, size))) {
		fault_raise(heap, tag_fault(heap, offset), at(heap, offset), caller);
		return false;
	}
	key = tarn_port_lock();
	tag_release(heap, offset, bytes);
	damaged = TARN_HARDEN >= 3 ? quarantine_put(heap, offset, index, bytes)
				   : block_give(heap, offset, index, bytes);
	count_free(heap, index, size);
	TELL(tarn_event_free(heap, at(heap, offset), size));
	tarn_port_unlock(key);
	if (unlikely(damaged))
		free_fault(heap, NULL, damaged, caller);
	return true;
}

#endif

static APART void commons_free(struct tarn_heap *heap, void *block, uint32_t offset, void *caller)
{
	struct pair *pair = pair_at(heap, offset);
	uint32_t damaged = REFUSED;
	tarn_port_key key = tarn_port_lock();

	/* The sentinel before the first run looks live. */
	if (likely(granule_of(offset) < heap->end) && likely(granule_of(offset) != heap->pools)) {
		uint32_t live;
		uint32_t start;

		FORGET(pair);
		live = pair->live;
		start = pair->start;
		TOGETHER(live, start);
		if (likely(sign_of(live & start, offset) < 0)) {
#if TARN_HARDEN >= 2
			block_retire(heap, offset, classes_of(heap), key, CALLER_IF_NULL(caller));
			return;
#endif
			damaged = give(heap, offset, pair, live, start, true);
		}
	}
	tarn_port_unlock(key);
	if (UINTPTR_MAX == UINT32_MAX) /* an offset names any pointer: no need to keep `block` */
		block = at(heap, offset);
	if (unlikely(damaged))
		free_fault(heap, block, damaged, TAIL_PASS(caller));
}

void tarn_free(struct tarn_heap *heap, void *block)
{
	uintptr_t base = heap->base;
	uint32_t pools = heap->pools;
	uint32_t offset;

	TOGETHER(base, pools);
	offset = offset_from(base, block);
	if (!TARN_POOLS) {
		commons_free(heap, block, offset, TAIL_CALLER);
		return;
	}
	if (likely(TARN_POOLS && granule_of(offset) < pools)) {
		uintptr_t planes = heap->planes;
		struct pair *pair = (struct pair *)planes + (offset >> WORD_SHIFT);
		tarn_port_key key = tarn_port_lock();
		uint32_t bit = bit_of(offset);
		uint32_t live;
		uint32_t index;

		FORGET(pair);
		live = pair->live;
		index = pair->start;
		if (likely(live & bit)) {
			struct pool *pool = (struct pool *)planes - index;

			if (unlikely(index & TWO_POOLS))
				pool = pool_holding(heap, offset, index);
#if TARN_HARDEN >= 2
			block_retire(heap, offset, pool_index(heap, pool), key, CALLER);
			return;
#endif
			if (unlikely(!tag_release(heap, offset, pool_bytes(heap, pool)))) {
				tarn_port_unlock(key);
				free_fault(heap, block, offset | OVERRAN, TAIL_CALLER);
				return;
			}
			pair->live = live & ~bit;
			pool_push(heap, pool, offset, block);
			count_free(heap, pool_index(heap, pool), 0);
			TELL(tarn_event_free(heap, block, pool_bytes(heap, pool) - TARN_RECORD));
			tarn_port_unlock(key);
			return;
		}
		tarn_port_unlock(key);
	} else if (TARN_COMMONS) {
		commons_free(heap, block, offset, TAIL_CALLER);
		return;
	}
	free_fault(heap, block, REFUSED, TAIL_CALLER);
}

/* ---- All blocks of a tag ------------------------------------------------------------------ */

#if TARN_TAGS > 0

/* Frees a live block of the tag, of `bytes`, and ends the window that the caller opened. Returns
 * whether it was freed. */
static bool tagged_free(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t bytes,
			tarn_port_key key, void *caller)
{
#if TARN_HARDEN >= 2
	(void)bytes;
	return block_retire(heap, offset, index, key, caller);
#else
	uint32_t damaged = 0;

	tag_release(heap, offset, bytes);
	TELL(tarn_event_free(heap, at(heap, offset), bytes - TARN_RECORD));
	if (in_pool(heap, index)) {
		live_flip(heap, offset);
		pool_push(heap, pool_of(heap, index), offset, at(heap, offset));
	} else {
		damaged = commons_give(heap, offset);
	}
	count_free(heap, index, 0);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		free_fault(heap, NULL, damaged, caller);
	return true;
#endif
}

struct found {
	uint32_t index;
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
	enum step step = cursor_step(heap, cursor, &found->index, &found->offset);

	if (step != BLOCK)
		return step;
	found->bytes = block_size(heap, found->offset, found->index);
	if (!block_ready(heap, found->offset, found->bytes)) {
		*left += half_open(heap, found);
		return NOTHING;
	}
	/* Another core may have written the record just now, and wrote the tag before the size. So
	 * the size is read first. */
	__asm__ volatile("" ::: "memory");
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
		if (tagged_free(heap, found.offset, found.index, found.bytes, key, caller)) {
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
