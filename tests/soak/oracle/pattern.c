/* SPDX-License-Identifier: MIT
 * The pattern is made so that a word costs two instructions to verify. Let a(0) be the identity
 * and a(i + 1) = a(i) + STEP. Word i is chosen so that
 *
 *     a(i + 1) = a(i) rotated right by 5, ^ word i
 *
 * holds: then whoever rolls over all n words, as read, from a(0), arrives at a(n). One wrong word
 * never does; several do by chance alone, one in 2^32. */
#include "pattern.h"

#include <stdbool.h>

#define STEP 0x9e3779b1u

static inline uint32_t rotated(uint32_t x)
{
	return x >> 5 | x << 27;
}

static inline uint32_t word_for(uint32_t x)
{
	return (x + STEP) ^ rotated(x);
}

static void fill_tail(uint8_t *byte, uint32_t word, uint32_t count)
{
	for (; count; count--, word >>= 8)
		*byte++ = (uint8_t)word;
}

/* Write the word for x, and step on. */
static inline uint32_t write_word(uint32_t *word, uint32_t x)
{
	uint32_t next = x + STEP;

	*word = next ^ rotated(x);
	return next;
}

void pattern_fill(void *block, uint32_t identity, uint32_t from, uint32_t size)
{
	uint32_t *word = (uint32_t *)block + from / 4;
	uint32_t *end = (uint32_t *)block + size / 4;
	uint32_t x = identity + from / 4 * STEP;

	for (uint32_t fours = (uint32_t)(end - word) / 4; fours; fours--, word += 4) {
		x = write_word(word, x);
		x = write_word(word + 1, x);
		x = write_word(word + 2, x);
		x = write_word(word + 3, x);
	}
	while (word < end)
		x = write_word(word++, x);
	if (size & 3)
		fill_tail((uint8_t *)end, word_for(x), size & 3);
}

static bool tail_whole(const uint8_t *byte, uint32_t word, uint32_t count)
{
	uint32_t differs = 0;

	for (; count; count--, word >>= 8)
		differs |= *byte++ ^ (word & 255);
	return !differs;
}

/* Only when a block is known to be damaged. */
static uint32_t first_difference(const uint32_t *word, uint32_t x)
{
	uint32_t i = 0;

	for (; word[i] == word_for(x); x += STEP)
		i++;
	return 4 * i;
}

uint32_t pattern_verify(const void *block, uint32_t identity, uint32_t size)
{
	const uint32_t *word = block;
	const uint32_t *end = word + size / 4;
	uint32_t last = identity + size / 4 * STEP;
	uint32_t x = identity;

	for (uint32_t fours = size / 16; fours; fours--, word += 4) {
		x = rotated(x) ^ word[0];
		x = rotated(x) ^ word[1];
		x = rotated(x) ^ word[2];
		x = rotated(x) ^ word[3];
	}
	while (word < end)
		x = rotated(x) ^ *word++;
	if (x != last)
		return first_difference(block, identity);
	if (size & 3 && !tail_whole((const uint8_t *)end, word_for(last), size & 3))
		return size & ~3u;
	return PATTERN_WHOLE;
}

uint32_t pattern_zero(const void *block, uint32_t size)
{
	const uint8_t *byte = block;
	const uint32_t *word = block;
	uint32_t i = 0;

	while (size - i >= 4 && word[i / 4] == 0)
		i += 4;
	while (i < size && byte[i] == 0)
		i++;
	return i == size ? PATTERN_WHOLE : i;
}
