/* SPDX-License-Identifier: MIT
 * Allocations and frees, also in an interrupt; numbers; realloc; refusals; faults; regions. */
#include "freertos.h"

#include <string.h>
#ifdef PORT_LIBC
#include <stdlib.h>
#endif

#include "../../../../port/private/libc_heaps.h"
#include "tarn_port_extra.h"
#include "tarn_tag.h"

#define CLEARS (configHEAP_CLEAR_MEMORY_ON_FREE && TARN_HARDEN < 2) /* level 2 fills what is free */

static void fill(char *block, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		block[i] = (char)(i * 7 + 1);
}

static bool holds(const char *block, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (block[i] != (char)(i * 7 + 1))
			return false;
	return true;
}

/* The heap's links are in the first 16 bytes of what is free. */
static bool is_cleared(const char *block, size_t bytes)
{
	bool clear = true;

	for (size_t i = 16; i < bytes; i++)
		clear &= block[i] == 0;
	return clear || !CLEARS;
}

static HeapStats_t stats(void)
{
	HeapStats_t now;

	vPortGetHeapStats(&now);
	return now;
}

/* Each makes the call itself. It must not jump to it: Tarn would then name its caller. */
#define SITE(name, call)                                                       \
	__attribute__((noinline)) static void *name(void *block, size_t bytes) \
	{                                                                      \
		void *got = call;                                              \
                                                                               \
		__asm__ volatile("" : "+r"(got), "+r"(block));                 \
		return got;                                                    \
	}
SITE(by_malloc, pvPortMalloc(bytes))
SITE(by_calloc, pvPortCalloc(1, bytes))
SITE(by_realloc, pvPortRealloc(block, bytes))
SITE(by_kernel, kernel_creates(bytes)) /* whoever calls the kernel is named, not the kernel */

/* ---- Allocations and frees ----------------------------------------------------------------- */

static void blocks_come_and_go(void)
{
	size_t room = xPortGetFreeHeapSize();
	char *block = pvPortMalloc(200);
	char *zeroed = pvPortCalloc(10, 7);

	CHECK(xPortGetMinimumEverFreeHeapSize() <= room);
	CHECK(tarn_is_live(&tarn_default, block) && (uintptr_t)block % portBYTE_ALIGNMENT == 0);
	CHECK(tarn_usable_size(&tarn_default, zeroed) >= 70 && told.traced == 2);
	for (int i = 0; i < 70; i++)
		CHECK(zeroed[i] == 0);
	CHECK(xPortGetFreeHeapSize() <= room - 270);
	fill(block, 200);
	vPortFree(block);
	CHECK(is_cleared(block, 200));
	vPortFree(zeroed);
	vPortFree(NULL);
	CHECK(xPortGetFreeHeapSize() == room && told.traced == 0);
	CHECK(xPortGetMinimumEverFreeHeapSize() <= room - 270);
}

static volatile unsigned ticks;

/* An interrupt that allocates whatever it interrupts. */
static void tick(void)
{
	vPortFree(pvPortMalloc(24 + ticks % 64));
	ticks++;
}

static void an_interrupt_may_allocate(void)
{
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
	CHECK(stats().xNumberOfSuccessfulAllocations == stats().xNumberOfSuccessfulFrees);
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

/* ---- realloc ------------------------------------------------------------------------------- */

/* A block that grows and must move, one that grows in place, and one that shrinks. A resize is
 * neither an allocation nor a free. */
static void contents_move_along(void)
{
	char *block = pvPortMalloc(100);
	char *wall = pvPortMalloc(100);
	HeapStats_t before = stats(), after;

	told.traced = 0;
	fill(block, 100);
	block = pvPortRealloc(block, 700);
	CHECK(block && holds(block, 100) && tarn_usable_size(&tarn_default, block) >= 700);
	fill(block, 700);
	block = pvPortRealloc(block, 900);
	CHECK(block && holds(block, 700));
	after = stats();
	CHECK(after.xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations);
	CHECK(after.xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees);
	CHECK(after.xAvailableHeapSpaceInBytes < before.xAvailableHeapSpaceInBytes);
	block = pvPortRealloc(block, 40);
	CHECK(block && holds(block, 40) && told.traced == 0);
	vPortFree(wall);
	vPortFree(block);
}

static void null_allocates_and_zero_frees(void)
{
	HeapStats_t before = stats();
	char *block = pvPortRealloc(NULL, 60);

	told.hooked = 0;
	CHECK(tarn_is_live(&tarn_default, block));
	CHECK(pvPortRealloc(block, 0) == NULL && !tarn_is_live(&tarn_default, block));
	CHECK(told.hooked == 0);
	CHECK(pvPortRealloc(NULL, 0) == NULL && told.hooked == 1); /* as pvPortMalloc(0) */
	CHECK(stats().xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations + 1);
	CHECK(stats().xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees + 1);
}

/* An application adds up what the traces tell. */
static void the_traces_add_up_to_0(void)
{
	char *block, *zeroed, *wall;

	told.traced_bytes = 0;
	block = pvPortMalloc(50);
	zeroed = pvPortCalloc(3, 7);
	block = pvPortRealloc(block, 130); /* into other memory, then where it is */
	block = pvPortRealloc(block, 400);
	block = pvPortRealloc(block, 170);
	wall = pvPortMalloc(1);
	block = pvPortRealloc(block, 600);
	block = pvPortRealloc(block, 20);
	CHECK(!pvPortRealloc(block, xPortGetFreeHeapSize() + 200));
	CHECK(!pvPortMalloc(xPortGetFreeHeapSize() + 1) && !pvPortMalloc(0));
	CHECK(!pvPortCalloc(SIZE_MAX / 2 + 2, 2) && !pvPortRealloc(NULL, SIZE_MAX));
	vPortFree(zeroed);
	vPortFree(wall);
	CHECK(!pvPortRealloc(block, 0) && told.traced_bytes == 0);
}

/* The memory that a block gives up when it shrinks or moves. */
static void what_is_given_up_is_cleared(void)
{
	char *block = pvPortMalloc(500);
	char *wall = pvPortMalloc(100);
	char *moved;

	memset(block, 1, 500);
	CHECK(pvPortRealloc(block, 480) == block);
	moved = pvPortRealloc(block, 900);
	CHECK(moved && moved != block && is_cleared(block, 480));
	vPortFree(wall);
	vPortFree(moved);
}

/* ---- Refusals ------------------------------------------------------------------------------ */

/* Told once, with the address in the program, and then the hook is called once. */
static void is_told(void *(*site)(void *, size_t), void *block, size_t bytes, uint32_t reason)
{
	told.hooked = told.refusals = 0;
	CHECK(!site(block, bytes) && told.refusals == 1 && told.hooked == 1);
	CHECK(told.hooked_before == 0);
	CHECK(is_in(told.refusal.caller, site) && told.refusal.reason == reason);
	CHECK(reason == TARN_REFUSED_BUDGET || told.refusal.size > told.refusal.free);
	CHECK(!told.refusal.name);
}

static void *overflow(void *block, size_t bytes)
{
	block = pvPortCalloc(bytes, 2);
	__asm__ volatile("" : "+r"(block));
	return block;
}

static void refusals_are_told(void)
{
	char *block = pvPortMalloc(100);
	size_t too_much = xPortGetFreeHeapSize() + 200;

	fill(block, 100);
	is_told(by_malloc, NULL, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(by_malloc, NULL, PTRDIFF_MAX, TARN_REFUSED_TOO_LARGE);
	is_told(by_calloc, NULL, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(by_realloc, NULL, PTRDIFF_MAX, TARN_REFUSED_TOO_LARGE);
	is_told(by_realloc, block, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(by_kernel, NULL, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(overflow, NULL, SIZE_MAX / 2 + 2, TARN_REFUSED_OVERFLOW);
	CHECK(holds(block, 100));
	told.hooked = told.refusals = 0;
	CHECK(!pvPortMalloc(0) && !pvPortCalloc(0, 8) && told.hooked == 2); /* only the hook */
	vPortFree(pvPortMalloc(8));
	CHECK(told.refusals == 0 && told.hooked == 2);
	vPortFree(block);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static void the_stats_add_up(void)
{
	HeapStats_t before = stats(), after;
	void *block[4];
	size_t largest;

	for (int i = 0; i < 4; i++)
		block[i] = pvPortMalloc(600);
	vPortFree(block[0]);
	/* At level 3 this empties the quarantine before it looks. */
	largest = tarn_largest(&tarn_default);
	after = stats();
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

/* The bytes of the pools' blocks that are free now, but were in use. */
static size_t pools_used_before(void)
{
	struct tarn_heap_stats heap;
	struct tarn_class_stats class;
	size_t bytes = 0;

	tarn_heap_stats(&tarn_default, &heap);
	for (uint32_t i = 0; i < heap.classes; i++) {
		tarn_class_stats(&tarn_default, i, &class);
		bytes += (class.peak - class.live) * class.size;
	}
	return bytes;
}

/* Exact to the byte, as in heap_4, if the pools and the commons have their peaks at the same
 * time. */
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

/* ---- Faults: each is told once, and changes no number ---------------------------------------- */

static void is_a_fault(void *(*call)(void *, size_t), void *pointer, size_t bytes, uint32_t kind)
{
	HeapStats_t before = stats(), after;

	told.faults = told.hooked = 0;
	told.traced = 0;
	CHECK(!call(pointer, bytes) && told.faults == 1 && told.fault.kind == kind);
	CHECK(is_in(told.fault.caller, call) && told.hooked == 0 && told.traced == 0);
	after = stats();
	CHECK(memcmp(&before, &after, sizeof(before)) == 0);
}

__attribute__((noinline)) static void *by_free(void *block, size_t bytes)
{
	vPortFree(block);
	__asm__ volatile("" : "+r"(bytes));
	return NULL;
}

static void what_is_no_block_changes_nothing(void)
{
	static uint64_t memory[64];
	static struct tarn_heap other;
	char *block = pvPortMalloc(100);

	CHECK(tarn_init(&other, memory, sizeof(memory), &tarn_table_commons, NULL) == TARN_OK);
	is_a_fault(by_free, tarn_alloc(&other, 40), 0, TARN_FAULT_FOREIGN);
	is_a_fault(by_free, &other, 0, TARN_FAULT_FOREIGN);
	is_a_fault(by_free, block + 8, 0, TARN_FAULT_INTERIOR);
	is_a_fault(by_realloc, block + 8, 300, TARN_FAULT_INTERIOR);
	if (TARN_HARDEN >= 2) {
		block[100] ^= 1;
		is_a_fault(by_free, block, 0, TARN_FAULT_OVERRUN);
		is_a_fault(by_realloc, block, 200, TARN_FAULT_OVERRUN);
		CHECK(tarn_is_live(&tarn_default, block));
		block[100] ^= 1;
	}
	vPortFree(block);
	is_a_fault(by_free, block, 0, TARN_FAULT_DOUBLE_FREE);
	is_a_fault(by_realloc, block, 0, TARN_FAULT_DOUBLE_FREE);
	is_a_fault(by_realloc, block, 300, TARN_FAULT_DOUBLE_FREE);
	tarn_forget(&other);
}

/* ---- Heaps in other banks of RAM ------------------------------------------------------------- */

/* Regions above the linker's arena, in ascending order. One more than TARN_MALLOC_HEAPS allows
 * fails an assertion. */
static void are_regions_added(void)
{
#if TARN_MALLOC_HEAPS > 1
	static uint8_t bank[3][2048] __attribute__((aligned(64)));
	const HeapRegion_t regions[] = {
		{bank[0], 2048}, {bank[1], 2048}, {bank[2], 2048}, {NULL, 0}};
	size_t room = xPortGetFreeHeapSize();
	unsigned filled = 0;
	uint8_t *last = NULL, *block;

	vPortDefineHeapRegions(regions);
	CHECK(told.asserted == 1);
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
#endif
}

/* tests/pool/preempt/waits tests the tags of tasks. */
static void who_calls_is_charged(void)
{
#if TARN_TAGS > 0
	struct tarn_tag_stats tag;
	void *block[2], *untagged = pvPortMalloc(40);

	tarn_tag_enter(1);
	block[0] = pvPortMalloc(40);
	block[1] = pvPortCalloc(4, 100);
	CHECK(tarn_tag_of(&tarn_default, untagged) == TARN_UNTAGGED);
	CHECK(tarn_tag_of(&tarn_default, block[0]) == 1);
	CHECK(tarn_tag_of(&tarn_default, block[1]) == 1);
	tarn_tag_stats(&tarn_default, 1, &tag);
	tarn_tag_limit(&tarn_default, 1, tag.live);
	is_told(by_malloc, NULL, 40, TARN_REFUSED_BUDGET);
	tarn_tag_leave(1);
	tarn_tag_limit(&tarn_default, 1, TARN_NO_LIMIT);
	vPortFree(untagged);
	vPortFree(block[0]);
	vPortFree(block[1]);
	tarn_tag_stats(&tarn_default, 1, &tag);
	CHECK(tag.live == 0 && tag.refused == 1);
#endif
}

static void a_reset_forgets_all(void)
{
	size_t room;

	vPortHeapResetState();
	room = xPortGetFreeHeapSize();
	CHECK(pvPortMalloc(100) != NULL);
	vPortHeapResetState();
	CHECK(stats().xAvailableHeapSpaceInBytes == room);
	CHECK(stats().xNumberOfSuccessfulAllocations == 0);
	CHECK(stats().xMinimumEverFreeBytesRemaining == room);
}

void does_the_heap_keep_its_promises(void)
{
	blocks_come_and_go();
	an_interrupt_may_allocate();
	malloc_shares_it();
	contents_move_along();
	null_allocates_and_zero_frees();
	the_traces_add_up_to_0();
	what_is_given_up_is_cleared();
	refusals_are_told();
	the_stats_add_up();
	the_least_is_remembered();
	what_is_no_block_changes_nothing();
	who_calls_is_charged();
	are_regions_added();
	a_reset_forgets_all();
}
