/* SPDX-License-Identifier: MIT
 * Tasks of FreeRTOS that wait for objects: tarn_object_wait.h is the contract.
 *
 * No wake-up is lost: a task enters the list before the get after which it sleeps. So if the get
 * misses a put, that put finds the task on the list. The task keeps its place until it has an
 * object. So tasks of equal priority take turns. */
#include "tarn_object_wait.h"

#include "tarn_port.h"

#if tskKERNEL_VERSION_MAJOR < 10 || (tskKERNEL_VERSION_MAJOR == 10 && tskKERNEL_VERSION_MINOR < 4)
#error "object_wait.c: needs a kernel from V10.4 on"
#endif
#if !INCLUDE_xTaskGetSchedulerState
#error "object_wait.c: INCLUDE_xTaskGetSchedulerState is 0: set it to 1"
#endif
#if !INCLUDE_xTaskGetCurrentTaskHandle
#error "object_wait.c: INCLUDE_xTaskGetCurrentTaskHandle is 0: set it to 1"
#endif

/* A task that waits. It lies on the task's stack. */
struct waiter {
	struct waiter *next;
	const struct tarn_object_pool *pool;
	TaskHandle_t task;
};

/* The waiting tasks, the one that waits longest first. The kernel's critical sections protect the
 * list. Tarn's lock does not: a kernel call inside it may end a critical section, which would open
 * the lock. */
PRIVILEGED_DATA static struct waiter *waiting;

/* ---- Put ---------------------------------------------------------------------------------- */

/* Inside a critical section: wakes all tasks that wait for the pool. True: one of them has a higher
 * priority than the running task. The FromISR call never switches tasks while the list is read. */
static BaseType_t wake(const struct tarn_object_pool *pool)
{
	BaseType_t more_urgent = pdFALSE;

	for (const struct waiter *waiter = waiting; waiter; waiter = waiter->next)
		if (waiter->pool == pool)
			vTaskNotifyGiveIndexedFromISR(waiter->task, TARN_WAIT_INDEX, &more_urgent);
	return more_urgent;
}

/* Before the scheduler runs no task waits, so this does not call the kernel. The pool's lock orders
 * this read of the list and a task that enters it. Either this put sees the task, or the task's get
 * sees the object. */
void tarn_port_object_put(struct tarn_object_pool *pool)
{
	BaseType_t more_urgent;

	if (!waiting)
		return;
	if (TARN_IN_INTERRUPT()) {
		UBaseType_t mask = taskENTER_CRITICAL_FROM_ISR();

		more_urgent = wake(pool);
		taskEXIT_CRITICAL_FROM_ISR(mask);
		portYIELD_FROM_ISR(more_urgent);
	} else {
		taskENTER_CRITICAL();
		more_urgent = wake(pool);
		taskEXIT_CRITICAL();
		if (more_urgent)
			taskYIELD();
	}
}

/* ---- Wait --------------------------------------------------------------------------------- */

static void join(struct waiter *self)
{
	struct waiter **at = &waiting;

	self->next = NULL;
	taskENTER_CRITICAL();
	while (*at)
		at = &(*at)->next;
	*at = self;
	taskEXIT_CRITICAL();
}

static void leave(const struct waiter *self)
{
	struct waiter **at = &waiting;

	taskENTER_CRITICAL();
	while (*at != self)
		at = &(*at)->next;
	*at = self->next;
	taskEXIT_CRITICAL();
}

static void *wait(struct waiter *self, struct tarn_object_pool *pool,
		  void *(*get)(struct tarn_object_pool *pool), TickType_t ticks)
{
	TimeOut_t since;
	void *object;

	vTaskSetTimeOutState(&since);
	join(self);
	object = get(pool);
	while (!object && xTaskCheckForTimeOut(&since, &ticks) == pdFALSE) {
		ulTaskNotifyTakeIndexed(TARN_WAIT_INDEX, pdTRUE, ticks);
		object = get(pool);
	}
	leave(self);
	ulTaskNotifyTakeIndexed(TARN_WAIT_INDEX, pdTRUE, 0); /* of a put meanwhile */
	return object;
}

void *tarn_object_wait_(struct tarn_object_pool *pool, void *(*get)(struct tarn_object_pool *pool),
			TickType_t ticks)
{
	struct waiter self = {.pool = pool};
	void *object;

	if (TARN_IN_INTERRUPT() || xTaskGetSchedulerState() != taskSCHEDULER_RUNNING) {
		tarn_object_cannot_wait_(pool, __builtin_return_address(0));
		return NULL;
	}
	object = get(pool);
	if (object)
		return object;
	self.task = xTaskGetCurrentTaskHandle();
	return wait(&self, pool, get, ticks);
}
