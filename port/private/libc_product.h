/* SPDX-License-Identifier: MIT
 * The bytes of calloc() and reallocarray(). */
#ifndef LIBC_PRODUCT_H
#define LIBC_PRODUCT_H

#include <stddef.h>
#include <stdint.h>

#include "tarn.h"

/* The product. SIZE_MAX, which every heap refuses, where tarn_alloc_zeroed says that it overflows
 * (TARN_REFUSED_OVERFLOW). */
static inline size_t libc_product(size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes) || bytes > INT32_MAX ||
	    (bytes && (count > TARN_ARENA_MAX || size > TARN_ARENA_MAX)))
		return SIZE_MAX;
	return bytes;
}

#endif
