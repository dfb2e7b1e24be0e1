/* SPDX-License-Identifier: MIT
 * Free bits in two levels, inline: a pool of the heap and a pool of objects with TARN_OBJECT_BITS
 * find what is free by them. Private.
 *
 *   word w   bit b is set iff number 32 w + b is free
 *   some     bit w is set iff word w is not 0
 *
 * A word lies `step` words after the one before it. All of this runs inside the caller's lock
 * window. */
#ifndef TARN_BITS_H
#define TARN_BITS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

#define TARN_BITS_INLINE_ inline __attribute__((__always_inline__))

/* Armv4T, Armv6-M, Armv8-M Baseline and a RISC-V without Zbb have no instruction that counts zeros.
 * There the builtin would call libgcc, which a program may not have. */
#if (defined(__ARM_ARCH) && !defined(__ARM_FEATURE_CLZ)) || \
	(defined(__riscv) && !defined(__riscv_zbb))
#define TARN_COUNTS_ZEROS_ 0
#else
#define TARN_COUNTS_ZEROS_ 1
#endif

/* `value` must not be 0. */
TARN_BITS_INLINE_ uint32_t tarn_trailing_zeros_(uint32_t value)
{
#if TARN_COUNTS_ZEROS_
	return (uint32_t)__builtin_ctz(value);
#else
	/* The five bits at each place of the factor are different (de Bruijn). */
	static const uint8_t place[32] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
					  15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
					  16, 7,  26, 12, 18, 6,  11, 5,  10, 9};

	return place[(value & (0 - value)) * UINT32_C(0x077cb531) >> 27];
#endif
}

/* The lowest free number. *some must not be 0. */
TARN_BITS_INLINE_ uint32_t tarn_bits_first_(const uint32_t *some, const uint32_t *words,
					    uint32_t step)
{
	uint32_t at = tarn_trailing_zeros_(*some);

	return at << 5 | tarn_trailing_zeros_(words[at * step]);
}

/* Takes it, and returns it. It is computed last, when `some` is in no register: Armv6-M has few. */
TARN_BITS_INLINE_ uint32_t tarn_bits_take_(uint32_t *some, uint32_t *words, uint32_t step)
{
	uint32_t all = *some;
	uint32_t first = tarn_trailing_zeros_(all);
	uint32_t *at = words + first * step;
	uint32_t value = *at;
	uint32_t rest = value & (value - 1);

	*at = rest;
	if (__builtin_expect(!rest, 1)) /* laid out in line, because the longest path counts */
		*some = all & (all - 1);
	return first << 5 | tarn_trailing_zeros_(value);
}

/* Gives a number back. False, and nothing changed, iff it is free or has a bit in `other`. *before
 * is its word as it was: if that was 0, the word's bit of `some` may be missing. */
TARN_BITS_INLINE_ bool tarn_bits_give_(uint32_t *words, uint32_t number, uint32_t step,
				       uint32_t other, uint32_t *before)
{
	uint32_t *at = words + (number >> 5) * step;
	uint32_t mark = UINT32_C(1) << (number & 31);
	uint32_t value = *at;

	*before = value;
	if (__builtin_expect(!!((value | other) & mark), 0))
		return false;
	*at = value | mark;
	return true;
}

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
