/* SPDX-License-Identifier: MIT */
#include "audit.h"

#include "block.h"
#include "soak.h"

/* Takes every block of a class, and gives them back in descending order. Then its pools are in the
 * same order on every machine, whatever the ticks left. A pool whose blocks have no room for more
 * than records serves no request. */
static void put_in_order(uint32_t index)
{
	struct shadow_class *class = &shadow.class[index];
	uint32_t size = class->granules * GRANULE_BYTES - TARN_RECORD;
	struct place place = {.granules = class->granules, .class = class};

	if (class->granules * GRANULE_BYTES <= TARN_RECORD)
		return;
	for (uint32_t n = class->capacity; n; n--) {
		struct place had = place;
		void *block = tarn_alloc(&tarn_default, size);
		const char *wrong = "false-null";

		if (block)
			wrong = shadow_take(block, size, TARN_ALIGN, true, &had);
		if (wrong)
			fail_at(wrong, "putting a pool in order: class, left, size", index, n,
				size);
	}
	for (uint32_t n = class->capacity; n; n--) {
		place.granule = class->start + (n - 1) * class->granules;
		shadow_give(place, size);
		tarn_free(&tarn_default, soak_arena + (uintptr_t)place.granule * GRANULE_BYTES);
	}
}

void settle_pools(void)
{
	for (uint32_t i = 0; i < shadow.classes; i++)
		put_in_order(i);
}

static void settle_commons(void)
{
	uint32_t size = shadow_longest() * GRANULE_BYTES;

	if (!size)
		return;
	if (!block_take(SOAK_USABLE, size - TARN_RECORD))
		fail("false-null");
	block_drop(SOAK_USABLE);
}

void settle(void)
{
	block_ask_impossible();
	settle_pools();
	settle_commons();
	block_ask_impossible();
}
