/* SPDX-License-Identifier: MIT
 * Quantiles of instruction counts, exact below HISTOGRAM_EXACT: one bin for each count. */
#ifndef BENCH_HISTOGRAM_H
#define BENCH_HISTOGRAM_H

#include <stdint.h>

/* Counts from here on share bins of 64. Counts from 137,216 on share the last bin. Minimum and
 * maximum stay exact. A quantile in a shared bin is the highest count of that bin. */
#ifndef HISTOGRAM_EXACT /* a board with little RAM has fewer and smaller bins */
#define HISTOGRAM_EXACT 8192
#define HISTOGRAM_BINS  (HISTOGRAM_EXACT + 2016)
#define HISTOGRAM_COUNT uint32_t
#endif
#define HISTOGRAM_COARSE 64

struct histogram {
	uint32_t n;
	uint32_t min;
	uint32_t max;
	HISTOGRAM_COUNT bin[HISTOGRAM_BINS];
};

void histogram_clear(struct histogram *histogram);
void histogram_add(struct histogram *histogram, uint32_t value);

/* The smallest value that at least `permille` of all values do not exceed. */
uint32_t histogram_quantile(const struct histogram *histogram, uint32_t permille);

#endif
