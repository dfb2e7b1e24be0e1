/* SPDX-License-Identifier: MIT
 * The contents of live blocks: words that depend on the block's identity and on their place. So
 * they show a block that was moved, shifted, cut or exchanged. Bytes after the last whole word hold
 * the first bytes of the next word, in the machine's order.
 *
 * A word costs two instructions to verify. Let a(0) be the identity and a(i + 1) = a(i) +
 * PATTERN_STEP. Word i is chosen so that
 *
 *     a(i + 1) = a(i) rotated right by 5, ^ word i
 *
 * holds. Whoever applies this to all n words, as read, from a(0) on, arrives at a(n). One wrong
 * word never does; several do only by chance, one in 2^32. */
#ifndef SOAK_PATTERN_H
#define SOAK_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#define PATTERN_WHOLE UINT32_MAX
#define PATTERN_STEP  0x9e3779b1u

static inline uint32_t pattern_rotated(uint32_t x)
{
	return x >> 5 | x << 27;
}

static inline uint32_t pattern_word(uint32_t x)
{
	return (x + PATTERN_STEP) ^ pattern_rotated(x);
}

/* The byte of a word that comes first in memory, and the word whose first byte is the next one. */
static inline uint8_t pattern_first(uint32_t word)
{
	return (uint8_t)(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? word >> 24 : word);
}

static inline uint32_t pattern_rest(uint32_t word)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? word << 8 : word >> 8;
}

/* Writes the word for x, and returns the next x. */
static inline uint32_t pattern_write(uint32_t *word, uint32_t x)
{
	uint32_t next = x + PATTERN_STEP;

	*word = next ^ pattern_rotated(x);
	return next;
}

/* Writes bytes from (rounded down to a word) .. size - 1. */
static inline void pattern_fill(void *block, uint32_t identity, uint32_t from, uint32_t size)
{
	uint32_t *word = (uint32_t *)block + from / 4;
	uint32_t *end = (uint32_t *)block + size / 4;
	uint8_t *byte = (uint8_t *)end;
	uint32_t x = identity + from / 4 * PATTERN_STEP;
	uint32_t left = size & 3;

	for (uint32_t fours = (uint32_t)(end - word) / 4; fours; fours--, word += 4) {
		x = pattern_write(word, x);
		x = pattern_write(word + 1, x);
		x = pattern_write(word + 2, x);
		x = pattern_write(word + 3, x);
	}
	while (word < end)
		x = pattern_write(word++, x);
	for (x = pattern_word(x); left; left--, x = pattern_rest(x))
		*byte++ = pattern_first(x);
}

/* The offset of the first wrong word, in a block that is known to be damaged. */
uint32_t pattern_difference(const void *block, uint32_t identity, uint32_t size);

/* Returns PATTERN_WHOLE, or the offset of the first wrong word. */
static inline uint32_t pattern_verify(const void *block, uint32_t identity, uint32_t size)
{
	const uint32_t *word = block;
	const uint32_t *end = word + size / 4;
	const uint8_t *byte = (const uint8_t *)end;
	uint32_t last = identity + size / 4 * PATTERN_STEP;
	uint32_t x = identity;
	uint32_t differs;

	for (uint32_t fours = size / 16; fours; fours--, word += 4) {
		x = pattern_rotated(x) ^ word[0];
		x = pattern_rotated(x) ^ word[1];
		x = pattern_rotated(x) ^ word[2];
		x = pattern_rotated(x) ^ word[3];
	}
	while (word < end)
		x = pattern_rotated(x) ^ *word++;
	differs = x ^ last;
	last = pattern_word(last);
	for (uint32_t left = size & 3; left; left--, last = pattern_rest(last))
		differs |= *byte++ ^ pattern_first(last);
	return differs ? pattern_difference(block, identity, size) : PATTERN_WHOLE;
}

/* Returns PATTERN_WHOLE, or the offset of the first byte that is not 0. */
uint32_t pattern_zero(const void *block, uint32_t size);

#endif
