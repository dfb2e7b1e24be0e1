/* SPDX-License-Identifier: MIT
 * What FreeRTOS and its applications expect of a heap, asked of port/freertos; also from a tick
 * that interrupts the same calls.
 *
 *   interrupt=1   the first call of all comes from the tick; else from main, before the kernel
 *                 is started */
#include "FreeRTOS.h"
#include "task.h"

#include "args.h"
#include "print.h"
#include "tarn_libc.h"
#include "tarn_object.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

#ifdef PORT_LIBC
#include <stdlib.h>
#endif

#define CHECK(condition) check((condition), #condition, __LINE__)

static unsigned failures, checks;
static unsigned hooked;
static int traced;
static size_t traced_size;

static void check(bool holds, const char *what, int line)
{
	checks++;
	if (holds)
		return;
	failures++;
	print_text("tests/adapters/freertos/freertos.c:");
	print_u64((uint64_t)line);
	print_text(": ");
	print_text(what);
	print_text(": does not hold\n");
}

/* ---- A kernel that is not started yet ---------------------------------------------------- */

/* As FreeRTOS's ports do it: before the start a critical section leaves interrupts masked, for
 * its depth is not 0 yet; and in an interrupt none of these may be called. */
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

/* Is what the port's lock keeps out kept out now? */
static bool masked(void)
{
	tarn_port_key now = tarn_port_lock();
	tarn_port_key again = tarn_port_lock();
	bool same = now == again;

	tarn_port_unlock(now);
	return same;
}

/* ---- What the application owes the heap -------------------------------------------------- */

void vApplicationMallocFailedHook(void)
{
	hooked++;
}

void test_trace(int change, const void *block, size_t size)
{
	traced += block ? change : 0;
	traced_size = size;
}

static int asserted;

void test_assert(int holds)
{
	asserted += !holds;
}

static struct tarn_fault last;
static unsigned faults;

static void note(const struct tarn_fault *fault)
{
	last = *fault;
	faults++;
}

/* ---- Questions -------------------------------------------------------------------------- */

/* A pool that is set up by its first use, too. */
struct ball {
	uint32_t link; /* room for a free object's link */
};
TARN_OBJECT_POOL(balls, struct ball, 40, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);

#define LEAVES_THE_KERNEL_ALONE(call) \
	((void)(call), check(!masked() && !kernel_calls, #call, __LINE__))

/* The first calls of all, each of them. */
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

/* What is looked for is found. */
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

/* By the libc's startup, from .preinit_array; where there is none, by this call. */
static void make_the_heap(void)
{
#ifndef PORT_LIBC
	tarn_fault_handler *before = tarn_on_fault(note);

	CHECK(pvPortMalloc(40) == NULL && faults == 1 && last.kind == TARN_FAULT_HEAP);
	CHECK(hooked == 1);
	tarn_on_fault(before);
	tarn_malloc_init();
#endif
}

static void the_blocks_are_initialised(void)
{
	size_t room = xPortGetFreeHeapSize();

	CHECK(room > 0);
	vPortInitialiseBlocks();
	CHECK(xPortGetFreeHeapSize() == room);
	CHECK(xPortGetMinimumEverFreeHeapSize() <= room);
}

static void blocks_come_and_go(void)
{
	size_t room = xPortGetFreeHeapSize();
	char *block = pvPortMalloc(100);
	char *zeroed = pvPortCalloc(10, 7);

	CHECK(tarn_is_live(&tarn_default, block) && (uintptr_t)block % portBYTE_ALIGNMENT == 0);
	CHECK(tarn_usable_size(&tarn_default, zeroed) >= 70 && traced == 2 && traced_size == 70);
	for (int i = 0; i < 70; i++)
		CHECK(zeroed[i] == 0);
	CHECK(xPortGetFreeHeapSize() <= room - 170);
	vPortFree(block);
	vPortFree(zeroed);
	vPortFree(NULL);
	CHECK(xPortGetFreeHeapSize() == room && traced == 0);
	CHECK(xPortGetMinimumEverFreeHeapSize() <= room - 170);
}

static struct tarn_refusal refusal;
static unsigned told;

/* Before the hook. */
static void note_refusal(const struct tarn_refusal *of)
{
	refusal = *of;
	told++;
	CHECK(told == hooked + 1);
}

static __attribute__((noinline)) void *ask_for(size_t bytes)
{
	void *block = pvPortMalloc(bytes);

	__asm__ volatile("" : "+r"(block));
	return block;
}

static void a_refusal_is_told(void)
{
	uintptr_t start = (uintptr_t)ask_for & ~(uintptr_t)1;

	told = hooked = 0;
	tarn_on_refused(note_refusal);
	CHECK(!ask_for(xPortGetFreeHeapSize() + 1) && told == 1);
	CHECK(((uintptr_t)refusal.caller & ~(uintptr_t)1) - start < 64);
	CHECK(refusal.size > refusal.free && !refusal.name);
	CHECK(!pvPortCalloc(SIZE_MAX / 2 + 2, 2) && told == 2);
	CHECK(refusal.reason == TARN_REFUSED_OVERFLOW);
	CHECK(!pvPortMalloc(0) && told == 2); /* asks for nothing */
	vPortFree(ask_for(8));
	CHECK(told == 2 && hooked == 3);
	tarn_on_refused(NULL);
}

static void a_refusal_calls_the_hook(void)
{
	hooked = 0;
	CHECK(pvPortMalloc(SIZE_MAX) == NULL && hooked == 1);
	CHECK(pvPortMalloc(xPortGetFreeHeapSize() + 1) == NULL && hooked == 2);
	CHECK(pvPortCalloc(SIZE_MAX / 2 + 2, 2) == NULL && hooked == 3);
	CHECK(pvPortMalloc(0) == NULL && hooked == 4);
	CHECK(pvPortCalloc(0, 8) == NULL && hooked == 5);
	vPortFree(pvPortMalloc(8));
	CHECK(hooked == 5);
}

static void freed_memory_is_cleared(void)
{
	char *block = pvPortMalloc(200);
	bool clear = true;

	for (int i = 0; i < 200; i++)
		block[i] = 1;
	vPortFree(block);
	for (int i = 16; i < 200; i++) /* before it are the heap's links */
		clear &= block[i] == 0;
	CHECK(clear || TARN_HARDEN >= 2); /* which fill it */
}

static void the_stats_add_up(void)
{
	HeapStats_t before, after;
	void *block[4];
	size_t largest;

	vPortGetHeapStats(&before);
	for (int i = 0; i < 4; i++)
		block[i] = pvPortMalloc(600);
	vPortFree(block[0]);
	largest = tarn_largest(
		&tarn_default); /* level 3: before it looks, what waits is given back */
	vPortGetHeapStats(&after);
	CHECK(after.xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations + 4);
	CHECK(after.xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees + 1);
	CHECK(after.xAvailableHeapSpaceInBytes <= before.xAvailableHeapSpaceInBytes - 1800);
	CHECK(after.xAvailableHeapSpaceInBytes == xPortGetFreeHeapSize());
	CHECK(after.xMinimumEverFreeBytesRemaining <= after.xAvailableHeapSpaceInBytes - 600);
	CHECK(after.xMinimumEverFreeBytesRemaining == xPortGetMinimumEverFreeHeapSize());
	CHECK(after.xSizeOfLargestFreeBlockInBytes <= after.xAvailableHeapSpaceInBytes);
	CHECK(after.xSizeOfLargestFreeBlockInBytes >= largest);
	CHECK(after.xSizeOfSmallestFreeBlockInBytes <= after.xSizeOfLargestFreeBlockInBytes);
	CHECK(after.xSizeOfSmallestFreeBlockInBytes > 0 && after.xNumberOfFreeBlocks > 0);
	for (int i = 1; i < 4; i++)
		vPortFree(block[i]);
}

/* Bytes of the pools that are free now, and were in use. */
static size_t pools_used_before(void)
{
	struct tarn_heap_stats stats;
	struct tarn_class_stats class;
	size_t bytes = 0;

	tarn_heap_stats(&tarn_default, &stats);
	for (uint32_t i = 0; i < stats.classes; i++) {
		tarn_class_stats(&tarn_default, i, &class);
		bytes += (class.peak - class.live) * class.size;
	}
	return bytes;
}

/* To the byte, as heap_4's, where the peaks of the pools and of the commons come at one time. */
static void the_least_is_remembered(void)
{
	void *block[3] = {pvPortMalloc(20), pvPortMalloc(60), pvPortMalloc(900)};
	size_t least;

	xPortResetHeapMinimumEverFreeHeapSize();
	least = xPortGetMinimumEverFreeHeapSize();
	CHECK(least == xPortGetFreeHeapSize() - pools_used_before());
	vPortFree(block[0]);
	vPortFree(block[2]);
	CHECK(xPortGetMinimumEverFreeHeapSize() == least);
	block[0] = pvPortMalloc(20);
	block[2] = pvPortCalloc(9, 100);
	CHECK(xPortGetMinimumEverFreeHeapSize() == least);
	CHECK(xPortGetFreeHeapSize() == least + pools_used_before());
	for (int i = 0; i < 3; i++)
		vPortFree(block[i]);
	vPortFree(pvPortMalloc(20));
	CHECK(xPortGetMinimumEverFreeHeapSize() == least);
	CHECK(least <= xPortGetFreeHeapSize() - 980);
}

static void a_double_free_is_told(void)
{
	tarn_fault_handler *before = tarn_on_fault(note);
	char *block = pvPortMalloc(40);
	HeapStats_t first, second;

	vPortFree(block);
	vPortGetHeapStats(&first);
	vPortFree(block);
	vPortGetHeapStats(&second);
	CHECK(last.kind == TARN_FAULT_DOUBLE_FREE && last.pointer == block);
	CHECK(second.xNumberOfSuccessfulFrees == first.xNumberOfSuccessfulFrees);
	tarn_on_fault(before);
}

static bool same(const HeapStats_t *a, const HeapStats_t *b)
{
	return a->xAvailableHeapSpaceInBytes == b->xAvailableHeapSpaceInBytes &&
	       a->xSizeOfLargestFreeBlockInBytes == b->xSizeOfLargestFreeBlockInBytes &&
	       a->xSizeOfSmallestFreeBlockInBytes == b->xSizeOfSmallestFreeBlockInBytes &&
	       a->xNumberOfFreeBlocks == b->xNumberOfFreeBlocks &&
	       a->xMinimumEverFreeBytesRemaining == b->xMinimumEverFreeBytesRemaining &&
	       a->xNumberOfSuccessfulAllocations == b->xNumberOfSuccessfulAllocations &&
	       a->xNumberOfSuccessfulFrees == b->xNumberOfSuccessfulFrees;
}

/* A block of another heap, a variable, the inside of a block: a fault each, and no number
 * changes. */
static void what_is_no_block_changes_no_number(void)
{
	static uint64_t memory[64];
	static struct tarn_heap other;
	tarn_fault_handler *before = tarn_on_fault(note);
	char *block = pvPortMalloc(40);
	HeapStats_t first, second;

	CHECK(tarn_init(&other, memory, sizeof(memory), &tarn_table_commons, NULL) == TARN_OK);
	vPortGetHeapStats(&first);
	traced = faults = 0;
	vPortFree(tarn_alloc(&other, 40));
	CHECK(faults == 1 && last.kind == TARN_FAULT_FOREIGN);
	vPortFree(&first);
	CHECK(faults == 2 && last.kind == TARN_FAULT_FOREIGN);
	vPortFree(block + 8);
	CHECK(faults == 3 && last.kind == TARN_FAULT_INTERIOR);
	vPortGetHeapStats(&second);
	CHECK(same(&first, &second) && traced == 0);
	tarn_on_fault(before);
	tarn_forget(&other);
	vPortFree(block);
}

/* Refused once, and nothing else is done: no free is traced or counted, no block moved to another heap. */
static void an_overrun_is_told_once(void)
{
	tarn_fault_handler *before = tarn_on_fault(note);
	char *block = pvPortMalloc(100);
	HeapStats_t first, second;
	int error = 0;

	block[100] ^= 1;
	vPortGetHeapStats(&first);
	traced = faults = 0;
	vPortFree(block);
	CHECK(faults == 1 && last.kind == TARN_FAULT_OVERRUN && last.pointer == block);
	CHECK(traced == 0 && tarn_is_live(&tarn_default, block));
	CHECK(libc_realloc(block, 200, &error, NULL) == NULL && faults == 2);
	vPortGetHeapStats(&second);
	CHECK(second.xNumberOfSuccessfulFrees == first.xNumberOfSuccessfulFrees);
	CHECK(second.xAvailableHeapSpaceInBytes == first.xAvailableHeapSpaceInBytes);
	tarn_on_fault(before);
	block[100] ^= 1;
	vPortFree(block);
	CHECK(traced == -1 && faults == 2);
}

/* An interrupt that allocates whatever it interrupts. */
static void tick(void)
{
	void *block = pvPortMalloc(24 + ticks % 64);

	vPortFree(block);
	ticks++;
}

static void an_interrupt_may_allocate(void)
{
	HeapStats_t stats;
	void *block[8] = {0};
	size_t room = xPortGetFreeHeapSize();

	port_tick_start(100, tick);
	for (unsigned i = 0; ticks < 200; i++) {
		vPortFree(block[i % 8]);
		block[i % 8] = pvPortMalloc(i % 300 + 1);
	}
	port_tick_stop();
	for (int i = 0; i < 8; i++)
		vPortFree(block[i]);
	vPortGetHeapStats(&stats);
	CHECK(stats.xNumberOfSuccessfulAllocations == stats.xNumberOfSuccessfulFrees);
	CHECK(TARN_HARDEN >= 3 || xPortGetFreeHeapSize() == room);
}

/* One heap for both. */
static void malloc_shares_it(void)
{
#ifdef PORT_LIBC
	size_t room = xPortGetFreeHeapSize();
	size_t largest = tarn_largest(&tarn_default);
	char *block = malloc(100);

	CHECK(xPortGetFreeHeapSize() < room);
	CHECK(xPortGetMinimumEverFreeHeapSize() <= xPortGetFreeHeapSize());
	vPortFree(block);
	CHECK(xPortGetFreeHeapSize() == room);
	block = malloc(largest);
	vPortFree(block);
	CHECK(block && xPortGetMinimumEverFreeHeapSize() <= room - largest);
#endif
}

static void a_reset_forgets_all(void)
{
	HeapStats_t stats;
	size_t room;

	vPortHeapResetState();
	room = xPortGetFreeHeapSize();
	CHECK(pvPortMalloc(100) != NULL);
	vPortHeapResetState();
	vPortGetHeapStats(&stats);
	CHECK(stats.xAvailableHeapSpaceInBytes == room);
	CHECK(stats.xNumberOfSuccessfulAllocations == 0);
	CHECK(stats.xMinimumEverFreeBytesRemaining == room);
}

/* Behind the linker's arena, in order; one more than TARN_MALLOC_HEAPS has room for is asserted. */
#if TARN_MALLOC_HEAPS > 1
static void regions_are_added(void)
{
	static uint8_t bank[3][2048] __attribute__((aligned(64)));
	const HeapRegion_t regions[] = {
		{bank[0], 2048}, {bank[1], 2048}, {bank[2], 2048}, {NULL, 0}};
	size_t room = xPortGetFreeHeapSize();
	unsigned filled = 0;
	uint8_t *last = NULL, *block;

	vPortDefineHeapRegions(regions);
	CHECK(asserted == 1);
	CHECK(xPortGetFreeHeapSize() > room + 3500 && xPortGetFreeHeapSize() <= room + 4096);
	room = xPortGetFreeHeapSize();
	while ((block = pvPortMalloc(500))) {
		*(uint8_t **)(void *)block = last;
		last = block;
		filled++;
	}
	CHECK(last >= bank[1] && last < bank[2] && xPortGetFreeHeapSize() < room - filled * 500);
	while (last) {
		block = *(uint8_t **)(void *)last;
		vPortFree(last);
		last = block;
	}
	CHECK(TARN_HARDEN >= 3 || xPortGetFreeHeapSize() == room);
	CHECK(TARN_HARDEN >= 3 || xPortGetMinimumEverFreeHeapSize() < room - filled * 500);
}
#else
static void regions_are_added(void)
{
}
#endif

int main(int argc, char **argv)
{
	args_only(argc, argv, "interrupt");
	make_the_heap();
	if (arg_u64(argc, argv, "interrupt", 0))
		first_call_in_an_interrupt();
	else
		first_calls();
	the_kernel_notices();
	the_blocks_are_initialised();
	blocks_come_and_go();
	a_refusal_is_told();
	a_refusal_calls_the_hook();
	freed_memory_is_cleared();
	the_stats_add_up();
	the_least_is_remembered();
	if (TARN_HARDEN >= 1) { /* 0 believes its caller */
		a_double_free_is_told();
		what_is_no_block_changes_no_number();
	}
	if (TARN_HARDEN >= 2)
		an_overrun_is_told_once();
	an_interrupt_may_allocate();
	malloc_shares_it();
	regions_are_added();
	a_reset_forgets_all();
	CHECK(kernel_calls == 0 && tarn_check(&tarn_default, NULL) == 0);
	print_text("freertos: ");
	print_u64(checks);
	print_text(" checks, ");
	print_u64(failures);
	print_text(" failed\n");
	return failures || !checks;
}
