/* SPDX-License-Identifier: MIT
 * An array in a section of the linker script. The status is the number of what does not hold. */
#include "tarn_packed.h"

#ifndef SECTION
#define SECTION ".dtcm"
#endif
#define SAMPLES(COLUMN, KEEP, SPARSE) \
	COLUMN(uint32_t, left)        \
	KEEP(uint64_t, right)         \
	SPARSE(uint16_t, peak, 4)
TARN_PACKED_DECLARE(samples, SAMPLES);
TARN_PACKED_DEFINE_IN(samples, SAMPLES, 64, SECTION);

extern unsigned char dtcm_start[] __asm__("tarn_section.dtcm");
extern unsigned char dtcm_end[];

static bool in_section(const void *first, const void *last)
{
	return (const unsigned char *)first >= dtcm_start && (const unsigned char *)last < dtcm_end;
}

int main(int argc, char **argv)
{
	(void)argc, (void)argv;
	if (!in_section(samples.packed.slot, &samples.packed.slot[63]) ||
	    !in_section(samples.packed.owner, &samples.packed.owner[63]))
		return 1;
	if (!in_section(samples.left, &samples.left[63]) ||
	    !in_section(samples.right, &samples.right[63]) ||
	    !in_section(samples.peak.at, &samples.peak.at[3]))
		return 2;
	if (in_section(&samples, &samples)) /* the record is a variable as any other */
		return 3;
	for (uint32_t i = 0; i < 64; i++) {
		if (samples_activate(&samples) != i || samples.right[i] != 0)
			return 4;
		samples.left[i] = i;
	}
	if (tarn_attach(&samples, peak, 63) != 0 || !samples_deactivate(&samples, 0))
		return 5;
	return samples.left[0] == 63 && samples_check(&samples) == 0 ? 0 : 6;
}
