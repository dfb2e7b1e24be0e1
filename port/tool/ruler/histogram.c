/* SPDX-License-Identifier: MIT */
#include "histogram.h"

void histogram_clear(struct histogram *histogram)
{
	for (uint32_t i = 0; i < HISTOGRAM_BINS; i++)
		histogram->bin[i] = 0;
	histogram->n = 0;
	histogram->min = UINT32_MAX;
	histogram->max = 0;
}

static uint32_t bin_of(uint32_t value)
{
	uint32_t bin = value;

	if (value >= HISTOGRAM_EXACT)
		bin = HISTOGRAM_EXACT + (value - HISTOGRAM_EXACT) / HISTOGRAM_COARSE;
	return bin < HISTOGRAM_BINS ? bin : HISTOGRAM_BINS - 1;
}

/* The highest count that a bin can hold. For the last bin, histogram->max is the answer. */
static uint32_t highest_of(uint32_t bin)
{
	if (bin < HISTOGRAM_EXACT)
		return bin;
	return HISTOGRAM_EXACT + (bin - HISTOGRAM_EXACT + 1) * HISTOGRAM_COARSE - 1;
}

void histogram_add(struct histogram *histogram, uint32_t value)
{
	histogram->n++;
	histogram->bin[bin_of(value)]++;
	if (value < histogram->min)
		histogram->min = value;
	if (value > histogram->max)
		histogram->max = value;
}

uint32_t histogram_quantile(const struct histogram *histogram, uint32_t permille)
{
	uint64_t wanted = (uint64_t)histogram->n * permille;
	uint64_t below = 0;

	for (uint32_t i = 0; i < HISTOGRAM_BINS - 1; i++) {
		below += (uint64_t)histogram->bin[i] * 1000;
		if (below >= wanted)
			return highest_of(i) < histogram->max ? highest_of(i) : histogram->max;
	}
	return histogram->max;
}
