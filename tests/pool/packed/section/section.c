/* SPDX-License-Identifier: MIT
 * An array and pools in a section of the linker script. The status is the number of the check that
 * failed. */
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

static bool in_section(const void *first, const void *last)
{
	return (const unsigned char *)first >= dtcm_start && (const unsigned char *)last < dtcm_end;
}

/* What was in that memory before does not matter. */
static bool pools_hold(void)
{
	struct frame *frame, *last = NULL;
	struct frame *note = notes_get(&own_notes);
	uint32_t got = 0;

	for (; (frame = frames_get(&frames)); last = frame, got++) {
		if (!in_section(frame, frame + 1))
			return false;
	}
	if (got != 40 || frames_count(&frames) != 40 || !in_section(note, note + 1))
		return false;
	frames_put(&frames, last);
	notes_put(&own_notes, note);
	return !in_section(&frames, &frames) && tarn_object_check_all(NULL) == 0;
}

int main(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (unsigned char *byte = dtcm_start; byte < dtcm_end; byte++)
		*byte = 0xff;
	if (!pools_hold())
		return 7;
	if (!in_section(samples.packed.slot, &samples.packed.slot[63]) ||
	    !in_section(samples.packed.owner, &samples.packed.owner[63]))
		return 1;
	if (!in_section(samples.left, &samples.left[63]) ||
	    !in_section(samples.right, &samples.right[63]) ||
	    !in_section(samples.peak.at, &samples.peak.at[3]))
		return 2;
	if (in_section(&samples, &samples)) /* the record is an ordinary variable */
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
