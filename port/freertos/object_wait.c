/* SPDX-License-Identifier: MIT
 * Tasks of FreeRTOS that wait for objects: tarn_object_wait.h is the contract.
 *
 * No wake-up is lost: a task is on the list before the get after which it sleeps. A put that this
 * get did not see finds the task there. It stays in its place until it has an object: so each of
 * equals has its turn. */
#include "tarn_object_wait.h"

#include "tarn_port.h"

#if tskKERNEL_VERSION_MAJOR < 10 || (tskKERNEL_VERSION_MAJOR == 10 && tskKERNEL_VERSION_MINOR < 4)
#error "object_wait.c: a kernel from V10.4 on"
#endif
#if !INCLUDE_xTaskGetSchedulerState
#error "object_wait.c: INCLUDE_xTaskGetSchedulerState is 0"
#endif
#if !INCLUDE_xTaskGetCurrentTaskHandle
#error "object_wait.c: INCLUDE_xTaskGetCurrentTaskHandle is 0"
#endif

/* On the stack of a task that waits. */
struct waiter {
	struct waiter *next;
	const struct tarn_object_pool *pool;
	TaskHandle_t task;
};

/* Who waits longest comes first. Changed in the kernel's critical sections: Tarn's lock is no place
 * to call the kernel from, whose own end of a section may open it. */
static struct waiter *waiting;

/* ---- Put ---------------------------------------------------------------------------------- */

/* In a critical section: wake all that wait for the pool. True: one of them is more urgent than who
 * runs. The call for interrupts never switches tasks itself, while the list is read. */
static BaseType_t wake(const struct tarn_object_pool *pool)
{
	BaseType_t more_urgent = pdFALSE;

	for (const struct waiter *waiter = waiting; waiter; waiter = waiter->next)
		if (waiter->pool == pool)
			vTaskNotifyGiveIndexedFromISR(waiter->task, TARN_WAIT_INDEX, &more_urgent);
	return more_urgent;
}

/* Before the scheduler runs nobody waits, and the kernel is not called. The pool's lock orders this
 * look and a task that comes to the list: either it is seen, or its get sees the object. */
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
	ulTaskNotifyTakeIndexed(TARN_WAIT_INDEX, pdTRUE, 0); /* a put may have told it meanwhile */
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
