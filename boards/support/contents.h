/* SPDX-License-Identifier: MIT
 * The contents of a block: a pattern that depends on its mark. */
#ifndef TESTS_SUPPORT_CONTENTS_H
#define TESTS_SUPPORT_CONTENTS_H

#include <stdbool.h>
#include <stdint.h>

static inline unsigned char pattern_byte(uint32_t mark, uint32_t i)
{
	return (unsigned char)((mark * UINT32_C(40503) ^ i * UINT32_C(2654435761)) >> 11);
}

static inline void pattern_fill(unsigned char *at, uint32_t size, uint32_t mark)
{
	for (uint32_t i = 0; i < size; i++)
		at[i] = pattern_byte(mark, i);
}

/* Do the first `size` bytes hold it? */
static inline bool pattern_holds(const unsigned char *at, uint32_t size, uint32_t mark)
{
	for (uint32_t i = 0; i < size; i++) {
		if (at[i] != pattern_byte(mark, i))
			return false;
	}
	return true;
}

#endif
