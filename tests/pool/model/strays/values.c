/* SPDX-License-Identifier: MIT
 * The values that are written. In a core that keeps offsets as they are, an offset looks like a
 * small number. In one that keeps them xor a key, it looks like the old word with a few low bits
 * changed. Both are among the values of one word. */
#include <stdlib.h>

#include "random.h"
#include "strays.h"

#define RANDOMS 64
#define BEYOND  8  /* bytes past either end of the range of offsets */
#define RECORDS 64 /* bytes of metadata below the first offset that a link may have */
#define NEAR    64 /* the old word's target is xored with every number of granules below this one */

static uint32_t random[RANDOMS];
static uint32_t low, high; /* the range of offsets */
static uint32_t list[2 * VALUES_MOST], count;

void values_open(uint64_t seed)
{
	uint32_t state = random32_seed(seed);

	for (uint32_t i = 0; i < RANDOMS; i++)
		random[i] = random32(&state);
	history_range(&low, &high);
	low -= RECORDS;
	high += TARN_ALIGN;
}

static void add(uint32_t value)
{
	if (count < 2 * VALUES_MOST)
		list[count++] = value;
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static uint32_t give(uint32_t old, uint32_t *values)
{
	uint32_t kept = 0;

	qsort(list, count, sizeof(list[0]), compare);
	for (uint32_t i = 0; i < count && kept < VALUES_MOST; i++)
		if (list[i] != old && (!kept || list[i] != values[kept - 1]))
			values[kept++] = list[i];
	return kept;
}

static void add_history(uint32_t index)
{
	const struct history *history = trail_history(index);

	for (uint32_t i = 0; i < HISTORY / 64; i++)
		for (uint64_t bits = history->bits[i]; bits; bits &= bits - 1)
			add(history_value(64 * i + (uint32_t)__builtin_ctzll(bits)));
}

uint32_t values_single(uint32_t index, const struct state *state, uint32_t word, uint32_t *values)
{
	uint32_t old = state->words[word];

	count = 0;
	add(0);
	add(UINT32_MAX);
	for (uint32_t value = low - BEYOND; value != high + BEYOND + 1; value++)
		add(value);
	for (uint32_t i = 0; i < 32; i++)
		add(old ^ UINT32_C(1) << i);
	for (uint32_t i = 0; i < NEAR; i++)
		add(old ^ i * TARN_ALIGN);
	for (uint32_t i = 0; i < RANDOMS; i++)
		add(random[i]);
	add_history(index);
	return give(old, values);
}

/* Old values, and for each that looks like an offset the word after it: a run's second link. */
uint32_t values_few(uint32_t index, const struct state *state, uint32_t word, uint32_t *values)
{
	uint32_t old;

	count = 0;
	add_history(index);
	old = count;
	for (uint32_t i = 0; i < old; i++)
		if (list[i] - low <= high - low)
			add(list[i] + 4);
	add(0);
	add(UINT32_MAX);
	add(random[0]);
	return give(state->words[word], values);
}
