/* SPDX-License-Identifier: MIT
 * FreeRTOS's heap interface over the default heap, instead of heap_1.c to heap_5.c. If a libc
 * adapter is linked, too, malloc and pvPortMalloc share the heap.
 *
 * Tarn locks itself, in short windows. No function here calls the kernel. None masks interrupts for
 * longer than such a window, not even the first call before the scheduler starts. An interrupt that
 * the port's lock keeps out may call any of them (port/README.md).
 *
 * The heap is made before main, from .preinit_array. If the startup does not run that array, the
 * first call makes it. */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE
#define TARN_HEAP_TARN_C /* tarn_task_callers.h: this is not the kernel */
#include "tarn_freertos.h"
#undef MPU_WRAPPERS_INCLUDED_FROM_API_FILE

#include <string.h>

#include "tarn_event.h"
#include "../../private/libc_heaps.h"
#include "tarn_port.h"

#if configSUPPORT_DYNAMIC_ALLOCATION == 0
#error "heap_tarn.c: configSUPPORT_DYNAMIC_ALLOCATION is 0: set it to 1, or leave this file out"
#endif
#if portBYTE_ALIGNMENT > TARN_ALIGN
#error "heap_tarn.c: portBYTE_ALIGNMENT is above TARN_ALIGN: build all of Tarn with -DTARN_ALIGN=16"
#endif

/* Otherwise a task without privilege could write to the kernel's objects; or no linker script would
 * have the section. */
#if defined(portUSING_MPU_WRAPPERS) && portUSING_MPU_WRAPPERS == 1
#if !TARN_PRIVILEGED
#error "heap_tarn.c: this kernel has an MPU: build all of Tarn with -DTARN_PRIVILEGED=1"
#endif
#elif TARN_PRIVILEGED
#error "heap_tarn.c: this kernel has no MPU (portUSING_MPU_WRAPPERS): leave out -DTARN_PRIVILEGED=1"
#endif

/* Each task needs tags of its own. Otherwise a task would charge a tag that another task
 * entered. */
#if TARN_TAGS > 0 && (!defined(TARN_TASK_TAGS_INDEX) || !TARN_KERNEL_SINCE(10, 1))
#error "heap_tarn.c: TARN_TAGS needs tarn_task_tags.h in FreeRTOSConfig.h, and a kernel from V10.1"
#endif

/* What older headers of the kernel leave out. */
#if configUSE_MALLOC_FAILED_HOOK == 1 && !TARN_KERNEL_SINCE(10, 5)
void vApplicationMallocFailedHook(void);
#endif
#ifndef configHEAP_CLEAR_MEMORY_ON_FREE
#define configHEAP_CLEAR_MEMORY_ON_FREE 0
#endif

/* The number of calls that allocated and freed. */
PRIVILEGED_DATA static struct {
	size_t allocations;
	size_t frees;
} calls;

static void count(size_t *of_them)
{
	tarn_port_key key = tarn_port_lock();

	++*of_them;
	tarn_port_unlock(key);
}

/* Does nothing, as in heap_4: the heap was made before main. It is here for code that calls it. */
void vPortInitialiseBlocks(void)
{
}

/* Traces a call, unless the core traces all of them. Both macros get the bytes of the block, as
 * since kernel V11.2, so what an application adds up returns to 0. A refusal is NULL and 0. */
static void trace_malloc(void *block)
{
#ifndef TARN_EVENTS_FREERTOS
	traceMALLOC(block, block ? libc_usable_size(block) : 0);
#endif
	(void)block; /* the macro is empty in most applications */
}

static void trace_free(void *block, size_t size)
{
#ifndef TARN_EVENTS_FREERTOS
	traceFREE(block, size);
#endif
	(void)block, (void)size;
}

static void failed(void)
{
#if configUSE_MALLOC_FAILED_HOOK == 1
	vApplicationMallocFailedHook();
#endif
}

static void *allocated(void *block)
{
	trace_malloc(block);
	if (block)
		count(&calls.allocations);
	else
		failed();
	return block;
}

/* Returns NULL for a size of 0, as heap_4. */
void *tarn_freertos_malloc_for(size_t size, void *caller)
{
	return allocated(size ? libc_malloc(size, caller) : NULL);
}

void *pvPortMalloc(size_t xWantedSize)
{
	return tarn_freertos_malloc_for(xWantedSize, LIBC_CALLER);
}
TARN_IS(pvPortMalloc);

void *pvPortCalloc(size_t xNum, size_t xSize)
{
	int unused;

	return allocated(xNum && xSize ? libc_calloc(xNum, xSize, &unused, LIBC_CALLER) : NULL);
}

/* Clears bytes that no block owns any more. */
static void clear(void *block, size_t bytes)
{
#if configHEAP_CLEAR_MEMORY_ON_FREE == 1
	memset(block, 0, bytes);
#endif
	(void)block, (void)bytes;
}

/* Clears and counts a block that is freed next, if it may be freed. */
static void freed(struct tarn_heap *heap, void *pv)
{
	if (tarn_is_whole(heap, pv)) {
		size_t bytes = tarn_usable_size(heap, pv);

		trace_free(pv, bytes);
		clear(pv, bytes);
		count(&calls.frees);
	}
}

/* Takes a block of malloc, too, if they share the heap. Any other pointer is a fault, and no number
 * changes. */
void vPortFree(void *pv)
{
	struct tarn_heap *heap = libc_heap_of(pv);

	freed(heap, pv);
	libc_free_in(heap, pv, LIBC_CALLER); /* a fault if it is not live, or was overrun */
}
TARN_IS(vPortFree);

#if configHEAP_CLEAR_MEMORY_ON_FREE == 1
static void *grown(void *block, size_t bytes, size_t size, void *caller)
{
	void *place = libc_malloc(size, caller);

	if (place) {
		memcpy(place, block, bytes);
		clear(block, bytes);
		tarn_free_for(libc_heap_of(block), block, caller);
	}
	return place;
}
#endif

/* Resizes a block that has `bytes`. */
static void *resized(void *block, size_t bytes, size_t size, void *caller)
{
	int unused;

#if configHEAP_CLEAR_MEMORY_ON_FREE == 1
	if (size > bytes)
		return grown(block, bytes, size, caller);
	clear((char *)block + size, bytes - size);
#endif
	(void)bytes;
	return libc_realloc(block, size, &unused, caller);
}

/* A pointer that is not a live block, or was overrun, is a fault, not a refusal. */
void *pvPortRealloc(void *pv, size_t xWantedSize)
{
	void *caller = LIBC_CALLER;
	size_t bytes;
	void *block;
	int unused;

	if (!pv)
		return tarn_freertos_malloc_for(xWantedSize, caller);
	if (!tarn_is_whole(libc_heap_of(pv), pv))
		return libc_realloc(pv, xWantedSize, &unused, caller);
	if (!xWantedSize) {
		freed(libc_heap_of(pv), pv);
		tarn_free_for(libc_heap_of(pv), pv, caller);
		return NULL;
	}
	bytes = libc_usable_size(pv);
	trace_free(pv, bytes); /* now: later an interrupt may have its memory, and trace that */
	block = resized(pv, bytes, xWantedSize, caller);
	if (!block)
		trace_malloc(pv);
	trace_malloc(block);
	if (!block)
		failed();
	return block;
}

#if TARN_MALLOC_HEAPS > 1
/* As in heap_5, but the linker's arena comes first, and then these regions in their order. For n
 * regions TARN_MALLOC_HEAPS is n + 1. */
void vPortDefineHeapRegions(const HeapRegion_t *const pxHeapRegions)
{
	for (const HeapRegion_t *region = pxHeapRegions; region->xSizeInBytes; region++) {
		enum tarn_status status =
			tarn_malloc_add(region->pucStartAddress, region->xSizeInBytes);

		configASSERT(status == TARN_OK);
		(void)status;
	}
}
#endif

/* ---- Counters --------------------------------------------------------------------------- */

/* Numbers of all heaps. Those of one heap are of one instant. */
struct room {
	size_t free;   /* bytes */
	size_t least;  /* bytes that were free at any time */
	size_t blocks; /* free blocks of the pools, and each heap's longest free run */
	size_t smallest;
	size_t largest;
};

/* How many blocks the pools of a heap have. */
static size_t pools_capacity(struct tarn_heap *heap, uint32_t classes)
{
	struct tarn_class_stats class;
	size_t capacity = 0;

	for (uint32_t i = 0; i < classes; i++) {
		tarn_class_stats(heap, i, &class);
		capacity += class.capacity;
	}
	return capacity;
}

static void room_add(struct room *room, struct tarn_heap *heap)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(heap, &stats);
	room->free += stats.free;
	room->least += stats.free_least;
	room->blocks += pools_capacity(heap, stats.classes) - stats.pools_live;
	room->blocks += stats.longest_free != 0;
	if (!room->smallest || (stats.smallest_free && stats.smallest_free < room->smallest))
		room->smallest = stats.smallest_free;
	if (stats.largest_free > room->largest)
		room->largest = stats.largest_free;
}

static struct room room_now(void)
{
	struct room room = {0};

	for (uint32_t i = 0; libc_heap(i); i++)
		room_add(&room, libc_heap(i));
	return room;
}

size_t xPortGetFreeHeapSize(void)
{
	return room_now().free;
}

/* Counts all allocations of the heaps. The value never rises, and there were never fewer free
 * bytes. Each pool and the commons count with their own peak. If the peaks came at different times,
 * the value is less than heap_4's. */
size_t xPortGetMinimumEverFreeHeapSize(void)
{
	return room_now().least;
}

/* Resets the commons. A pool keeps its peak. */
void xPortResetHeapMinimumEverFreeHeapSize(void)
{
	for (uint32_t i = 0; libc_heap(i); i++)
		tarn_peak_reset(libc_heap(i));
}

/* Free blocks are those of the pools, and for each heap the longest free run of its commons.
 * Kernels before V10.3 have neither the function nor its type. */
#if TARN_KERNEL_SINCE(10, 3)
void vPortGetHeapStats(HeapStats_t *pxHeapStats)
{
	struct room room = room_now();
	tarn_port_key key;

	pxHeapStats->xAvailableHeapSpaceInBytes = room.free;
	pxHeapStats->xSizeOfLargestFreeBlockInBytes = room.largest;
	pxHeapStats->xSizeOfSmallestFreeBlockInBytes = room.smallest;
	pxHeapStats->xNumberOfFreeBlocks = room.blocks;
	pxHeapStats->xMinimumEverFreeBytesRemaining = room.least;
	key = tarn_port_lock();
	pxHeapStats->xNumberOfSuccessfulAllocations = calls.allocations;
	pxHeapStats->xNumberOfSuccessfulFrees = calls.frees;
	tarn_port_unlock(key);
}
#endif

/* Call it before the scheduler starts again. It forgets every block, those of malloc included, and
 * the regions. */
void vPortHeapResetState(void)
{
	tarn_malloc_init();
	memset(&calls, 0, sizeof(calls));
}
