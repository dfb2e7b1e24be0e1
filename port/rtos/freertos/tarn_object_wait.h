/* SPDX-License-Identifier: MIT
 * Tasks of FreeRTOS that wait for an object of a typed pool.
 *
 *   TARN_OBJECT_POOL(buffers, struct buffer, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED);
 *   TARN_OBJECT_WAIT(buffers);
 *
 *   struct buffer *buffer = buffers_wait(&buffers, pdMS_TO_TICKS(20));
 *
 * A program compiles object_wait.c of this folder once. It needs a kernel from V10.4 on, with
 * INCLUDE_xTaskGetSchedulerState. Before V10.5 it also needs INCLUDE_xTaskGetCurrentTaskHandle. It
 * allocates nothing: a task that waits is noted on its own stack. */
#ifndef TARN_OBJECT_WAIT_H
#define TARN_OBJECT_WAIT_H

#include "FreeRTOS.h"
#include "task.h"

#include "tarn_object.h"

/* The index of the task notification on which a task sleeps while it waits. The task and what it
 * calls may not use that one for anything else. The default is the last. With one for each task,
 * which is the kernel's default, stream buffers use it, too. */
#ifndef TARN_WAIT_INDEX
#define TARN_WAIT_INDEX (configTASK_NOTIFICATION_ARRAY_ENTRIES - 1)
#endif

/* Is the caller an interrupt handler? If the kernel's port does not tell, define it. */
#ifndef TARN_IN_INTERRUPT
#define TARN_IN_INTERRUPT() xPortIsInsideInterrupt()
#endif

/* Makes for a type with TARN_OBJECT_WAITED:
 *
 *   T *NAME_wait(struct NAME *pool, TickType_t ticks)
 *       Gets an object, as NAME_get. While there is none, the task sleeps until one is put, at most
 *       `ticks` ticks. 0 does not wait. portMAX_DELAY waits forever, with INCLUDE_vTaskSuspend. A
 *       put wakes all tasks that wait for this pool. The task with the highest priority gets the
 *       object; of equals, the one that waits longest. The others sleep again. A put may come from
 *       an interrupt that may call the kernel.
 *       returns  NULL iff there was no object when the time was over, or xTaskAbortDelay ended the
 *                wait
 *       cost     as NAME_get and two tests, if there is an object. A put: two tests while no task
 *                waits, or else one critical section with a step for each task that waits
 *       context  a task, outside of critical sections and of the pool's hooks. It may not be
 *                deleted while it waits, nor a hook of this get be left (tarn_object.h): the list
 *                of waiting tasks lies on their stacks
 *       counts   each look that finds none counts in `refused`: two or more for a wait
 *       faults   TARN_FAULT_CONTEXT, then NULL, and nothing changed: in an interrupt, before the
 *                scheduler runs, or while it is suspended. Those of NAME_get */
#define TARN_OBJECT_WAIT(name)                                                                \
	static inline                                                                         \
		__attribute__((__unused__)) void *name##_look_(struct tarn_object_pool *pool) \
	{                                                                                     \
		return name##_get((struct name *)(void *)pool);                               \
	}                                                                                     \
	static inline __attribute__((__unused__))                                             \
	name##_object_ *name##_wait(struct name *pool, TickType_t ticks)                      \
	{                                                                                     \
		return (name##_object_ *)tarn_object_wait_(&pool->core, name##_look_, ticks); \
	}                                                                                     \
	_Static_assert(name##_options & TARN_OBJECT_WAITED,                                   \
		       #name ": TARN_OBJECT_WAIT of a type without TARN_OBJECT_WAITED")

void *tarn_object_wait_(struct tarn_object_pool *pool, void *(*get)(struct tarn_object_pool *pool),
			TickType_t ticks);

#endif
