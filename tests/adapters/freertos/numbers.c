/* SPDX-License-Identifier: MIT
 * The numbers that the kernel's functions tell of the heap. */
#include "freertos.h"

static void the_stats_add_up(void)
{
	HeapStats_t before, after;
	void *block[4];
	size_t largest;

	vPortGetHeapStats(&before);
	for (int i = 0; i < 4; i++)
		block[i] = pvPortMalloc(600);
	vPortFree(block[0]);
	/* At level 3 this empties the quarantine before it looks. */
	largest = tarn_largest(&tarn_default);
	vPortGetHeapStats(&after);
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

/* The bytes of the pools' blocks that are free now, but were in use. */
static size_t pools_used_before(void)
{
	struct tarn_heap_stats stats;
	struct tarn_class_stats class;
	size_t bytes = 0;

	tarn_heap_stats(&tarn_default, &stats);
	for (uint32_t i = 0; i < stats.classes; i++) {
		tarn_class_stats(&tarn_default, i, &class);
		bytes += (class.peak - class.live) * class.size;
	}
	return bytes;
}

/* Exact to the byte, as in heap_4, if the pools and the commons have their peaks at the same
 * time. */
static void the_least_is_remembered(void)
{
	void *block[3] = {pvPortMalloc(20), pvPortMalloc(60), pvPortMalloc(900)};
	size_t least;

	xPortResetHeapMinimumEverFreeHeapSize();
	least = xPortGetMinimumEverFreeHeapSize();
	CHECK(least == xPortGetFreeHeapSize() - pools_used_before());
	vPortFree(block[0]);
	vPortFree(block[2]);
	CHECK(xPortGetMinimumEverFreeHeapSize() == least);
	block[0] = pvPortMalloc(20);
	block[2] = pvPortCalloc(9, 100);
	CHECK(xPortGetMinimumEverFreeHeapSize() == least);
	CHECK(xPortGetFreeHeapSize() == least + pools_used_before());
	for (int i = 0; i < 3; i++)
		vPortFree(block[i]);
	vPortFree(pvPortMalloc(20));
	CHECK(xPortGetMinimumEverFreeHeapSize() == least);
	CHECK(least <= xPortGetFreeHeapSize() - 980);
}

void do_the_numbers_add_up(void)
{
	the_stats_add_up();
	the_least_is_remembered();
}

void does_a_reset_forget_all(void)
{
	HeapStats_t stats;
	size_t room;

	vPortHeapResetState();
	room = xPortGetFreeHeapSize();
	CHECK(pvPortMalloc(100) != NULL);
	vPortHeapResetState();
	vPortGetHeapStats(&stats);
	CHECK(stats.xAvailableHeapSpaceInBytes == room);
	CHECK(stats.xNumberOfSuccessfulAllocations == 0);
	CHECK(stats.xMinimumEverFreeBytesRemaining == room);
}
