/* SPDX-License-Identifier: MIT */
#include "loan.h"

#include "rounds.h"
#include "shadow.h"

static struct {
	uint32_t granule; /* 0: nothing on loan */
	uint32_t size;
} loans[SOAK_LOANS + 1];

static struct place place_of(loan which)
{
	return shadow_place(loans[which].granule, loans[which].size);
}

void *loan_block(loan which)
{
	return soak_arena + (uintptr_t)loans[which].granule * GRANULE_BYTES;
}

static loan find_free(void)
{
	for (loan which = 1; which <= SOAK_LOANS; which++) {
		if (!loans[which].granule)
			return which;
	}
	fail("too-many-loans");
}

loan loan_take(const void *block, uint32_t size, uint32_t align)
{
	struct place place = {.class = NULL};
	const char *wrong = block ? shadow_take(block, size, align, true, &place)
				  : shadow_refuse(size, align, TARN_UNTAGGED);
	loan which = 0;

	if (rarely(wrong))
		fail_at(wrong, "a block outside slots: size, align, given", size, align,
			block != NULL);
	digest(place.granule);
	if (!block) {
		rounds_refused(size);
		return 0;
	}
	which = find_free();
	loans[which].granule = place.granule;
	loans[which].size = size;
	return which;
}

void loan_give(loan which)
{
	if (!which)
		return;
	shadow_give(place_of(which), loans[which].size);
	loans[which].granule = 0;
}

bool loan_holds(loan which, const void *object, uint32_t size)
{
	uintptr_t offset = (uintptr_t)object - (uintptr_t)loan_block(which);

	return which && offset <= loans[which].size && size <= loans[which].size - offset;
}

bool loan_covers(uint32_t granule)
{
	for (loan which = 1; which <= SOAK_LOANS; which++) {
		if (loans[which].granule &&
		    granule - loans[which].granule < place_of(which).granules)
			return true;
	}
	return false;
}

static void check(loan which)
{
	uint32_t size = loans[which].size;
	size_t usable = tarn_usable_size(&tarn_default, loan_block(which));

	if (!tarn_is_live(&tarn_default, loan_block(which)))
		fail_at("not-live", "on loan: number, granule, size", which, loans[which].granule,
			size);
	if (TARN_HARDEN >= 2 ? usable != size : usable < size)
		fail_at("usable-size", "on loan: number, usable, size", which, (uint32_t)usable,
			size);
}

void loan_audit(void)
{
	for (loan which = 1; which <= SOAK_LOANS; which++) {
		if (loans[which].granule)
			check(which);
	}
}
