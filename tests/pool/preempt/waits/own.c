/* SPDX-License-Identifier: MIT
 * The calls of a kernel that port/rtos/freertos/object_wait.c needs, on the scheduler of
 * tests/pool/preempt/tasks. This scheduler also runs sleeping tasks: such a task looks whether it
 * was woken. */
#include "FreeRTOS.h"
#include "task.h"

#include "waits.h"

#include "../tasks/hammer.h"
#include "tarn_port_extra.h"

#define SCB_ICSR       (*(volatile uint32_t *)0xE000ED04)
#define ICSR_PENDSVSET (1u << 28)
#define INTERRUPT_US   90u /* the tick has 10 to 120 */

struct task tasks[TASKS];
static struct tskTaskControlBlock {
	volatile uint32_t notified;
#if TARN_TAGS > 0
	void *pvThreadLocalStoragePointers[configNUM_THREAD_LOCAL_STORAGE_POINTERS];
#endif
} blocks[TASKS];
static bool running;
static uint32_t nesting; /* of critical sections: no switch comes inside one */

/* ---- Contexts ----------------------------------------------------------------------------- */

BaseType_t xPortIsInsideInterrupt(void)
{
	uint32_t exception;

	__asm volatile("mrs %0, ipsr" : "=r"(exception));
	return exception != 0;
}

BaseType_t xTaskGetSchedulerState(void)
{
	return running ? taskSCHEDULER_RUNNING : taskSCHEDULER_NOT_STARTED;
}

TaskHandle_t xTaskGetCurrentTaskHandle(void)
{
	return &blocks[tasks_current()];
}

/* As in a kernel, the last exit enables interrupts, even if they were masked before the entry. */
void taskENTER_CRITICAL(void)
{
	__asm volatile("cpsid i" : : : "memory");
	nesting++;
}

void taskEXIT_CRITICAL(void)
{
	if (--nesting == 0)
		__asm volatile("cpsie i" : : : "memory");
}

UBaseType_t taskENTER_CRITICAL_FROM_ISR(void)
{
	uint32_t mask;

	__asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(mask) : : "memory");
	return mask;
}

void taskEXIT_CRITICAL_FROM_ISR(UBaseType_t mask)
{
	__asm volatile("msr primask, %0" : : "r"(mask) : "memory");
}

void taskYIELD(void)
{
	SCB_ICSR = ICSR_PENDSVSET;
}

void portYIELD_FROM_ISR(BaseType_t more_urgent)
{
	if (more_urgent)
		taskYIELD();
}

/* ---- Time and sleep ----------------------------------------------------------------------- */

TickType_t xTaskGetTickCount(void)
{
	return __atomic_load_n(&(uint32_t){tasks_ticks()}, __ATOMIC_RELAXED);
}

void vTaskSetTimeOutState(TimeOut_t *const pxTimeOut)
{
	pxTimeOut->xTimeOnEntering = xTaskGetTickCount();
}

BaseType_t xTaskCheckForTimeOut(TimeOut_t *const pxTimeOut, TickType_t *const pxTicksToWait)
{
	TickType_t now = xTaskGetTickCount();
	TickType_t passed = now - pxTimeOut->xTimeOnEntering;

	if (*pxTicksToWait == portMAX_DELAY)
		return pdFALSE;
	if (passed >= *pxTicksToWait)
		return pdTRUE;
	*pxTicksToWait -= passed;
	pxTimeOut->xTimeOnEntering = now;
	return pdFALSE;
}

uint32_t ulTaskNotifyTakeIndexed(UBaseType_t uxIndex, BaseType_t xClear, TickType_t xTicksToWait)
{
	TaskHandle_t self = xTaskGetCurrentTaskHandle();
	TickType_t since = xTaskGetTickCount();
	uint32_t notified;

	(void)uxIndex, (void)xClear;
	while (!self->notified &&
	       (xTicksToWait == portMAX_DELAY || xTaskGetTickCount() - since < xTicksToWait))
		taskYIELD();
	taskENTER_CRITICAL();
	notified = self->notified;
	self->notified = 0;
	taskEXIT_CRITICAL();
	return notified;
}

void vTaskNotifyGiveIndexedFromISR(TaskHandle_t xTask, UBaseType_t uxIndex,
				   BaseType_t *pxMoreUrgentWoken)
{
	(void)uxIndex;
	xTask->notified++;
	*pxMoreUrgentWoken = pdTRUE;
}

/* ---- Tasks -------------------------------------------------------------------------------- */

/* The traces of a kernel's tasks.c. */
#if TARN_TAGS > 0
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

void hammer(struct task *task)
{
	running = true;
	waits_task(task->number);
	__atomic_store_n(&task->done, true, __ATOMIC_RELEASE);
}

void tasks_hang(uint32_t switches)
{
	(void)switches;
	waits_end();
}

void waits_run(uint32_t seed)
{
	for (uint32_t i = 0; i < TASKS; i++)
		tasks[i] = (struct task){.number = i, .ops = UINT32_C(1) << 20};
	if (!port_urgent_start(INTERRUPT_US, waits_interrupt))
		waits_end();
	start_tracing();
	tasks_run(seed);
	running = false;
	port_urgent_stop();
	waits_end();
}
