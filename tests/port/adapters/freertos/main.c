/* SPDX-License-Identifier: MIT
 * What port/rtos/freertos needs of an application, and the first calls of the program.
 *
 *   interrupt=1   the program's first call comes from the tick; otherwise from main */
#include "freertos.h"

#include "../../../../port/private/libc_heaps.h"
#include "args.h"
#include "tarn_object.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

/* ---- An application ---------------------------------------------------------------------- */

struct told told;

void vApplicationMallocFailedHook(void)
{
	told.hooked++;
}

/* A block is told while it is there, in both directions, with its bytes. */
void test_trace(int change, const void *block, size_t size)
{
	struct tarn_heap *heap = libc_heap_of(block);

	CHECK(block ? tarn_is_live(heap, block) && size == tarn_usable_size(heap, block)
		    : change > 0 && size == 0);
	told.traced += block ? change : 0;
	told.traced_bytes += change < 0 ? 0 - size : size;
}

void test_assert(int holds)
{
	told.asserted += !holds;
}

static void on_fault(const struct tarn_fault *fault)
{
	told.fault = *fault;
	told.faults++;
}

static void on_refused(const struct tarn_refusal *refusal)
{
	told.refusal = *refusal;
	told.refusals++;
	told.hooked_before = told.hooked;
}

/* ---- The first calls, of which one makes the heap if no libc's startup did ----------------- */

/* Are the interrupts masked that the port's lock masks? A critical section of a kernel whose
 * scheduler does not run yet would leave them masked. */
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

static void first_calls(void)
{
	HeapStats_t stats;
	struct ball *ball;

	vPortFree(pvPortMalloc(40));
	CHECK(!masked());
	ball = balls_get(&balls);
	CHECK(ball && !masked());
	balls_put(&balls, ball);
	vPortInitialiseBlocks();
	xPortResetHeapMinimumEverFreeHeapSize();
	CHECK(!masked() && xPortGetMinimumEverFreeHeapSize() <= xPortGetFreeHeapSize());
	vPortGetHeapStats(&stats);
	CHECK(!masked());
	CHECK(stats.xNumberOfSuccessfulAllocations == 1 && stats.xNumberOfSuccessfulFrees == 1);
}

static volatile bool ticked;

static void first_tick(void)
{
	if (ticked)
		return;
	ticked = true;
	vPortFree(pvPortMalloc(40));
	balls_put(&balls, balls_get(&balls));
}

static void first_call_in_an_interrupt(void)
{
	port_tick_start(100, first_tick);
	while (!ticked)
		;
	port_tick_stop();
	CHECK(!masked());
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "interrupt");
	if (arg_u64(argc, argv, "interrupt", 0))
		first_call_in_an_interrupt();
	else
		first_calls();
	tarn_on_fault(on_fault);
	tarn_on_refused(on_refused);
	does_the_heap_keep_its_promises();
	are_misuses_told();
	CHECK(tarn_check(&tarn_default, NULL) == 0);
	return adapters_verdict("freertos");
}
