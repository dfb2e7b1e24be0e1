/* SPDX-License-Identifier: MIT */
#include "guard.h"

#if TARN_HARDEN >= 2

/* Were all words from `offset` to `end` FILL_FREE? They are FILL_NEW now. */
static bool refill(struct tarn_heap *heap, uint32_t offset, uint32_t end)
{
	raw32 *word = at(heap, offset);
	raw32 *behind = at(heap, end);
	uint32_t other = 0;

	for (; behind - word >= 4; word += 4) {
		other |= (word[0] ^ FILL_FREE) | (word[1] ^ FILL_FREE) | (word[2] ^ FILL_FREE) |
			 (word[3] ^ FILL_FREE);
		word[0] = FILL_NEW;
		word[1] = FILL_NEW;
		word[2] = FILL_NEW;
		word[3] = FILL_NEW;
	}
	for (; word < behind; word++) {
		other |= *word ^ FILL_FREE;
		*word = FILL_NEW;
	}
	return other == 0;
}

/* Slack begins at any byte, and ends before the record: by bytes up to a word, then by words. */
static void slack_fill(struct tarn_heap *heap, uint32_t offset, uint32_t bytes, uint32_t size)
{
	uint8_t *block = at(heap, offset);

	for (; size & 3 && size < bytes - TARN_RECORD; size++)
		block[size] = FILL_SLACK;
	for (; size < bytes - TARN_RECORD; size += sizeof(uint32_t))
		*(raw32 *)at(heap, offset + size) = SLACK_WORD;
}

bool guard_reopen(struct tarn_heap *heap, uint32_t offset, uint32_t end)
{
	uint32_t inner = offset + (uint32_t)sizeof(struct node);
	uint32_t used_to = node_at(heap, offset)->next;
	bool whole;

	/* Somebody may have written there: then it is any number. */
	used_to &= ~UINT32_C(3);
	if (used_to > end)
		used_to = end;
	if (used_to < inner)
		used_to = inner;
	node_at(heap, offset)->next = FILL_NEW;
	node_at(heap, offset)->prev = FILL_NEW;
	whole = refill(heap, inner, used_to);
	guard_fill(heap, used_to, end, FILL_NEW);
	return whole;
}

void guard_open(struct tarn_heap *heap, uint32_t offset, size_t asked, uint32_t served,
		void *caller)
{
	uint32_t bytes = in_pool(heap, served) ? heap->class[served].size : block_bytes(asked);
	uint32_t size = (uint32_t)asked;
	bool whole = guard_reopen(heap, offset, offset + bytes);
	struct record *record = guard_record(heap, offset, bytes);

	slack_fill(heap, offset, bytes, size);
#if TARN_HARDEN >= 3
	tarn_port_key key = tarn_port_lock();

	record->sequence = ++heap->sequence;
	record->owner = (uint32_t)(uintptr_t)caller;
	tarn_port_unlock(key);
#endif
	record->size = size ^ KEY_LIVE ^ offset;
	if (unlikely(!whole))
		fault_raise(heap, TARN_FAULT_USE_AFTER_FREE, at(heap, offset), caller);
}

void guard_resize(struct tarn_heap *heap, uint32_t offset, uint32_t old_size, uint32_t bytes,
		  size_t size, struct record *record)
{
	uint8_t *byte = at(heap, offset);

	/* What becomes payload: up to a word by bytes, then by words. */
	for (; old_size < size && old_size & 3; old_size++)
		byte[old_size] = (uint8_t)(FILL_NEW >> (old_size & 3) * 8);
	if (old_size < size)
		guard_fill(heap, offset + old_size, offset + ((uint32_t)size & ~UINT32_C(3)),
			   FILL_NEW);
	slack_fill(heap, offset, bytes, (uint32_t)size);
	record->size = (uint32_t)size ^ KEY_LIVE ^ offset;
	record_copy(guard_record(heap, offset, bytes), record);
}

#endif
