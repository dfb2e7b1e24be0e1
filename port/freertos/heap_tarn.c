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

#define KERNEL_SINCE(major, minor)            \
	(tskKERNEL_VERSION_MAJOR > (major) || \
	 (tskKERNEL_VERSION_MAJOR == (major) && tskKERNEL_VERSION_MINOR >= (minor)))

/* What the kernel's headers leave to heap_x.c. */
#if configUSE_MALLOC_FAILED_HOOK == 1 && !KERNEL_SINCE(10, 5)
void vApplicationMallocFailedHook(void);
#endif
#ifndef configHEAP_CLEAR_MEMORY_ON_FREE
#define configHEAP_CLEAR_MEMORY_ON_FREE 0
#endif

static volatile bool made;

/* Of what these functions gave out. */
static struct {
	size_t allocations;
	size_t frees;
	ptrdiff_t in_use; /* bytes */
	ptrdiff_t most;   /* that were in use at once, since the last reset */
} given;

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

static void note_allocation(size_t bytes)
{
	tarn_port_key key = tarn_port_lock();

	given.allocations++;
	given.in_use += (ptrdiff_t)bytes;
	if (given.in_use > given.most)
		given.most = given.in_use;
	tarn_port_unlock(key);
}

static void note_free(size_t bytes)
{
	tarn_port_key key = tarn_port_lock();

	given.frees++;
	given.in_use -= (ptrdiff_t)bytes;
	tarn_port_unlock(key);
}

static void *allocated(void *block, size_t size)
{
	traceMALLOC(block, size);
	(void)size;
	if (block)
		note_allocation(libc_usable_size(block));
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
	struct tarn_heap *heap = libc_heap_of(pv);

	if (tarn_is_whole(heap, pv)) {
		size_t bytes = tarn_usable_size(heap, pv);

		traceFREE(pv, bytes);
#if configHEAP_CLEAR_MEMORY_ON_FREE == 1
		memset(pv, 0, bytes);
#endif
		note_free(bytes);
	}
	tarn_free(heap, pv); /* and a fault, where it is not live, or was overrun */
}

#if TARN_MALLOC_HEAPS > 1
/* As heap_5's, but that the arena of the linker comes first, and then these, as they are named. For
 * n of them TARN_MALLOC_HEAPS is n + 1. */
void vPortDefineHeapRegions(const HeapRegion_t *const pxHeapRegions)
{
	if (!made)
		vPortInitialiseBlocks();
	for (const HeapRegion_t *region = pxHeapRegions; region->xSizeInBytes; region++) {
		bool added = tarn_malloc_add(region->pucStartAddress, region->xSizeInBytes);

		configASSERT(added);
		(void)added;
	}
}
#endif

/* ---- Counters --------------------------------------------------------------------------- */

struct room {
	size_t free;   /* bytes */
	size_t blocks; /* free blocks of the pools, and each heap's longest free run */
	size_t smallest;
	size_t largest;
};

static void room_note(struct room *room, size_t size)
{
	if (!room->smallest || size < room->smallest)
		room->smallest = size;
	if (size > room->largest)
		room->largest = size;
}

static void room_of_pool(struct room *room, struct tarn_heap *heap, uint32_t index)
{
	struct tarn_class_stats class;
	size_t blocks;

	tarn_class_stats(heap, index, &class);
	blocks = class.capacity - class.live;
	room->free += blocks * class.size;
	room->blocks += blocks;
	if (blocks)
		room_note(room, class.size);
}

static void room_of_heap(struct room *room, struct tarn_heap *heap)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(heap, &stats);
	for (uint32_t i = 0; i < stats.classes; i++)
		room_of_pool(room, heap, i);
	room->free += stats.commons_free;
	if (!stats.longest_free)
		return;
	room->blocks++;
	room_note(room, stats.longest_free);
}

static struct room room_now(void)
{
	struct room room = {0};

	if (!made)
		vPortInitialiseBlocks();
	for (uint32_t i = 0; libc_heap(i); i++)
		room_of_heap(&room, libc_heap(i));
	return room;
}

size_t xPortGetFreeHeapSize(void)
{
	return room_now().free;
}

static size_t least_of(size_t free)
{
	ptrdiff_t more = given.most - given.in_use; /* than now */

	return more > 0 ? free - ((size_t)more < free ? (size_t)more : free) : free;
}

/* As heap_4's, for what these functions give out and get back; what malloc holds counts as it is now.
 * From level 2 on in bytes asked for, without the slack behind them. */
size_t xPortGetMinimumEverFreeHeapSize(void)
{
	return least_of(room_now().free);
}

void xPortResetHeapMinimumEverFreeHeapSize(void)
{
	tarn_port_key key = tarn_port_lock();

	given.most = given.in_use;
	tarn_port_unlock(key);
}

/* Free blocks are those of the pools, and the longest free run of each heap's commons as one. Kernels
 * before V10.3 have no such function, nor its type. */
#if KERNEL_SINCE(10, 3)
void vPortGetHeapStats(HeapStats_t *pxHeapStats)
{
	struct room room = room_now();

	pxHeapStats->xAvailableHeapSpaceInBytes = room.free;
	pxHeapStats->xSizeOfLargestFreeBlockInBytes = room.largest;
	pxHeapStats->xSizeOfSmallestFreeBlockInBytes = room.smallest;
	pxHeapStats->xNumberOfFreeBlocks = room.blocks;
	pxHeapStats->xMinimumEverFreeBytesRemaining = least_of(room.free);
	pxHeapStats->xNumberOfSuccessfulAllocations = given.allocations;
	pxHeapStats->xNumberOfSuccessfulFrees = given.frees;
}
#endif

/* Before the scheduler is started again: forgets every block, also those that malloc gave out, and the
 * regions. */
void vPortHeapResetState(void)
{
	tarn_malloc_init();
	made = true;
	memset(&given, 0, sizeof(given));
}
