/* SPDX-License-Identifier: MIT
 * The tasks run on the scheduler of tests/pool/preempt/tasks. The calls of a kernel must not be
 * called.
 */
#include "FreeRTOS.h"
#include "task.h"

#include "numbers.h"

void test_trace(int change, const void *block, size_t size)
{
	(void)change, (void)block, (void)size;
}

void vTaskSuspendAll(void)
{
	test_assert(0);
}

BaseType_t xTaskResumeAll(void)
{
	test_assert(0);
	return 0;
}

/* The traces of a kernel's tasks.c. */
#if TARN_TAGS > 0
static struct tskTaskControlBlock {
	void *pvThreadLocalStoragePointers[configNUM_THREAD_LOCAL_STORAGE_POINTERS];
} blocks[TASKS];
static struct tskTaskControlBlock *volatile pxCurrentTCB = blocks;

static void on_switch(uint32_t next)
{
	traceTASK_SWITCHED_OUT();
	pxCurrentTCB = &blocks[next];
	traceTASK_SWITCHED_IN();
}

static void start_tracing(void)
{
	tasks_on_switch = on_switch;
	traceTASK_SWITCHED_IN();
}
#else
static void start_tracing(void)
{
}
#endif

uint32_t numbers_run(uint32_t seed)
{
	start_tracing();
	return tasks_run(seed);
}
