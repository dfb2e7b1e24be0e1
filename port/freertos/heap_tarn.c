/* SPDX-License-Identifier: MIT
 * FreeRTOS's heap interface over the default heap: in the place of heap_1.c to heap_5.c. Where a libc
 * adapter is linked too, malloc and pvPortMalloc share the heap.
 *
 * Tarn locks itself, in short windows: the scheduler is not suspended, and each of these functions
 * may be called in the interrupts that the port's lock keeps out (port/README.md). */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE
#include "FreeRTOS.h"
#include "task.h"
#undef MPU_WRAPPERS_INCLUDED_FROM_API_FILE

#include <string.h>

#include "tarn_libc.h"
#include "tarn_port.h"

#if configSUPPORT_DYNAMIC_ALLOCATION == 0
#error "heap_tarn.c: configSUPPORT_DYNAMIC_ALLOCATION is 0"
#endif
#if portBYTE_ALIGNMENT > TARN_ALIGN
#error "heap_tarn.c: portBYTE_ALIGNMENT is larger than TARN_ALIGN"
#endif

static volatile bool made;
static volatile size_t allocations, frees;

static bool registered(void)
{
	struct tarn_heap *heap = tarn_heap_first();

	while (heap && heap != &tarn_default)
		heap = tarn_heap_next(heap);
	return heap != NULL;
}

/* The first of these calls makes the heap, unless a libc's initialisers did. */
void vPortInitialiseBlocks(void)
{
	vTaskSuspendAll();
	if (!registered())
		tarn_malloc_init();
	made = true;
	(void)xTaskResumeAll();
}

static void count(volatile size_t *counter)
{
	tarn_port_key key = tarn_port_lock();

	(*counter)++;
	tarn_port_unlock(key);
}

static void *allocated(void *block, size_t size)
{
	traceMALLOC(block, size);
	(void)size;
	if (block)
		count(&allocations);
#if configUSE_MALLOC_FAILED_HOOK == 1
	else
		vApplicationMallocFailedHook();
#endif
	return block;
}

/* As heap_4: no bytes are refused. */
void *pvPortMalloc(size_t xWantedSize)
{
	if (!made)
		vPortInitialiseBlocks();
	return allocated(xWantedSize ? libc_malloc(xWantedSize, LIBC_CALLER) : NULL, xWantedSize);
}

void *pvPortCalloc(size_t xNum, size_t xSize)
{
	int unused;

	if (!made)
		vPortInitialiseBlocks();
	return allocated(xNum && xSize ? libc_calloc(xNum, xSize, &unused, LIBC_CALLER) : NULL,
			 xNum * xSize);
}

void vPortFree(void *pv)
{
	bool live = tarn_is_live(&tarn_default, pv);

	if (live) {
		traceFREE(pv, tarn_usable_size(&tarn_default, pv));
#if configHEAP_CLEAR_MEMORY_ON_FREE == 1
		memset(pv, 0, tarn_usable_size(&tarn_default, pv));
#endif
		count(&frees);
	}
	tarn_free(&tarn_default, pv); /* and a fault, where it is not live */
}

/* ---- Counters --------------------------------------------------------------------------- */

struct room {
	size_t free;   /* bytes */
	size_t never;  /* that were in no class's peak, nor in the commons' */
	size_t blocks; /* free blocks of the pools, and the longest free run */
	size_t smallest;
	size_t largest;
};

static void room_of_pool(struct room *room, uint32_t index)
{
	struct tarn_class_stats class;
	size_t blocks;

	tarn_class_stats(&tarn_default, index, &class);
	blocks = class.capacity - class.live;
	room->free += blocks * class.size;
	room->never += (class.capacity - class.peak) * class.size;
	room->blocks += blocks;
	if (blocks && !room->smallest)
		room->smallest = class.size;
	if (blocks && class.size > room->largest)
		room->largest = class.size;
}

static struct room room_now(void)
{
	struct room room = {0};
	struct tarn_heap_stats heap;

	if (!made)
		vPortInitialiseBlocks();
	tarn_heap_stats(&tarn_default, &heap);
	for (uint32_t i = 0; i < heap.classes; i++)
		room_of_pool(&room, i);
	room.free += heap.commons_free;
	room.never += heap.commons - heap.commons_peak;
	room.blocks += heap.longest_free != 0;
	if (heap.longest_free > room.largest)
		room.largest = heap.longest_free;
	if (!room.smallest)
		room.smallest = heap.longest_free;
	return room;
}

size_t xPortGetFreeHeapSize(void)
{
	return room_now().free;
}

/* Never more than what heap_4 would say: the peaks of all classes are taken as if they had come
 * together. Exact with a table of no classes. */
size_t xPortGetMinimumEverFreeHeapSize(void)
{
	return room_now().never;
}

/* Free blocks are those of the pools, and the longest free run of the commons as one. */
void vPortGetHeapStats(HeapStats_t *pxHeapStats)
{
	struct room room = room_now();

	pxHeapStats->xAvailableHeapSpaceInBytes = room.free;
	pxHeapStats->xSizeOfLargestFreeBlockInBytes = room.largest;
	pxHeapStats->xSizeOfSmallestFreeBlockInBytes = room.smallest;
	pxHeapStats->xNumberOfFreeBlocks = room.blocks;
	pxHeapStats->xMinimumEverFreeBytesRemaining = room.never;
	pxHeapStats->xNumberOfSuccessfulAllocations = allocations;
	pxHeapStats->xNumberOfSuccessfulFrees = frees;
}

/* Before the scheduler is started again: forgets every block, also those that malloc gave out. */
void vPortHeapResetState(void)
{
	tarn_malloc_init();
	made = true;
	allocations = 0;
	frees = 0;
}
