/* SPDX-License-Identifier: MIT
 * Who creates a task, a queue, a timer, ... owns its blocks (level 3), and is named by its refusals
 * and faults. Otherwise it is the kernel: xTaskCreate. It takes one line at the end of
 * FreeRTOSConfig.h:
 *
 *     #include "tarn_task_callers.h"
 *
 *   cost    none in RAM; an instruction or two for each request of the kernel
 *   needs   gcc or clang with -O1, -O2 or -Os for the kernel's files. Otherwise kernels from V11 on
 *           still name xTaskCreate, which calls a function that allocates. Mutexes and semaphores
 *           name xQueueCreateMutex and its like */
#ifndef TARN_TASK_CALLERS_H
#define TARN_TASK_CALLERS_H

/* The files of the kernel, and only they and heap_tarn.c, define the first name. */
#if defined(MPU_WRAPPERS_INCLUDED_FROM_API_FILE) && !defined(TARN_HEAP_TARN_C) && \
	!defined(__ASSEMBLER__)
#include <stddef.h>

void *tarn_freertos_malloc_for(size_t size, void *caller); /* heap_tarn.c */

/* Inlined into the kernel's function, whose return address it takes. */
static inline __attribute__((__always_inline__, __unused__)) void *tarn_kernel_malloc(size_t size)
{
	return tarn_freertos_malloc_for(size, __builtin_return_address(0));
}
#define pvPortMalloc tarn_kernel_malloc
#endif

#endif
