/* SPDX-License-Identifier: MIT
 * What FreeRTOS and its applications expect of a heap, asked of port/freertos; also from a tick that
 * interrupts the same calls. */
#include "FreeRTOS.h"
#include "task.h"

#include "print.h"
#include "tarn_libc.h"
#include "tarn_port_extra.h"

#ifdef PORT_LIBC
#include <stdlib.h>
#endif

#define CHECK(condition) check((condition), #condition, __LINE__)

static unsigned failures, checks;
static unsigned hooked;
static int suspended, traced;
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

/* ---- What the kernel and the application owe the heap ------------------------------------ */

void vTaskSuspendAll(void)
{
	suspended++;
}

BaseType_t xTaskResumeAll(void)
{
	suspended--;
	return 0;
}

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

/* ---- Questions -------------------------------------------------------------------------- */

static void the_first_call_makes_the_heap(void)
{
	size_t room = xPortGetFreeHeapSize();

	CHECK(room > 0 && suspended == 0);
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

	vPortGetHeapStats(&before);
	for (int i = 0; i < 4; i++)
		block[i] = pvPortMalloc(600);
	vPortFree(block[0]);
	vPortGetHeapStats(&after);
	CHECK(after.xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations + 4);
	CHECK(after.xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees + 1);
	CHECK(after.xAvailableHeapSpaceInBytes <= before.xAvailableHeapSpaceInBytes - 1800);
	CHECK(after.xAvailableHeapSpaceInBytes == xPortGetFreeHeapSize());
	CHECK(after.xMinimumEverFreeBytesRemaining <= after.xAvailableHeapSpaceInBytes - 600);
	CHECK(after.xMinimumEverFreeBytesRemaining == xPortGetMinimumEverFreeHeapSize());
	CHECK(after.xSizeOfLargestFreeBlockInBytes <= after.xAvailableHeapSpaceInBytes);
	CHECK(after.xSizeOfLargestFreeBlockInBytes >= tarn_largest(&tarn_default));
	CHECK(after.xSizeOfSmallestFreeBlockInBytes <= after.xSizeOfLargestFreeBlockInBytes);
	CHECK(after.xSizeOfSmallestFreeBlockInBytes > 0 && after.xNumberOfFreeBlocks > 0);
	for (int i = 1; i < 4; i++)
		vPortFree(block[i]);
}

/* To the byte, as heap_4's, where a block's usable bytes are all of it; of whatever classes. */
static void the_least_is_remembered(void)
{
	void *block[3] = {pvPortMalloc(20), pvPortMalloc(60), pvPortMalloc(900)};
	size_t least = xPortGetFreeHeapSize();

	vPortFree(block[0]);
	vPortFree(block[2]);
	xPortResetHeapMinimumEverFreeHeapSize();
	CHECK(xPortGetMinimumEverFreeHeapSize() == xPortGetFreeHeapSize());
	block[0] = pvPortMalloc(20);
	block[2] = pvPortCalloc(9, 100);
	CHECK(TARN_HARDEN >= 2 || xPortGetFreeHeapSize() == least);
	for (int i = 0; i < 3; i++)
		vPortFree(block[i]);
	vPortFree(pvPortMalloc(30));
	CHECK(TARN_HARDEN >= 2 || xPortGetMinimumEverFreeHeapSize() == least);
	CHECK(xPortGetMinimumEverFreeHeapSize() <= xPortGetFreeHeapSize() - 980);
}

static struct tarn_fault last;
static unsigned faults;

static void note(const struct tarn_fault *fault)
{
	last = *fault;
	faults++;
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

static volatile unsigned ticks;

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
	char *block = malloc(100);

	CHECK(xPortGetFreeHeapSize() < room);
	vPortFree(block);
	CHECK(xPortGetFreeHeapSize() == room);
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
	(void)argc, (void)argv;
	the_first_call_makes_the_heap();
	blocks_come_and_go();
	a_refusal_calls_the_hook();
	freed_memory_is_cleared();
	the_stats_add_up();
	the_least_is_remembered();
	if (TARN_HARDEN >= 1) /* 0 believes its caller */
		a_double_free_is_told();
	if (TARN_HARDEN >= 2)
		an_overrun_is_told_once();
	an_interrupt_may_allocate();
	malloc_shares_it();
	regions_are_added();
	a_reset_forgets_all();
	CHECK(suspended == 0 && tarn_check(&tarn_default, NULL) == 0);
	print_text("freertos: ");
	print_u64(checks);
	print_text(" checks, ");
	print_u64(failures);
	print_text(" failed\n");
	return failures || !checks;
}
