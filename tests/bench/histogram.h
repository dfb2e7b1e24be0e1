/* SPDX-License-Identifier: MIT
 * Exact quantiles of instruction counts: one bin for each count. */
#ifndef BENCH_HISTOGRAM_H
#define BENCH_HISTOGRAM_H

#include <stdint.h>

/* Counts from here on share the last bin: minimum and maximum stay exact, and a quantile that
 * falls among them is given as the maximum. */
#define HISTOGRAM_BINS 8192

struct histogram {
	uint32_t n;
	uint32_t min;
	uint32_t max;
	uint32_t bin[HISTOGRAM_BINS];
};

void histogram_clear(struct histogram *histogram);
void histogram_add(struct histogram *histogram, uint32_t value);

/* The smallest value that at least `permille` of all values do not exceed. */
uint32_t histogram_quantile(const struct histogram *histogram, uint32_t permille);

#endif
