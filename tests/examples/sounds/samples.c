/* SPDX-License-Identifier: MIT
 * A full cache evicts the sample that was used longest ago: each use makes a sample the newest. A
 * handle of an evicted sample is stale, so no channel mixes another sample. */
#include "samples.h"

#include "../say.h"

TARN_OBJECT_DEFINE(samples);

static uint32_t decoded;

/* Runs before other code sees the sample. */
static void decode(struct sample *sample, void *name)
{
	sample->name = name;
	for (uint32_t i = 0; i < 8; i++)
		sample->wave[i] = (int16_t)((uint32_t)sample->name[0] * i);
	decoded++;
	print_text("  decoded: ");
	say(sample->name);
}

static bool is_called(const struct sample *sample, const char *name)
{
	uint32_t i = 0;

	while (name[i] && sample->name[i] == name[i])
		i++;
	return sample->name[i] == name[i];
}

static struct sample *find(const char *name)
{
	struct sample *sample;

	for (uint32_t at = 0; (sample = samples_each(&samples, &at));)
		if (is_called(sample, name))
			return sample;
	return NULL;
}

samples_handle sample_use(samples_handle known, const char *name)
{
	struct sample *sample = samples_resolve(&samples, known);

	if (!sample)
		sample = find(name);
	if (!sample)
		return samples_get_held(&samples, decode, (void *)(uintptr_t)name);
	samples_touch(&samples, sample);
	return samples_handle_of(&samples, sample);
}

uint32_t samples_decoded(void)
{
	return decoded;
}
