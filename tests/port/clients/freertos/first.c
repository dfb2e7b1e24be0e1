/* SPDX-License-Identifier: MIT
 * The very first calls, from main() before the scheduler runs, or from an interrupt. None may call
 * the kernel. Its critical sections leave interrupts masked until it runs, and it asserts that no
 * interrupt calls it. */
#include "parts.h"

#include <stdlib.h>

#include "tarn_object.h"
#include "tarn_port_extra.h"

/* A pool that is set up by its first use. */
struct ball {
	void *link; /* room for a free object's link */
};
TARN_OBJECT_POOL(balls, struct ball, 4, TARN_OBJECT_REFUSE);

static bool masked(void)
{
	uint32_t primask, basepri;

	__asm volatile("mrs %0, primask\n\tmrs %1, basepri" : "=r"(primask), "=r"(basepri));
	return primask || basepri;
}

#define UNMASKED(call)                                \
	do {                                          \
		call;                                 \
		expect(!masked(), "masks-at-" #call); \
	} while (0)

static void each_call(void)
{
	HeapStats_t stats;
	struct ball *ball;
	void *block;

	UNMASKED(block = pvPortMalloc(40));
	UNMASKED(block = pvPortRealloc(block, 400));
	UNMASKED(vPortFree(block));
	UNMASKED(block = pvPortCalloc(4, 10));
	UNMASKED(free(block));
	UNMASKED(vPortGetHeapStats(&stats));
	UNMASKED(stats.xAvailableHeapSpaceInBytes = xPortGetFreeHeapSize());
	UNMASKED(stats.xMinimumEverFreeBytesRemaining = xPortGetMinimumEverFreeHeapSize());
	UNMASKED(vPortInitialiseBlocks());
	UNMASKED(ball = balls_get(&balls));
	UNMASKED(balls_put(&balls, ball));
}

static volatile bool called;

static void first_tick(void)
{
	if (!called)
		each_call();
	called = true;
}

void first_calls(void)
{
	expect(!masked(), "masked-at-main");
	if (!asked.first_in_interrupt) {
		each_call();
		return;
	}
	port_tick_start(100, first_tick);
	while (!called)
		;
	port_tick_stop();
	expect(!masked(), "masked-by-an-interrupt");
}
