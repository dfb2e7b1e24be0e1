/* SPDX-License-Identifier: MIT
 * The part of FreeRTOS's headers that port/rtos/freertos needs, as FreeRTOS's manual describes it.
 * The kernel itself is not here. KERNEL_MINOR=n: as in V10.n. */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#include <stddef.h>
#include <stdint.h>

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;

#define pdFALSE       ((BaseType_t)0)
#define pdTRUE        ((BaseType_t)1)
#define portMAX_DELAY ((TickType_t)0xffffffff)

#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configUSE_MALLOC_FAILED_HOOK     1
#ifndef portBYTE_ALIGNMENT
#define portBYTE_ALIGNMENT 8
#endif

#ifdef portUSING_MPU_WRAPPERS
#define PRIVILEGED_DATA __attribute__((section("privileged_data")))
#else
#define PRIVILEGED_DATA
#endif

#define configTASK_NOTIFICATION_ARRAY_ENTRIES 1
#define INCLUDE_xTaskGetSchedulerState        1
#define INCLUDE_xTaskGetCurrentTaskHandle     1

BaseType_t xPortIsInsideInterrupt(void);
void portYIELD_FROM_ISR(BaseType_t more_urgent);

/* Most projects do not set this. Then heap_x.c does. */
#if !defined(KERNEL_MINOR) && !defined(configHEAP_CLEAR_MEMORY_ON_FREE)
#define configHEAP_CLEAR_MEMORY_ON_FREE 1
#endif

#if defined(TARN_TAGS) && TARN_TAGS > 0
#include "tarn_task_tags.h"
#endif
#include "tarn_task_callers.h"

#define configASSERT(x) test_assert(x)
void test_assert(int holds);

/* Most projects have no traces. */
#ifdef KERNEL_MINOR
#define traceMALLOC(pvAddress, uiSize)
#define traceFREE(pvAddress, uiSize)
#else
#define traceMALLOC(pvAddress, uiSize) test_trace(1, (pvAddress), (uiSize))
#define traceFREE(pvAddress, uiSize)   test_trace(-1, (pvAddress), (uiSize))
void test_trace(int change, const void *block, size_t size);
#endif

#if !defined(KERNEL_MINOR) || KERNEL_MINOR >= 3
typedef struct xHeapStats {
	size_t xAvailableHeapSpaceInBytes;
	size_t xSizeOfLargestFreeBlockInBytes;
	size_t xSizeOfSmallestFreeBlockInBytes;
	size_t xNumberOfFreeBlocks;
	size_t xMinimumEverFreeBytesRemaining;
	size_t xNumberOfSuccessfulAllocations;
	size_t xNumberOfSuccessfulFrees;
} HeapStats_t;

void vPortGetHeapStats(HeapStats_t *pxHeapStats);
#endif

typedef struct HeapRegion {
	uint8_t *pucStartAddress;
	size_t xSizeInBytes;
} HeapRegion_t;

#ifdef __cplusplus
extern "C" {
#endif
void vPortDefineHeapRegions(const HeapRegion_t *const pxHeapRegions);
void *pvPortMalloc(size_t xWantedSize);
void vPortFree(void *pv);
size_t xPortGetFreeHeapSize(void);
size_t xPortGetMinimumEverFreeHeapSize(void);
void vPortInitialiseBlocks(void);
#ifndef KERNEL_MINOR
void *pvPortCalloc(size_t xNum, size_t xSize);
void xPortResetHeapMinimumEverFreeHeapSize(void);
void vPortHeapResetState(void);
void vApplicationMallocFailedHook(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
