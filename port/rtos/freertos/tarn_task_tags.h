/* SPDX-License-Identifier: MIT
 * A word of tags for each task of FreeRTOS (tarn_tag.h). It takes one line at the end of
 * FreeRTOSConfig.h:
 *
 *     #include "tarn_task_tags.h"
 *
 * The kernel exchanges the word when it switches tasks. The word of a task lies in its thread-local
 * storage pointer TARN_TASK_TAGS_INDEX, which is for nothing else. A new task has entered no tag.
 * The tags of a deleted task are gone with it. Those of main() are gone when the scheduler starts.
 * For interrupts see port/porting.md, Tags.
 *
 *   cost    7 instructions for each switch on a Cortex-M4; none for malloc; a pointer for each task
 *   needs   a kernel from V10.1 on, on one core. If you have a traceTASK_SWITCHED_OUT and a
 *           traceTASK_SWITCHED_IN of your own, call TARN_TASK_SWITCHED_OUT() and
 *           TARN_TASK_SWITCHED_IN() in them. Define TARN_TASK_TAGS_TRACED before this line */
#ifndef TARN_TASK_TAGS_H
#define TARN_TASK_TAGS_H

#ifndef configNUM_THREAD_LOCAL_STORAGE_POINTERS
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 1
#endif

/* The default is the last. */
#ifndef TARN_TASK_TAGS_INDEX
#define TARN_TASK_TAGS_INDEX (configNUM_THREAD_LOCAL_STORAGE_POINTERS - 1)
#endif
#if configNUM_THREAD_LOCAL_STORAGE_POINTERS < 1
#error "tarn_task_tags.h: configNUM_THREAD_LOCAL_STORAGE_POINTERS is 0: the tags need one"
#elif TARN_TASK_TAGS_INDEX < 0 || TARN_TASK_TAGS_INDEX >= configNUM_THREAD_LOCAL_STORAGE_POINTERS
#error "tarn_task_tags.h: TARN_TASK_TAGS_INDEX: 0 to configNUM_THREAD_LOCAL_STORAGE_POINTERS - 1"
#endif
#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#error "tarn_task_tags.h: needs a kernel on one core"
#endif

/* Used in tasks.c, the only file that knows the struct of a task. */
#define TARN_TASK_POINTER (pxCurrentTCB->pvThreadLocalStoragePointers[TARN_TASK_TAGS_INDEX])

#define TARN_TASK_SWITCHED_OUT() (TARN_TASK_POINTER = (void *)(uintptr_t)tarn_tags_here[0])
#define TARN_TASK_SWITCHED_IN()  (tarn_tags_here[0] = (uint32_t)(uintptr_t)TARN_TASK_POINTER)

#ifndef TARN_TASK_TAGS_TRACED
#if defined(traceTASK_SWITCHED_OUT) || defined(traceTASK_SWITCHED_IN)
#error "tarn_task_tags.h: call TARN_TASK_SWITCHED_OUT() and _IN() in your trace macros: see its top"
#endif
#define traceTASK_SWITCHED_OUT() TARN_TASK_SWITCHED_OUT()
#define traceTASK_SWITCHED_IN()  TARN_TASK_SWITCHED_IN()
#endif

#ifndef __ASSEMBLER__ /* assembler files of a port include the configuration, too */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern uint32_t tarn_tags_here[]; /* in pool/; does not link if TARN_TAGS is 0 */

#ifdef __cplusplus
}
#endif
#endif

#endif
