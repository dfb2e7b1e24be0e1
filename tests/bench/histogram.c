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

void histogram_add(struct histogram *histogram, uint32_t value)
{
	histogram->n++;
	histogram->bin[value < HISTOGRAM_BINS ? value : HISTOGRAM_BINS - 1]++;
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
			return i < histogram->min ? histogram->min : i;
	}
	return histogram->max;
}
