/* SPDX-License-Identifier: MIT
 * The tasks run on a FreeRTOS kernel, whose folder KERNEL names. The interrupt is its tick. */
#include "FreeRTOSConfig.h" /* by name: then a change of it is noticed */

#include <tasks.c>

#include <list.c>
#include <port.c>

#include "waits.h"

#include "../vectors.h"
#include "tarn_libc.h"

#define VECTOR_SVC  11
#define STACK_WORDS 512

const char waits_scheduler[] = "FreeRTOS-" tskKERNEL_VERSION_NUMBER;

static volatile uint32_t done;

void vApplicationTickHook(void)
{
	waits_interrupt();
}

void vApplicationMallocFailedHook(void)
{
	configASSERT(0);
}

static void task_main(void *number)
{
	waits_task((uint32_t)(uintptr_t)number);
	taskENTER_CRITICAL();
	done++;
	taskEXIT_CRITICAL();
	if (done == WAITS_TASKS) {
		portDISABLE_INTERRUPTS();
		waits_end();
	}
	vTaskSuspend(NULL);
}

void waits_run(uint32_t seed, bool urgent)
{
	uintptr_t *vectors = vectors_own();

	(void)seed;
	tarn_malloc_init(); /* there is no libc whose startup calls it */
	vectors[VECTOR_SVC] = (uintptr_t)vPortSVCHandler;
	vectors[VECTOR_PENDSV] = (uintptr_t)xPortPendSVHandler;
	vectors[VECTOR_SYSTICK] = (uintptr_t)xPortSysTickHandler;
	for (uint32_t i = 0; i < WAITS_TASKS; i++) {
		UBaseType_t priority = urgent ? i : i != 0;

		xTaskCreate(task_main, "task", STACK_WORDS, (void *)(uintptr_t)i, priority, NULL);
	}
	vTaskStartScheduler();
	waits_end();
}
