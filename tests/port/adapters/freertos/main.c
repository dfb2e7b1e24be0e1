/* SPDX-License-Identifier: MIT
 * What port/rtos/freertos needs of a kernel and of an application, and the first calls of the
 * program, which must not call the kernel.
 *
 *   interrupt=1   the program's first call comes from the tick; otherwise from main, before the
 *                 kernel starts */
#include "freertos.h"

#include "../../../../port/private/libc_heaps.h"
#include "args.h"
#include "print.h"
#include "tarn_object.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

static unsigned failures, checks;

void check(bool holds, const char *what, const char *file, int line)
{
	checks++;
	if (holds)
		return;
	failures++;
	print_text(file);
	print_char(':');
	print_u64((uint64_t)line);
	print_text(": ");
	print_text(what);
	print_text(": does not hold\n");
}

bool is_in(const void *caller, void *(*site)(void *block, size_t bytes))
{
	return ((uintptr_t)caller & ~(uintptr_t)1) - ((uintptr_t)site & ~(uintptr_t)1) < 64;
}

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

/* ---- The first calls, of which one makes the heap if no libc's startup did ----------------- */

/* A pool that its first use sets up. */
struct ball {
	uint32_t link; /* room for the link of a free object */
};
TARN_OBJECT_POOL(balls, struct ball, 40, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);

#define LEAVES_THE_KERNEL_ALONE(call) \
	((void)(call), check(!masked() && !kernel_calls, #call, __FILE__, __LINE__))

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

static volatile bool ticked;

static void first_tick(void)
{
	void *block;

	if (ticked)
		return;
	ticked = in_interrupt = true;
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
	the_kernel_notices();
	tarn_on_fault(on_fault);
	tarn_on_refused(on_refused);
	does_the_heap_keep_its_promises();
	CHECK(!kernel_calls && tarn_check(&tarn_default, NULL) == 0);
	print_text("freertos: ");
	print_u64(checks);
	print_text(" checks, ");
	print_u64(failures);
	print_text(" failed\n");
	return failures || !checks;
}
