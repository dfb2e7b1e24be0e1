/* SPDX-License-Identifier: MIT
 * An array and pools in a section of the linker script. The status is the line of the check that
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

#define CHECK(condition)                 \
	do {                             \
		if (!(condition))        \
			return __LINE__; \
	} while (0)

static bool in_section(const void *first, const void *last)
{
	return (const unsigned char *)first >= dtcm_start && (const unsigned char *)last < dtcm_end;
}

int main(int argc, char **argv)
{
	struct frame *frame;

	(void)argc, (void)argv;
	/* What was in that memory before does not matter. */
	for (unsigned char *byte = dtcm_start; byte < dtcm_end; byte++)
		*byte = 0xff;
	frame = notes_get(&own_notes);
	CHECK(in_section(frame, frame + 1));
	for (int i = 0; i < 40; i++) {
		frame = frames_get(&frames);
		CHECK(in_section(frame, frame + 1));
	}
	CHECK(!frames_get(&frames) && tarn_object_check_all(NULL) == 0);
	CHECK(in_section(samples.packed.slot, &samples.packed.slot[63]));
	CHECK(in_section(samples.packed.owner, &samples.packed.owner[63]));
	CHECK(in_section(samples.left, &samples.left[63]));
	CHECK(in_section(samples.right, &samples.right[63]));
	CHECK(in_section(samples.peak.at, &samples.peak.at[3]));
	/* The records are ordinary variables. */
	CHECK(!in_section(&frames, &frames) && !in_section(&samples, &samples));
	for (uint32_t i = 0; i < 64; i++)
		CHECK(samples_activate(&samples) == i && samples.right[i] == 0);
	CHECK(samples_check(&samples) == 0);
	return 0;
}
