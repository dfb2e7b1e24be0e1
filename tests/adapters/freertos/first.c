/* SPDX-License-Identifier: MIT
 * The first calls of the program. They must not call the kernel. */
#include "freertos.h"

#include "tarn_object.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

/* ---- A kernel that is not started yet ---------------------------------------------------- */

/* As in FreeRTOS's ports: before the scheduler starts, the end of a critical section leaves
 * interrupts masked, because its depth is not 0 yet. An interrupt must call none of these. */
static unsigned kernel_calls, kernel_asserted;
static volatile bool in_interrupt;
static tarn_port_key unmasked;

static void kernel_called(void)
{
	kernel_calls++;
	kernel_asserted += in_interrupt;
}

void vTaskSuspendAll(void)
{
	kernel_called();
}

BaseType_t xTaskResumeAll(void)
{
	kernel_called();
	unmasked = tarn_port_lock();
	return 0;
}

/* Are the interrupts masked that the port's lock masks? */
static bool masked(void)
{
	tarn_port_key now = tarn_port_lock();
	tarn_port_key again = tarn_port_lock();
	bool same = now == again;

	tarn_port_unlock(now);
	return same;
}

/* A pool that its first use sets up. */
struct ball {
	uint32_t link; /* room for the link of a free object */
};
TARN_OBJECT_POOL(balls, struct ball, 40, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);

#define LEAVES_THE_KERNEL_ALONE(call) \
	((void)(call), check(!masked() && !kernel_calls, #call, __FILE__, __LINE__))

/* Each call that may be the first one. */
static void first_calls(void)
{
	HeapStats_t stats;
	void *block;

	LEAVES_THE_KERNEL_ALONE(xPortGetFreeHeapSize());
	LEAVES_THE_KERNEL_ALONE(block = pvPortMalloc(40));
	LEAVES_THE_KERNEL_ALONE((vPortFree(block), 0));
	LEAVES_THE_KERNEL_ALONE(block = pvPortCalloc(2, 300));
	LEAVES_THE_KERNEL_ALONE((vPortFree(block), 0));
	LEAVES_THE_KERNEL_ALONE((vPortGetHeapStats(&stats), 0));
	LEAVES_THE_KERNEL_ALONE(xPortGetMinimumEverFreeHeapSize());
	LEAVES_THE_KERNEL_ALONE((xPortResetHeapMinimumEverFreeHeapSize(), 0));
	LEAVES_THE_KERNEL_ALONE((vPortInitialiseBlocks(), 0));
	LEAVES_THE_KERNEL_ALONE(block = balls_get(&balls));
	LEAVES_THE_KERNEL_ALONE((balls_put(&balls, (struct ball *)block), 0));
	CHECK(stats.xNumberOfSuccessfulAllocations == 2 && stats.xNumberOfSuccessfulFrees == 2);
}

static volatile unsigned ticks;

static void first_tick(void)
{
	void *block;

	if (ticks++)
		return;
	in_interrupt = true;
	block = pvPortMalloc(40);
	CHECK(block != NULL && !kernel_calls && !kernel_asserted);
	vPortFree(block);
	block = balls_get(&balls);
	CHECK(block != NULL && !kernel_calls && !kernel_asserted);
	balls_put(&balls, (struct ball *)block);
	in_interrupt = false;
}

static void first_call_in_an_interrupt(void)
{
	port_tick_start(100, first_tick);
	while (!ticks)
		;
	port_tick_stop();
	CHECK(!masked());
	ticks = 0;
}

/* The stand-ins for the kernel notice calls, and masked() sees that these mask interrupts. */
static void the_kernel_notices(void)
{
	unsigned calls = kernel_calls;

	in_interrupt = true;
	vTaskSuspendAll();
	in_interrupt = false;
	xTaskResumeAll();
	CHECK(masked() && kernel_asserted == 1 && kernel_calls == calls + 2);
	tarn_port_unlock(unmasked);
	CHECK(!masked());
	kernel_calls = kernel_asserted = 0;
}

/* This call makes the heap if no libc's startup did. */
void does_the_first_call_leave_the_kernel_alone(bool interrupt)
{
	if (interrupt)
		first_call_in_an_interrupt();
	else
		first_calls();
	the_kernel_notices();
}

unsigned kernel_was_called(void)
{
	return kernel_calls;
}
