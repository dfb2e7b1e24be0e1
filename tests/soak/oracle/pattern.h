/* SPDX-License-Identifier: MIT
 * The contents of live blocks: words that depend on the block's identity and on their place. So
 * they show a block that was moved, shifted, cut or exchanged. Bytes after the last whole word hold
 * the first bytes of the next word, in the machine's order. */
#ifndef SOAK_PATTERN_H
#define SOAK_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#define PATTERN_WHOLE UINT32_MAX
#define PATTERN_STEP  0x85ebca6bu

/* Writes bytes from (rounded down to a word) .. size - 1. */
static inline void pattern_fill(void *block, uint32_t identity, uint32_t from, uint32_t size)
{
	uint32_t *word = block;
	uint32_t i = from / 4;
	uint32_t next = identity + i * PATTERN_STEP;

	for (; i < size / 4; i++, next += PATTERN_STEP)
		word[i] = next;
	for (i *= 4; i < size; i++)
		((uint8_t *)block)[i] = ((const uint8_t *)&next)[i & 3];
}

/* Returns PATTERN_WHOLE, or the offset of the first wrong word. */
static inline uint32_t pattern_verify(const void *block, uint32_t identity, uint32_t size)
{
	const uint32_t *word = block;
	uint32_t next = identity;
	uint32_t i = 0;

	for (; i < size / 4; i++, next += PATTERN_STEP) {
		if (word[i] != next)
			return 4 * i;
	}
	for (i *= 4; i < size; i++) {
		if (((const uint8_t *)block)[i] != ((const uint8_t *)&next)[i & 3])
			return i & ~3u;
	}
	return PATTERN_WHOLE;
}

/* Are all bytes 0? */
static inline bool pattern_zero(const void *block, uint32_t size)
{
	const uint8_t *byte = block;
	uint32_t i = 0;

	while (i < size && byte[i] == 0)
		i++;
	return i == size;
}

#endif
