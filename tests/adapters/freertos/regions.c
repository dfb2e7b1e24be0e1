/* SPDX-License-Identifier: MIT
 * Heaps in other banks of RAM. */
#include "freertos.h"

/* Regions above the linker's arena, in ascending order. One more than TARN_MALLOC_HEAPS allows
 * fails an assertion. */
#if TARN_MALLOC_HEAPS > 1
void are_regions_added(void)
{
	static uint8_t bank[3][2048] __attribute__((aligned(64)));
	const HeapRegion_t regions[] = {
		{bank[0], 2048}, {bank[1], 2048}, {bank[2], 2048}, {NULL, 0}};
	size_t room = xPortGetFreeHeapSize();
	unsigned filled = 0;
	uint8_t *last = NULL, *block;

	vPortDefineHeapRegions(regions);
	CHECK(asserted == 1);
	CHECK(xPortGetFreeHeapSize() > room + 3500 && xPortGetFreeHeapSize() <= room + 4096);
	room = xPortGetFreeHeapSize();
	while ((block = pvPortMalloc(500))) {
		*(uint8_t **)(void *)block = last;
		last = block;
		filled++;
	}
	CHECK(last >= bank[1] && last < bank[2] && xPortGetFreeHeapSize() < room - filled * 500);
	while (last) {
		block = *(uint8_t **)(void *)last;
		vPortFree(last);
		last = block;
	}
	CHECK(TARN_HARDEN >= 3 || xPortGetFreeHeapSize() == room);
	CHECK(TARN_HARDEN >= 3 || xPortGetMinimumEverFreeHeapSize() < room - filled * 500);
}
#else
void are_regions_added(void)
{
}
#endif
