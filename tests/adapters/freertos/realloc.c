/* SPDX-License-Identifier: MIT
 * pvPortRealloc: contents, NULL, 0, a refusal, a fault, the counts and the traces. */
#include "freertos.h"

#include <string.h>

#include "tarn_refused.h"

static void fill(char *block, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		block[i] = (char)(i * 7);
}

static bool holds(const char *block, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (block[i] != (char)(i * 7))
			return false;
	return true;
}

/* A block that grows and must move, one that grows in place, and one that shrinks. */
static void contents_move_along(void)
{
	char *block = pvPortMalloc(100);
	char *wall = pvPortMalloc(100);

	fill(block, 100);
	block = pvPortRealloc(block, 700);
	CHECK(block && holds(block, 100) && tarn_usable_size(&tarn_default, block) >= 700);
	fill(block, 700);
	block = pvPortRealloc(block, 900);
	CHECK(block && holds(block, 700));
	block = pvPortRealloc(block, 40);
	CHECK(block && holds(block, 40));
	vPortFree(wall);
	vPortFree(block);
}

static void null_allocates_and_zero_frees(void)
{
	HeapStats_t before, after;
	char *block;

	hooked = 0;
	vPortGetHeapStats(&before);
	block = pvPortRealloc(NULL, 60);
	CHECK(tarn_is_live(&tarn_default, block));
	CHECK(pvPortRealloc(block, 0) == NULL && !tarn_is_live(&tarn_default, block));
	CHECK(hooked == 0);
	CHECK(pvPortRealloc(NULL, 0) == NULL && hooked == 1); /* as pvPortMalloc(0) */
	vPortGetHeapStats(&after);
	CHECK(after.xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations + 1);
	CHECK(after.xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees + 1);
}

/* Allocations less frees are the live blocks. */
static void a_resize_is_no_call_of_either(void)
{
	HeapStats_t before, after;
	char *block = pvPortMalloc(100);

	traced = 0;
	vPortGetHeapStats(&before);
	block = pvPortRealloc(block, 300);
	CHECK(block && traced == 0);
	vPortGetHeapStats(&after);
	CHECK(after.xNumberOfSuccessfulAllocations == before.xNumberOfSuccessfulAllocations);
	CHECK(after.xNumberOfSuccessfulFrees == before.xNumberOfSuccessfulFrees);
	CHECK(after.xAvailableHeapSpaceInBytes < before.xAvailableHeapSpaceInBytes);
	vPortFree(block);
}

/* An application adds up what the traces tell. */
static void the_traces_add_up_to_0(void)
{
	char *block, *zeroed, *wall;

	traced_bytes = 0;
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
	block = pvPortRealloc(block, 60);
	vPortFree(zeroed);
	vPortFree(wall);
	CHECK(!pvPortRealloc(block, 0) && traced_bytes == 0);
}

static struct tarn_refusal refusal;
static unsigned told;

static void note_refusal(const struct tarn_refusal *of)
{
	refusal = *of;
	told++;
}

static __attribute__((noinline)) void *ask_for(void *block, size_t bytes)
{
	block = pvPortRealloc(block, bytes);
	__asm__ volatile("" : "+r"(block));
	return block;
}

static void a_refusal_leaves_the_block(void)
{
	uintptr_t start = (uintptr_t)ask_for & ~(uintptr_t)1;
	char *block = pvPortMalloc(100);

	fill(block, 100);
	hooked = told = 0;
	tarn_on_refused(note_refusal);
	CHECK(!ask_for(block, xPortGetFreeHeapSize() + 200) && told == 1 && hooked == 1);
	CHECK(((uintptr_t)refusal.caller & ~(uintptr_t)1) - start < 64);
	CHECK(!ask_for(NULL, SIZE_MAX) && told == 2 && hooked == 2);
	CHECK(((uintptr_t)refusal.caller & ~(uintptr_t)1) - start < 64);
	CHECK(holds(block, 100));
	tarn_on_refused(NULL);
	vPortFree(block);
}

/* A realloc of a freed block, or of the inside of one, is no refusal and changes nothing. */
static void what_is_no_block_is_a_fault(void)
{
	tarn_fault_handler *before = tarn_on_fault(note);
	uintptr_t start = (uintptr_t)ask_for & ~(uintptr_t)1;
	char *block = pvPortMalloc(100);
	size_t room = xPortGetFreeHeapSize();

	hooked = faults = 0;
	CHECK(!ask_for(block + 8, 300) && faults == 1 && last.kind == TARN_FAULT_INTERIOR);
	CHECK(((uintptr_t)last.caller & ~(uintptr_t)1) - start < 64);
	CHECK(xPortGetFreeHeapSize() == room);
	vPortFree(block);
	CHECK(!ask_for(block, 0) && faults == 2 && last.kind == TARN_FAULT_DOUBLE_FREE);
	CHECK(!ask_for(block, 300) && faults == 3 && hooked == 0);
	tarn_on_fault(before);
}

/* The memory that a block gives up when it shrinks or moves. */
static void what_is_given_up_is_cleared(void)
{
	char *block = pvPortMalloc(500);
	char *wall = pvPortMalloc(100);
	char *moved;
	unsigned set = 0;

	memset(block, 1, 500);
	CHECK(pvPortRealloc(block, 480) == block);
	moved = pvPortRealloc(block, 900);
	CHECK(moved && moved != block);
	for (int i = 16; i < 480; i++) /* the heap's links are before 16 */
		set += block[i] != 0;
	CHECK(set == 0 || !configHEAP_CLEAR_MEMORY_ON_FREE || TARN_HARDEN >= 2); /* these fill it */
	vPortFree(wall);
	vPortFree(moved);
}

void does_realloc_keep_its_promises(void)
{
	contents_move_along();
	null_allocates_and_zero_frees();
	a_resize_is_no_call_of_either();
	the_traces_add_up_to_0();
	a_refusal_leaves_the_block();
	what_is_no_block_is_a_fault();
	what_is_given_up_is_cleared();
}
