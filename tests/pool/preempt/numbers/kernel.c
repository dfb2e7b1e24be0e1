/* SPDX-License-Identifier: MIT
 * The tasks run on a FreeRTOS kernel, whose folder KERNEL names. They have one priority, and its
 * tick switches them. The tick itself allocates and looks, too. */
#include "FreeRTOSConfig.h" /* by name: then a change of it is noticed */

#include <tasks.c>

#include <list.c>
#include <port.c>

#include "numbers.h"

#include "../vectors.h"
#include "tarn_port.h"

#define VECTOR_SVC  11
#define STACK_WORDS 512

const char numbers_scheduler[] = "FreeRTOS-" tskKERNEL_VERSION_NUMBER;

static uint32_t ticks;
static volatile bool begun;

void vApplicationTickHook(void)
{
	void *block;

	if (!begun)
		return;
	block = pvPortMalloc(64);
	numbers_tick.allocations += block != NULL;
	numbers_tags_look(&numbers_tick, block);
	if (ticks++ % 16 == 0)
		numbers_look(&numbers_tick);
	vPortFree(block);
	numbers_tick.frees += block != NULL;
}

static void task_main(void *task)
{
	hammer(task);
	vTaskSuspend(NULL);
}

/* Tasks that are deleted with a tag entered. Each gets the memory of the one before. */
#define VISITORS 3
static volatile uint32_t visitors;

static void visitor_main(void *unused)
{
	(void)unused;
	numbers_tags_begin(&numbers_tick);
	numbers_tags_left_open();
	visitors++;
	vTaskSuspend(NULL);
}

static void visit(void)
{
	TaskHandle_t visitor;
	uint32_t before = visitors;

	xTaskCreate(visitor_main, "visitor", STACK_WORDS, NULL, 2, &visitor);
	while (visitors == before)
		taskYIELD();
	vTaskDelete(visitor);
}

/* The most urgent task: it runs before the others. */
static void waiting_main(void *unused)
{
	(void)unused;
	for (uint32_t i = 0; i < VISITORS; i++)
		visit();
	numbers_begin();
	begun = true;
	for (uint32_t i = 0; i < TASKS; i++) {
		while (!get_done(&tasks[i]))
			vTaskDelay(1);
	}
	portDISABLE_INTERRUPTS();
	numbers_end(ticks);
}

void numbers_run(uint32_t seed)
{
	uintptr_t *vectors = vectors_own();

	(void)seed;
	vectors[VECTOR_SVC] = (uintptr_t)vPortSVCHandler;
	vectors[VECTOR_PENDSV] = (uintptr_t)xPortPendSVHandler;
	vectors[VECTOR_SYSTICK] = (uintptr_t)xPortSysTickHandler;
	for (uint32_t i = 0; i < TASKS; i++)
		xTaskCreate(task_main, "task", STACK_WORDS, &tasks[i], 1, NULL);
	xTaskCreate(waiting_main, "waiting", STACK_WORDS, NULL, 2, NULL);
	vTaskStartScheduler();
	numbers_end(0);
}
