/* SPDX-License-Identifier: MIT
 * Allocations and frees, realloc, numbers, regions. */
#include "freertos.h"

#include <string.h>
#ifdef PORT_LIBC
#include <stdlib.h>
#endif

#define CLEARS (configHEAP_CLEAR_MEMORY_ON_FREE && TARN_HARDEN < 2) /* level 2 fills what is free */

static void fill(char *block, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		block[i] = (char)(i * 7 + 1);
}

static bool holds(const char *block, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (block[i] != (char)(i * 7 + 1))
			return false;
	return true;
}

/* The heap's links are in the first 16 bytes of what is free. */
static bool is_cleared(const char *block, size_t bytes)
{
	bool clear = true;

	for (size_t i = 16; i < bytes; i++)
		clear &= block[i] == 0;
	return clear || !CLEARS;
}

static HeapStats_t stats(void)
{
	HeapStats_t now;

	vPortGetHeapStats(&now);
	return now;
}

/* ---- Allocations and frees ----------------------------------------------------------------- */

static void blocks_come_and_go(void)
{
	size_t room = xPortGetFreeHeapSize();
	char *block = pvPortMalloc(200);
	char *zeroed = pvPortCalloc(10, 7);

	CHECK(xPortGetMinimumEverFreeHeapSize() <= room);
	CHECK(tarn_is_live(&tarn_default, block) && (uintptr_t)block % portBYTE_ALIGNMENT == 0);
	CHECK(tarn_usable_size(&tarn_default, zeroed) >= 70 && told.traced == 2);
	for (int i = 0; i < 70; i++)
		CHECK(zeroed[i] == 0);
	CHECK(xPortGetFreeHeapSize() <= room - 270);
	fill(block, 200);
	vPortFree(block);
	CHECK(is_cleared(block, 200));
	vPortFree(zeroed);
	vPortFree(NULL);
	CHECK(xPortGetFreeHeapSize() == room && told.traced == 0);
	CHECK(xPortGetMinimumEverFreeHeapSize() <= room - 270);
}

/* malloc and pvPortMalloc use one heap. */
static void malloc_shares_it(void)
{
#ifdef PORT_LIBC
	size_t room = xPortGetFreeHeapSize();
	size_t largest = tarn_largest(&tarn_default);
	char *block = malloc(largest);

	CHECK(block && xPortGetFreeHeapSize() <= room - largest);
	vPortFree(block);
	CHECK(xPortGetFreeHeapSize() == room);
	CHECK(xPortGetMinimumEverFreeHeapSize() <= room - largest);
#endif
}

/* ---- realloc ------------------------------------------------------------------------------- */

/* A block that grows and must move, one that grows in place, and one that shrinks. A resize is
 * neither an allocation nor a free. What a block gives up is cleared. */
static void contents_move_along(void)
{
	char *block = pvPortMalloc(500);
	char *wall = pvPortMalloc(100);
	char *moved;
	HeapStats_t before = stats(), after;

	told.traced = 0;
	fill(block, 500);
	CHECK(pvPortRealloc(block, 480) == block);
	moved = pvPortRealloc(block, 700);
	CHECK(moved && moved != block && holds(moved, 480) && is_cleared(block, 480));
	fill(moved, 700);
	moved = pvPortRealloc(moved, 900);
	CHECK(moved && holds(moved, 700) && tarn_usable_size(&tarn_default, moved) >= 900);
	after = stats();
	CHECK(after.xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations);
	CHECK(after.xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees);
	CHECK(after.xAvailableHeapSpaceInBytes < before.xAvailableHeapSpaceInBytes);
	moved = pvPortRealloc(moved, 40);
	CHECK(moved && holds(moved, 40) && told.traced == 0);
	vPortFree(wall);
	vPortFree(moved);
}

static void null_allocates_and_zero_frees(void)
{
	HeapStats_t before = stats();
	char *block = pvPortRealloc(NULL, 60);

	told.hooked = 0;
	CHECK(tarn_is_live(&tarn_default, block));
	CHECK(pvPortRealloc(block, 0) == NULL && !tarn_is_live(&tarn_default, block));
	CHECK(told.hooked == 0);
	CHECK(pvPortRealloc(NULL, 0) == NULL && told.hooked == 1); /* as pvPortMalloc(0) */
	CHECK(stats().xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations + 1);
	CHECK(stats().xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees + 1);
}

/* An application adds up what the traces tell. */
static void the_traces_add_up_to_0(void)
{
	char *block, *zeroed;

	told.traced_bytes = 0;
	block = pvPortMalloc(50);
	zeroed = pvPortCalloc(3, 7);
	block = pvPortRealloc(block, 400);
	block = pvPortRealloc(block, 20);
	CHECK(!pvPortRealloc(block, xPortGetFreeHeapSize() + 200));
	CHECK(!pvPortMalloc(xPortGetFreeHeapSize() + 1) && !pvPortMalloc(0));
	CHECK(!pvPortCalloc(SIZE_MAX / 2 + 2, 2) && !pvPortRealloc(NULL, SIZE_MAX));
	vPortFree(zeroed);
	CHECK(!pvPortRealloc(block, 0) && told.traced_bytes == 0);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static void the_stats_add_up(void)
{
	HeapStats_t before = stats(), after;
	void *block[4];
	size_t largest;

	for (int i = 0; i < 4; i++)
		block[i] = pvPortMalloc(600);
	vPortFree(block[0]);
	/* At level 3 this empties the quarantine before it looks. */
	largest = tarn_largest(&tarn_default);
	after = stats();
	CHECK(after.xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations + 4);
	CHECK(after.xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees + 1);
	CHECK(after.xAvailableHeapSpaceInBytes <= before.xAvailableHeapSpaceInBytes - 1800);
	CHECK(after.xAvailableHeapSpaceInBytes == xPortGetFreeHeapSize());
	CHECK(after.xMinimumEverFreeBytesRemaining <= after.xAvailableHeapSpaceInBytes - 600);
	CHECK(after.xMinimumEverFreeBytesRemaining == xPortGetMinimumEverFreeHeapSize());
	CHECK(after.xSizeOfLargestFreeBlockInBytes <= after.xAvailableHeapSpaceInBytes);
	CHECK(after.xSizeOfLargestFreeBlockInBytes >= largest);
	CHECK(after.xSizeOfSmallestFreeBlockInBytes <= after.xSizeOfLargestFreeBlockInBytes);
	CHECK(after.xSizeOfSmallestFreeBlockInBytes > 0 && after.xNumberOfFreeBlocks > 0);
	for (int i = 1; i < 4; i++)
		vPortFree(block[i]);
}

static void the_least_is_remembered(void)
{
	void *block[2] = {pvPortMalloc(60), pvPortMalloc(900)};
	size_t least;

	xPortResetHeapMinimumEverFreeHeapSize();
	least = xPortGetMinimumEverFreeHeapSize();
	CHECK(least <= xPortGetFreeHeapSize());
	vPortFree(block[0]);
	vPortFree(block[1]);
	CHECK(xPortGetMinimumEverFreeHeapSize() == least);
	CHECK(least <= xPortGetFreeHeapSize() - 960);
}

/* ---- Heaps in other banks of RAM ------------------------------------------------------------- */

/* Regions above the linker's arena, in ascending order. One more than TARN_MALLOC_HEAPS allows
 * fails an assertion. */
static void are_regions_added(void)
{
#if TARN_MALLOC_HEAPS > 1
	static uint8_t bank[3][2048] __attribute__((aligned(64)));
	const HeapRegion_t regions[] = {
		{bank[0], 2048}, {bank[1], 2048}, {bank[2], 2048}, {NULL, 0}};
	size_t room = xPortGetFreeHeapSize();
	unsigned filled = 0;
	uint8_t *last = NULL, *block;

	vPortDefineHeapRegions(regions);
	CHECK(told.asserted == 1);
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
#endif
}

static void a_reset_forgets_all(void)
{
	size_t room;

	vPortHeapResetState();
	room = xPortGetFreeHeapSize();
	CHECK(pvPortMalloc(100) != NULL);
	vPortHeapResetState();
	CHECK(stats().xAvailableHeapSpaceInBytes == room);
	CHECK(stats().xNumberOfSuccessfulAllocations == 0);
	CHECK(stats().xMinimumEverFreeBytesRemaining == room);
}

void does_the_heap_keep_its_promises(void)
{
	blocks_come_and_go();
	malloc_shares_it();
	contents_move_along();
	null_allocates_and_zero_frees();
	the_traces_add_up_to_0();
	the_stats_add_up();
	the_least_is_remembered();
	are_regions_added();
	a_reset_forgets_all();
}
