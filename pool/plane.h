/* SPDX-License-Identifier: MIT
 * The bit planes. For each granule of the arena there are two bits, kept outside the blocks as
 * pairs of words: 32 bits of L and 32 bits of S describe 32 granules, a word's worth.
 *
 *   L  a live block starts here
 *   S  commons: a run starts here. In the pools S is not needed as a plane, and holds the
 *      number of the class that the word's first granule belongs to.
 *
 * The first granule of a word is its top bit: then the next start is a count of leading zeros.
 *
 * A word of the commons with S == 0 lies wholly inside one run. Its L bits have no block to
 * describe: the first and the last such word of a run hold the run's length in granules. So
 * a set L bit means a live block only together with its S bit (I5), and a word's L bits must be
 * set afresh when its first start appears (start_flip).
 *
 * An offset counts bytes from heap->base, the address of the first granule of word 0. */
#ifndef TARN_PLANE_H
#define TARN_PLANE_H

#include "names.h"
#include "tarn.h"

#define GRANULE_SHIFT (TARN_ALIGN == 16 ? 4 : 3)
#define GRANULE       ((uint32_t)TARN_ALIGN)
#define WORD_SHIFT    (GRANULE_SHIFT + 5)
#define WORD_BYTES    (UINT32_C(1) << WORD_SHIFT)
#define TOP_BIT       UINT32_C(0x80000000)

/* Built for speed, the calls that programs make all the time have a fast path beside the general one, inline from
 * end to end, where nothing is to be counted or filled. What stands APART is seldom needed, and would only
 * spread what is needed all the time. Built for size (-Os), there is the general path alone, and of what is
 * SHARED one copy, in shared.c, of which the headers then have the prototypes (SHARED_HERE). */
#define ALWAYS static inline __attribute__((always_inline))
#ifdef __OPTIMIZE_SIZE__
#define FOR_SPEED 0
#define FAST      static inline
#define SHARED
#define SHARED_FAST
#define APART
#ifndef SHARED_HERE
#define SHARED_HERE 0
#endif
#else
#define FOR_SPEED   1
#define FAST        ALWAYS
#define SHARED      static inline
#define SHARED_FAST ALWAYS
#define APART       __attribute__((noinline))
#define SHARED_HERE 1
#endif
#define FAST_PATHS (FOR_SPEED && TARN_HARDEN < 2 && !(TARN_COUNT))
#define SLOW       __attribute__((noinline, cold))

/* The general path: a slow one, unless there is no other. FALLBACK: it is not rare for all that. */
#if FOR_SPEED && !FAST_PATHS
#define GENERAL
#define FALLBACK
#else
#define GENERAL  SLOW
#define FALLBACK __attribute__((noinline))
#endif

/* A fast path that ends in a jump to a slow one needs not keep its return address: the slow one
 * has it, and is passed NULL for it. Where the compiler calls instead, the address is passed. */
#define TAIL_CALLER            (TARN_TAIL_CALLS ? NULL : __builtin_return_address(0))
#define TAIL_PASS(caller)      (TARN_TAIL_CALLS ? NULL : (caller))
#define CALLER_IF_NULL(caller) ((caller) ? (caller) : __builtin_return_address(0))

#define likely(condition)   __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)

/* Hides from the compiler how a value came about: it is then computed once and kept, or computed
 * again, as stands in the source, and registers are spared on the fast paths. Emits nothing. */
#define FORGET(value) __asm__("" : "+r"(value))

/* For the fast path's first jump, whose target uses its `caller` only where TARN_TAIL_CALLS is 0:
 * otherwise any value does, and none is loaded. */
FAST void *tail_caller(void *caller)
{
#if TARN_TAIL_CALLS
	__asm__("" : "=r"(caller));
#endif
	return caller;
}

/* Two neighbouring words are wanted here, both: lets the compiler load them with one
 * instruction, where it would else put off the second. Emits nothing. */
#define TOGETHER(first, second) __asm__("" : "+r"(first), "+r"(second))

typedef uint32_t raw32 __attribute__((may_alias)); /* a word, whatever it holds */

struct pair {
	uint32_t live;  /* L: at offset 0, where it costs the fast paths one instruction less */
	uint32_t start; /* S */
};

/* Field by field, here and elsewhere: for an initialiser the compiler may call memset. */
static inline void pair_set(struct pair *pair, uint32_t live, uint32_t start)
{
	pair->live = live;
	pair->start = start;
}

/* Armv4T, Armv6-M, Armv8-M Baseline and a RISC-V without Zbb have no instruction that counts
 * zeros: there the compiler would call libgcc. */
#if (defined(__ARM_ARCH) && !defined(__ARM_FEATURE_CLZ)) || \
	(defined(__riscv) && !defined(__riscv_zbb))
#define COUNTS_ZEROS 0
#else
#define COUNTS_ZEROS 1
#endif

#if COUNTS_ZEROS
static inline uint32_t leading_zeros(uint32_t word)
{
	return (uint32_t)__builtin_clz(word);
}
#else
/* Of the last four bits, by a table of two bits each, for 1 to 15, in one number. */
static inline uint32_t leading_zeros(uint32_t word)
{
	uint32_t zeros = 28;

	if (word >> 16)
		zeros -= 16, word >>= 16;
	if (word >> 8)
		zeros -= 8, word >>= 8;
	if (word >> 4)
		zeros -= 4, word >>= 4;
	return zeros + (0x55acu >> 2 * word & 3);
}
#endif

/* Both of a word that is not 0. */
static inline uint32_t trailing_zeros(uint32_t word)
{
#if COUNTS_ZEROS
	return (uint32_t)__builtin_ctz(word);
#else
	return 31 - leading_zeros(word & (0 - word));
#endif
}

/* One instruction where there is saturation, in place of a branch. */
static inline uint32_t at_most_63(uint32_t value)
{
#ifdef __ARM_FEATURE_SAT
	__asm__("usat %0, #6, %1" : "=r"(value) : "r"(value));
	return value;
#else
	return value > 63 ? 63 : value;
#endif
}

static inline uint32_t rotate_right(uint32_t word, uint32_t count)
{
	return word >> (count & 31) | word << (-count & 31);
}

static inline uint32_t align_up(uint32_t value, uint32_t power)
{
	return (value + power - 1) & (0 - power);
}

static inline struct pair *pair_at(const struct tarn_heap *heap, uint32_t offset)
{
	return (struct pair *)heap->planes + (offset >> WORD_SHIFT);
}

/* The bit of the granule at `offset`, in either plane. */
static inline uint32_t bit_of(uint32_t offset)
{
	return rotate_right(TOP_BIT, offset >> GRANULE_SHIFT);
}

/* Its index in the word: 0 is the top bit. */
static inline uint32_t index_of(uint32_t offset)
{
	return (offset >> GRANULE_SHIFT) & 31;
}

/* The granule number of an offset; of a misaligned one, a number beyond any arena. */
static inline uint32_t granule_of(uint32_t offset)
{
	return rotate_right(offset, GRANULE_SHIFT);
}

/* The bit of the granule at `offset` in its word of a plane, as the sign of what is returned:
 * cheaper to test than with bit_of. */
static inline int32_t sign_of(uint32_t word, uint32_t offset)
{
	return (int32_t)(word << index_of(offset));
}

/* The length in granules of the run that starts at `index` in its plane word. */
FAST uint32_t pair_length(const struct pair *pair, uint32_t index)
{
	uint32_t later = pair->start << index << 1;

	if (later)
		return leading_zeros(later) + 1;
	if (pair[1].start)
		return 32 - index + leading_zeros(pair[1].start);
	return pair[1].live;
}

/* The length of the run that ends where the one at `index` starts. */
FAST uint32_t pair_length_before(const struct pair *pair, uint32_t index)
{
	uint32_t earlier = pair->start >> 1 >> (31 - index);

	if (earlier)
		return trailing_zeros(earlier) + 1;
	if (pair[-1].start)
		return index + trailing_zeros(pair[-1].start) + 1;
	return pair[-1].live;
}

static inline uint32_t run_length_before(const struct tarn_heap *heap, uint32_t offset)
{
	return pair_length_before(pair_at(heap, offset), index_of(offset));
}

SHARED uint32_t run_length(const struct tarn_heap *heap, uint32_t offset);
SHARED void run_length_set(const struct tarn_heap *heap, uint32_t offset, uint32_t length);
SHARED void live_flip(const struct tarn_heap *heap, uint32_t offset);
SHARED void start_flip(const struct tarn_heap *heap, uint32_t offset);
SHARED void words_clear(uintptr_t at, uint32_t bytes);

#if SHARED_HERE

SHARED uint32_t run_length(const struct tarn_heap *heap, uint32_t offset)
{
	return pair_length(pair_at(heap, offset), index_of(offset));
}

/* Write a run's length where run_length and run_length_before look for it: into the first and
 * the last word that it covers. A run of up to 32 granules covers none. */
SHARED void run_length_set(const struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	struct pair *first;
	struct pair *end;

	if (length <= 32)
		return;
	first = pair_at(heap, offset) + 1;
	end = pair_at(heap, offset + (length << GRANULE_SHIFT));
	if (first < end) {
		first->live = length;
		end[-1].live = length;
	}
}

/* A live block starts at `offset`, or does so no longer. */
SHARED void live_flip(const struct tarn_heap *heap, uint32_t offset)
{
	pair_at(heap, offset)->live ^= bit_of(offset);
}

/* A run starts at `offset`, not live; or none does any longer, for it became a part of the one before it. */
SHARED void start_flip(const struct tarn_heap *heap, uint32_t offset)
{
	struct pair *pair = pair_at(heap, offset);

	if (pair->start == 0)
		pair->live = 0;
	pair->start ^= bit_of(offset);
}

/* Four words at a time, for the sake of boot. */
SHARED void words_clear(uintptr_t at, uint32_t bytes)
{
	raw32 *word = (raw32 *)at;

	for (; FOR_SPEED && bytes >= 16; bytes -= 16, word += 4) {
		word[0] = 0;
		word[1] = 0;
		word[2] = 0;
		word[3] = 0;
	}
	for (; bytes; bytes -= 4)
		*word++ = 0;
}

#endif

/* The run at `offset`, not live, becomes a part of the one before it. */
static inline void start_clear(const struct tarn_heap *heap, uint32_t offset)
{
	if (FOR_SPEED)
		pair_at(heap, offset)->start &= ~bit_of(offset);
	else
		start_flip(heap, offset);
}

#endif
