/* SPDX-License-Identifier: MIT
 * An array and pools in a section of the linker script: what was in that memory before does not
 * matter. The status is the number of the check that failed. */
#include "tarn_object.h"
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

struct frame {
	uint32_t word[4];
};
TARN_OBJECT_DECLARE(frames, struct frame, 40, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_DEFINE_IN(frames, SECTION);
TARN_OBJECT_TYPE(notes, struct frame, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_STORAGE_IN(own_notes, notes, 8, SECTION);

extern unsigned char dtcm_start[] __asm__("tarn_section.dtcm");
extern unsigned char dtcm_end[];

int main(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (unsigned char *byte = dtcm_start; byte < dtcm_end; byte++)
		*byte = 0xff;
	if (!notes_get(&own_notes))
		return 1;
	while (frames_get(&frames))
		;
	if (frames_count(&frames) != 40 || tarn_object_check_all(NULL) != 0)
		return 2;
	for (uint32_t i = 0; i < 64; i++) {
		if (samples_activate(&samples) != i || samples.right[i] != 0)
			return 3;
	}
	return tarn_attach(&samples, peak, 63) == 0 && samples_check(&samples) == 0 ? 0 : 4;
}
