/* SPDX-License-Identifier: MIT
 * What heap_tarn.c has and the kernel's headers do not declare. */
#ifndef TARN_FREERTOS_H
#define TARN_FREERTOS_H

#include "FreeRTOS.h"
#include "task.h"

#define TARN_KERNEL_SINCE(major, minor)       \
	(tskKERNEL_VERSION_MAJOR > (major) || \
	 (tskKERNEL_VERSION_MAJOR == (major) && tskKERNEL_VERSION_MINOR >= (minor)))

#ifdef __cplusplus
extern "C" {
#endif

/* realloc(), as FreeRTOS-Kernel#1315 asks for it. `pv` is a live block, of pvPortMalloc or malloc.
 *
 *   returns  a block of xWantedSize bytes that begins with what `pv` held: `pv` where that can
 *            grow or shrink in its place. It keeps the tag of `pv` (tarn_tag.h).
 *            With a `pv` of NULL: as pvPortMalloc(xWantedSize).
 *            With a size of 0: `pv` is freed, and NULL returned. That is no refusal.
 *            Else NULL iff `pv` cannot grow in its place, and no heap has room for a second
 *            block or the tag's limit leaves none: both count while the bytes are copied. Then
 *            tarn_on_refused's handler and the failed hook were called. Or NULL after a fault.
 *            `pv` is then as it was.
 *   cost     a few instructions more than tarn_realloc: a copy where the block moves
 *   context  as pvPortMalloc
 *   counts   neither an allocation nor a free: both counts differ by the live blocks. Traced as
 *            traceFREE and then traceMALLOC
 *   faults   as vPortFree
 *
 * With configHEAP_CLEAR_MEMORY_ON_FREE the bytes that `pv` gives up are cleared. A block that grows
 * is then a new one, with the tag of who calls. It never grows in its place: NULL iff no heap has
 * room for a second block, or that tag's limit leaves none. */
#if !defined(configSUPPORT_HEAP_REALLOC) || configSUPPORT_HEAP_REALLOC == 0
void *pvPortRealloc(void *pv, size_t xWantedSize);
#endif

/* calloc(), which kernels before V10.5 do not declare. A product that overflows is refused. */
#if !TARN_KERNEL_SINCE(10, 5)
void *pvPortCalloc(size_t xNum, size_t xSize);
#endif

#ifdef __cplusplus
}
#endif

#endif
