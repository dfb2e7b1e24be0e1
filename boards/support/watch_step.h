/* SPDX-License-Identifier: MIT
 * The steps of `longest_least` and of marks, written a second time for the tests. */
#ifndef TESTS_SUPPORT_WATCH_STEP_H
#define TESTS_SUPPORT_WATCH_STEP_H

#include <stdint.h>

#include "tarn_config.h"

/* `bytes` rounded down to a step: a granule up to 7, then a quarter of an octave, up to 114,688. */
static inline uint32_t watch_step(uint32_t bytes)
{
	uint32_t granules = bytes / TARN_ALIGN;
	uint32_t step = 1;

	while (granules / step >= 8)
		step *= 2;
	return (granules > 114688 ? 114688 : granules / step * step) * TARN_ALIGN;
}

/* `bytes` rounded up to a step, or the last step if it is larger. */
static inline uint32_t watch_mark(uint32_t bytes)
{
	uint32_t mark = bytes;

	while (watch_step(mark) < bytes && mark / TARN_ALIGN < 114688)
		mark += TARN_ALIGN;
	return watch_step(mark);
}

#endif
