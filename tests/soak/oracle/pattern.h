/* SPDX-License-Identifier: MIT
 * The contents of live blocks: words that depend on the identity and on their place, so a block
 * that was moved, shifted, cut or swapped with another is told. Bytes behind the last whole word
 * hold the low bytes of the next. */
#ifndef SOAK_PATTERN_H
#define SOAK_PATTERN_H

#include <stdint.h>

#define PATTERN_WHOLE UINT32_MAX

/* Write bytes from (rounded down to a word) .. size - 1. */
void pattern_fill(void *block, uint32_t identity, uint32_t from, uint32_t size);

/* PATTERN_WHOLE, or the first word's offset that is not as it was written. */
uint32_t pattern_verify(const void *block, uint32_t identity, uint32_t size);

/* PATTERN_WHOLE, or the first byte's offset that is not 0. */
uint32_t pattern_zero(const void *block, uint32_t size);

#endif
