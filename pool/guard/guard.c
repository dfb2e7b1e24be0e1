/* SPDX-License-Identifier: MIT
 * Fills and slack: the parts of a guarded block that are as long as the block is. */
#include "guard.h"

#if TARN_HARDEN >= 2

void guard_fill(void *from, uint32_t bytes, uint32_t word)
{
	raw32 *to = from;
	raw32 *end = guard_byte(from, bytes);

	for (; end - to >= 4; to += 4) {
		to[0] = word;
		to[1] = word;
		to[2] = word;
		to[3] = word;
	}
	while (to < end)
		*to++ = word;
}

/* Were all words FILL_FREE? Sets them to FILL_NEW. */
static bool refill(void *from, void *to)
{
	raw32 *word = from;
	raw32 *end = to;
	uint32_t other = 0;

	for (; end - word >= 4; word += 4) {
		other |= (word[0] ^ FILL_FREE) | (word[1] ^ FILL_FREE) | (word[2] ^ FILL_FREE) |
			 (word[3] ^ FILL_FREE);
		word[0] = FILL_NEW;
		word[1] = FILL_NEW;
		word[2] = FILL_NEW;
		word[3] = FILL_NEW;
	}
	for (; word < end; word++) {
		other |= *word ^ FILL_FREE;
		*word = FILL_NEW;
	}
	return other == 0;
}

/* Slack begins at any byte and ends at the record: it is set by bytes up to a word, then by
 * words. */
static void slack_fill(void *block, uint32_t bytes, uint32_t size)
{
	uint8_t *byte = block;

	for (; size & 3 && size < bytes - TARN_RECORD; size++)
		byte[size] = FILL_SLACK;
	for (; size < bytes - TARN_RECORD; size += sizeof(uint32_t))
		*(raw32 *)guard_byte(block, size) = SLACK_WORD;
}

bool guard_slack_whole(void *block, uint32_t bytes, uint32_t size)
{
	const uint8_t *byte = block;
	uint32_t other = 0;

	for (; size & 3 && size < bytes - TARN_RECORD; size++)
		other |= byte[size] ^ FILL_SLACK;
	for (; size < bytes - TARN_RECORD; size += sizeof(uint32_t))
		other |= *(const raw32 *)guard_byte(block, size) ^ SLACK_WORD;
	return other == 0;
}

bool guard_reopen(void *block, uint32_t bytes)
{
	const uint32_t links = 2 * sizeof(uint32_t);
	raw32 *word = block;
	uint32_t used = word[0] & ~UINT32_C(3); /* a stray write may have left any number */
	bool whole;

	if (used > bytes)
		used = bytes;
	if (used < links)
		used = links;
	word[0] = FILL_NEW;
	word[1] = FILL_NEW;
	whole = refill(word + 2, guard_byte(block, used));
	guard_fill(guard_byte(block, used), bytes - used, FILL_NEW);
	return whole;
}

bool guard_open(void *block, uint32_t bytes, uint32_t size)
{
	bool whole = guard_reopen(block, bytes);

	slack_fill(block, bytes, size);
	return whole;
}

bool guard_close(void *block, uint32_t bytes, uint32_t salt, uint32_t size)
{
	if (!guard_slack_whole(block, bytes, size)) {
		guard_record(block, bytes)->size = size ^ KEY_LIVE ^ salt;
		return false;
	}
	guard_fill(block, bytes - TARN_RECORD, FILL_FREE);
	return true;
}

void guard_resize(void *block, uint32_t old_size, uint32_t bytes, uint32_t salt, uint32_t size,
		  const struct record *record)
{
	uint8_t *byte = block;

	/* The bytes that become payload: by bytes up to a word, then by words. */
	for (; old_size < size && old_size & 3; old_size++)
		byte[old_size] = fill_byte(FILL_NEW, old_size);
	if (old_size < size)
		guard_fill(byte + old_size, (size & ~UINT32_C(3)) - old_size, FILL_NEW);
	slack_fill(block, bytes, size);
	record_copy(guard_record(block, bytes), record);
	record_close(guard_record(block, bytes), size, salt);
}

#endif
