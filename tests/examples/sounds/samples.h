/* SPDX-License-Identifier: MIT
 * Decoded samples: an LRU cache. */
#ifndef EXAMPLES_SAMPLES_H
#define EXAMPLES_SAMPLES_H

#include "tarn_object.h"

struct sample {
	const char *name;
	int16_t wave[8];
};
TARN_OBJECT_DECLARE(samples, struct sample, 5, TARN_OBJECT_ROB_OLDEST);

/* Returns the sample of that name; decodes it if it was evicted. `known`: its last handle. */
samples_handle sample_use(samples_handle known, const char *name);
uint32_t samples_decoded(void);

#endif
