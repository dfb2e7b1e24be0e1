/* SPDX-License-Identifier: MIT
 * The part of FreeRTOS's headers that a heap_x.c is compiled with, as their manual describes it: the
 * kernel itself is not here. */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#include <stddef.h>
#include <stdint.h>

typedef long BaseType_t;

#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configUSE_MALLOC_FAILED_HOOK     1
#define configHEAP_CLEAR_MEMORY_ON_FREE  1
#define portBYTE_ALIGNMENT               8

#define configASSERT(x) test_assert(x)
void test_assert(int holds);

#define traceMALLOC(pvAddress, uiSize) test_trace(1, (pvAddress), (uiSize))
#define traceFREE(pvAddress, uiSize)   test_trace(-1, (pvAddress), (uiSize))
void test_trace(int change, const void *block, size_t size);

typedef struct xHeapStats {
	size_t xAvailableHeapSpaceInBytes;
	size_t xSizeOfLargestFreeBlockInBytes;
	size_t xSizeOfSmallestFreeBlockInBytes;
	size_t xNumberOfFreeBlocks;
	size_t xMinimumEverFreeBytesRemaining;
	size_t xNumberOfSuccessfulAllocations;
	size_t xNumberOfSuccessfulFrees;
} HeapStats_t;

typedef struct HeapRegion {
	uint8_t *pucStartAddress;
	size_t xSizeInBytes;
} HeapRegion_t;

void vPortDefineHeapRegions(const HeapRegion_t *const pxHeapRegions);
void *pvPortMalloc(size_t xWantedSize);
void *pvPortCalloc(size_t xNum, size_t xSize);
void vPortFree(void *pv);
size_t xPortGetFreeHeapSize(void);
size_t xPortGetMinimumEverFreeHeapSize(void);
void xPortResetHeapMinimumEverFreeHeapSize(void);
void vPortGetHeapStats(HeapStats_t *pxHeapStats);
void vPortInitialiseBlocks(void);
void vPortHeapResetState(void);
void vApplicationMallocFailedHook(void);

#endif
