/* SPDX-License-Identifier: MIT */
#include "pattern.h"

#define STEP 0x9e3779b1u

static void fill_tail(uint8_t *byte, uint32_t word, uint32_t count)
{
	for (; count; count--, word >>= 8)
		*byte++ = (uint8_t)word;
}

void pattern_fill(void *block, uint32_t identity, uint32_t from, uint32_t size)
{
	uint32_t *word = (uint32_t *)block + from / 4;
	uint32_t *end = (uint32_t *)block + size / 4;
	uint32_t x = identity + from / 4 * STEP;

	for (; end - word >= 4; word += 4, x += 4 * STEP) {
		word[0] = x;
		word[1] = x + STEP;
		word[2] = x + 2 * STEP;
		word[3] = x + 3 * STEP;
	}
	for (; word < end; x += STEP)
		*word++ = x;
	fill_tail((uint8_t *)end, identity + size / 4 * STEP, size & 3);
}

static uint32_t tail_differs(const uint8_t *byte, uint32_t word, uint32_t count)
{
	uint32_t differs = 0;

	for (; count; count--, word >>= 8)
		differs |= *byte++ ^ (word & 255);
	return differs;
}

/* Only when a block is known to be damaged. */
static uint32_t first_difference(const uint32_t *word, uint32_t x)
{
	uint32_t i = 0;

	while (word[i] == x + i * STEP)
		i++;
	return 4 * i;
}

uint32_t pattern_verify(const void *block, uint32_t identity, uint32_t size)
{
	const uint32_t *word = block;
	const uint32_t *end = word + size / 4;
	uint32_t x = identity;
	uint32_t differs = 0;

	for (; end - word >= 4; word += 4, x += 4 * STEP) {
		differs |= word[0] ^ x;
		differs |= word[1] ^ (x + STEP);
		differs |= word[2] ^ (x + 2 * STEP);
		differs |= word[3] ^ (x + 3 * STEP);
	}
	for (; word < end; x += STEP)
		differs |= *word++ ^ x;
	if (differs)
		return first_difference(block, identity);
	if (size & 3 && tail_differs((const uint8_t *)end, x, size & 3))
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
