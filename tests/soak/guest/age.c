/* SPDX-License-Identifier: MIT */
#include "age.h"

#include "heap/heap.h"
#include "keep.h"
#include "shadow.h"

#define AGED_TO (UINT32_MAX - 200)

static bool aged;

static void age_class(uint32_t index)
{
	tally_of(&tarn_default, index)->refused = AGED_TO;
	shadow.class[index].refused = AGED_TO;
#if TARN_COUNT
	struct tarn_counters *counters = &tarn_default.counters[index];

	counters->allocations = counters->frees = AGED_TO;
	counters->overflowed_in = counters->overflowed_out = AGED_TO;
	counters->requested = AGED_TO;
	shadow.class[index].allocations = AGED_TO;
#endif
}

void age_heap(void)
{
	for (uint32_t i = 0; i <= shadow.classes; i++)
		age_class(i);
	aged = true;
}

/* No run of a few minutes comes near the next 2^32. */
bool age_plausible(uint64_t told)
{
	return !aged || told >> 32 == ((uint32_t)told < AGED_TO ? 1 : 0);
}

static void keep_class(keep *keep, uint32_t index)
{
	struct shadow_class *class = &shadow.class[index];

	keep(tally_of(&tarn_default, index), sizeof(struct tally));
	keep(&class->refused, sizeof(class->refused));
	keep(&class->allocations, sizeof(class->allocations));
	keep(&class->peak, sizeof(class->peak));
#if TARN_COUNT
	keep(&tarn_default.counters[index], sizeof(struct tarn_counters));
#endif
}

void age_keep(keep *keep)
{
	for (uint32_t i = 0; i <= shadow.classes; i++)
		keep_class(keep, i);
	keep(&shadow.peak_requested, sizeof(shadow.peak_requested));
	keep(&aged, sizeof(aged));
}
