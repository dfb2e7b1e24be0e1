/* SPDX-License-Identifier: MIT
 * Allocations and frees, also in an interrupt; the hook and the trace of a refusal. */
#include "freertos.h"

#ifdef PORT_LIBC
#include <stdlib.h>
#endif

#include "tarn_port_extra.h"

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
	CHECK(tarn_usable_size(&tarn_default, zeroed) >= 70 && traced == 2);
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

/* Called before the hook. */
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

static __attribute__((noinline)) void *create_by_kernel(size_t bytes)
{
	void *block = kernel_creates(bytes);

	__asm__ volatile("" : "+r"(block));
	return block;
}

/* Whoever calls the kernel is named, not the kernel. */
static void a_task_names_its_creator(void)
{
	uintptr_t start = (uintptr_t)create_by_kernel & ~(uintptr_t)1;

	tarn_on_refused(note_refusal);
	told = hooked = 0;
	CHECK(!create_by_kernel(xPortGetFreeHeapSize() + 1) && told == 1 && hooked == 1);
	CHECK(((uintptr_t)refusal.caller & ~(uintptr_t)1) - start < 64);
	tarn_on_refused(NULL);
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
	CHECK(!pvPortMalloc(0) && told == 2); /* 0 bytes: only the hook */
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
	for (int i = 16; i < 200; i++) /* the heap's links are before 16 */
		clear &= block[i] == 0;
	CHECK(clear || !configHEAP_CLEAR_MEMORY_ON_FREE || TARN_HARDEN >= 2); /* these fill it */
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

/* malloc and pvPortMalloc use one heap. */
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

void do_blocks_come_and_go(void)
{
	the_blocks_are_initialised();
	blocks_come_and_go();
	a_refusal_is_told();
	a_task_names_its_creator();
	a_refusal_calls_the_hook();
	freed_memory_is_cleared();
	an_interrupt_may_allocate();
	malloc_shares_it();
}
