/* SPDX-License-Identifier: MIT
 * Quotients without a division, which not every core has. */
#ifndef TARN_QUOTIENT_H
#define TARN_QUOTIENT_H

#include "../guard/compiler.h"

#define QUOTIENTS 8 /* reciprocals that are kept */

/* The upper word of a product, without a call of libgcc. */
static inline uint32_t product_high(uint32_t a, uint32_t b)
{
	uint32_t low = (a & 0xffff) * (b & 0xffff);
	uint32_t middle = (a >> 16) * (b & 0xffff) + (low >> 16);
	uint32_t other = (a & 0xffff) * (b >> 16) + (middle & 0xffff);

	return (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);
}

/* 2^32 / size, for a size of 2 or more. */
static SLOW uint32_t reciprocal(uint32_t size)
{
	uint32_t result = 0;
	uint32_t rest = 1;

	for (uint32_t bit = 0; bit < 32; bit++) {
		rest <<= 1;
		result <<= 1;
		if (rest >= size) {
			rest -= size;
			result++;
		}
	}
	return result;
}

/* distance / size, for one of `count` pieces of `size` bytes, which fit half of the address space.
 * *rest is what remains. A reciprocal that was kept for another size gives a wrong quotient, which
 * is noticed, so it does not matter who wrote it. */
static inline uint32_t quotient(uint32_t distance, uint32_t size, uint32_t count, uint32_t *rest)
{
	static TARN_STATE_ uint32_t kept[QUOTIENTS];
	uint32_t *known = &kept[(size >> 3) % QUOTIENTS];
	uint32_t factor = *known;
	uint32_t number;

	for (;;) {
		number = product_high(distance, factor);
		*rest = distance - number * size;
		if (*rest - size < size) { /* the reciprocal is rounded down */
			number++;
			*rest -= size;
		}
		if (likely(*rest < size && number < count))
			return number;
		*known = factor = reciprocal(size);
	}
}

#endif
