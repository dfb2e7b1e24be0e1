/* SPDX-License-Identifier: MIT
 * A word of tags for each task of FreeRTOS (tarn_tag.h): one line at the end of FreeRTOSConfig.h.
 *
 *     #include "tarn_task_tags.h"
 *
 * The kernel exchanges the word as it switches tasks. A task's lies in its thread-local storage
 * pointer TARN_TASK_TAGS_INDEX, which is for nothing else. A new task has entered nothing. What a
 * task has entered when it is deleted is forgotten with it, and so is what main() has entered when
 * the scheduler starts. Interrupts: port/README.md, Tags.
 *
 *   cost    each switch 7 instructions on a Cortex-M4; malloc none; each task a pointer
 *   needs   a kernel from V10.1 on, on one core. With a traceTASK_SWITCHED_OUT and a
 *           traceTASK_SWITCHED_IN of your own: call TARN_TASK_SWITCHED_OUT() and
 *           TARN_TASK_SWITCHED_IN() in them, and define TARN_TASK_TAGS_TRACED before this line */
#ifndef TARN_TASK_TAGS_H
#define TARN_TASK_TAGS_H

#ifndef configNUM_THREAD_LOCAL_STORAGE_POINTERS
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 1
#endif

/* Default: the last. */
#ifndef TARN_TASK_TAGS_INDEX
#define TARN_TASK_TAGS_INDEX (configNUM_THREAD_LOCAL_STORAGE_POINTERS - 1)
#endif
#if TARN_TASK_TAGS_INDEX < 0 || TARN_TASK_TAGS_INDEX >= configNUM_THREAD_LOCAL_STORAGE_POINTERS
#error "tarn_task_tags.h: configNUM_THREAD_LOCAL_STORAGE_POINTERS has none for the tags"
#endif
#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#error "tarn_task_tags.h: one core"
#endif

/* In tasks.c, which alone knows what a task is. */
#define TARN_TASK_POINTER (pxCurrentTCB->pvThreadLocalStoragePointers[TARN_TASK_TAGS_INDEX])

#define TARN_TASK_SWITCHED_OUT() (TARN_TASK_POINTER = (void *)(uintptr_t)tarn_tags_here[0])
#define TARN_TASK_SWITCHED_IN()  (tarn_tags_here[0] = (uint32_t)(uintptr_t)TARN_TASK_POINTER)

#ifndef TARN_TASK_TAGS_TRACED
#if defined(traceTASK_SWITCHED_OUT) || defined(traceTASK_SWITCHED_IN)
#error "tarn_task_tags.h: your traceTASK_SWITCHED_OUT and _IN are to call TARN_TASK_SWITCHED_OUT() and _IN(): see there"
#endif
#define traceTASK_SWITCHED_OUT() TARN_TASK_SWITCHED_OUT()
#define traceTASK_SWITCHED_IN()  TARN_TASK_SWITCHED_IN()
#endif

#ifndef __ASSEMBLER__ /* ports include their configuration there, too */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern uint32_t tarn_tags_here[]; /* of pool/: an undefined reference where TARN_TAGS is 0 */

#ifdef __cplusplus
}
#endif
#endif

#endif
