/* SPDX-License-Identifier: MIT */
#include "pattern.h"

uint32_t pattern_difference(const void *block, uint32_t identity, uint32_t size)
{
	const uint32_t *word = block;
	uint32_t i = 0;

	for (; i < size / 4 && word[i] == pattern_word(identity); identity += PATTERN_STEP)
		i++;
	return 4 * i;
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
