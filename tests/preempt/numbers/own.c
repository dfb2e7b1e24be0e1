/* SPDX-License-Identifier: MIT
 * The tasks on the scheduler of tests/preempt/tasks, and a kernel that nobody may call. */
#include "FreeRTOS.h"
#include "task.h"

#include "numbers.h"

const char numbers_scheduler[] = "own";

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

void numbers_run(uint32_t seed)
{
	numbers_begin();
	numbers_end(tasks_run(seed));
}
