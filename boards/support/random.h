/* SPDX-License-Identifier: MIT
 * The random numbers of all tests: deterministic, the same on the host and on every board. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

/* xorshift32, 13/17/5 (Marsaglia). State and result are never 0. */
static inline uint32_t random32(uint32_t *state)
{
	uint32_t x = *state;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	*state = x;
	return x;
}

/* xorshift64, 13/7/17. State and result are never 0. */
static inline uint64_t random64(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	*state = x;
	return x;
}

/* A state for any seed, 0 included. Neighbouring seeds give unrelated sequences. */
static inline uint64_t random64_seed(uint64_t seed)
{
	seed += UINT64_C(0x9e3779b97f4a7c15);
	seed = (seed ^ seed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	seed = (seed ^ seed >> 27) * UINT64_C(0x94d049bb133111eb);
	seed ^= seed >> 31;
	return seed ? seed : 1;
}

static inline uint32_t random32_seed(uint64_t seed)
{
	uint32_t state = (uint32_t)(random64_seed(seed) >> 32);

	return state ? state : 1;
}

/* 0 .. bound - 1, without a division. bound > 0. */
static inline uint32_t random_below(uint32_t *state, uint32_t bound)
{
	return (uint32_t)((uint64_t)random32(state) * bound >> 32);
}

/* low .. high, both included. */
static inline uint32_t random_between(uint32_t *state, uint32_t low, uint32_t high)
{
	return low + random_below(state, high - low + 1);
}

#endif
