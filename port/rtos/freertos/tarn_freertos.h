/* SPDX-License-Identifier: MIT
 * Functions of heap_tarn.c that the kernel's headers do not declare. */
#ifndef TARN_FREERTOS_H
#define TARN_FREERTOS_H

#include "FreeRTOS.h"
#include "task.h"

#include "tarn.h"

#define TARN_KERNEL_SINCE(major, minor)       \
	(tskKERNEL_VERSION_MAJOR > (major) || \
	 (tskKERNEL_VERSION_MAJOR == (major) && tskKERNEL_VERSION_MINOR >= (minor)))

#ifdef __cplusplus
extern "C" {
#endif

/* traceMALLOC and traceFREE are told tarn_usable_size() of the block, whatever the kernel's
 * version, and a refusal as NULL and 0. So what an application adds up is 0 when all is freed.
 * traceFREE comes before the block is freed, and traceMALLOC after it is allocated. These calls
 * trace themselves alone. What malloc() allocates, or tarn_free_tag() frees, is traced only with
 * tarn_freertos_events.h. */

/* realloc(), as FreeRTOS-Kernel#1315 asks for it. `pv` is a live block, of pvPortMalloc or malloc.
 *
 *   returns  a block of xWantedSize bytes that begins with what `pv` held. It is `pv` if that can
 *            grow or shrink in its place. It keeps the tag of `pv` (tarn_tag.h). With a `pv` of
 *            NULL: as pvPortMalloc(xWantedSize). With a size of 0: it frees `pv` and returns NULL.
 *            That is no refusal. Otherwise NULL iff `pv` cannot grow in its place, and no heap has
 *            room for a second block, or the tag's limit leaves none. Both blocks count while the
 *            bytes are copied. It then calls the handler of tarn_on_refused and the failed hook.
 *            NULL, too, after a fault. `pv` is then as it was
 *   cost     a few instructions more than tarn_realloc; a copy if the block moves
 *   context  as pvPortMalloc
 *   counts   neither an allocation nor a free, so that both counts differ by the live blocks
 *   traces   traceFREE while `pv` is there, then traceMALLOC of the block that is there after the
 *            call: after a refusal or a fault, of `pv` again
 *   faults   as vPortFree
 *
 * With configHEAP_CLEAR_MEMORY_ON_FREE it clears the bytes that `pv` gives up. A block that grows
 * is then always a new one, with the tag of the caller. It returns NULL iff no heap has room for a
 * second block, or the limit of that tag leaves none. */
#if !defined(configSUPPORT_HEAP_REALLOC) || configSUPPORT_HEAP_REALLOC == 0
void *pvPortRealloc(void *pv, size_t xWantedSize) TARN_TOLD_(__alloc_size__(2));
#endif

/* pvPortMalloc on behalf of `caller`, an address, for a wrapper of yours (TARN_CALLER, tarn.h). */
/* NOLINTNEXTLINE(readability-redundant-declaration): tarn_task_callers.h has it, too. */
void *tarn_freertos_malloc_for(size_t size, void *caller) TARN_TOLD_(__alloc_size__(1));

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls" /* a kernel may declare these, too */
/* NOLINTBEGIN(readability-redundant-declaration) */

/* calloc(), which kernels before V10.5 do not declare. It refuses a product that overflows. */
void *pvPortCalloc(size_t xNum, size_t xSize) TARN_TOLD_(__alloc_size__(1, 2));

/* As the kernel declares them, with what a compiler may know (tarn.h). gcc is not told that
 * vPortFree frees: it would warn of malloc's blocks, which vPortFree takes, too. */
TARN_UNSET_(1) void *pvPortMalloc(size_t xWantedSize) TARN_TOLD_(__alloc_size__(1));
TARN_TAKES_(1) void vPortFree(void *pv);

/* NOLINTEND(readability-redundant-declaration) */
#pragma GCC diagnostic pop

#ifdef __cplusplus
}
#endif

#endif
