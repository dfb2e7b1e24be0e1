/* SPDX-License-Identifier: MIT
 * A pointer to no block is a fault, and changes no number. */
#include "../../../port/private/libc_heaps.h"
#include "freertos.h"

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

/* A block of another heap, a variable and the inside of a block: each is a fault, and changes no
 * number. */
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

/* One fault, and nothing else happens: no free is traced or counted, and no block moves to another
 * heap. */
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

void do_faults_change_nothing(void)
{
	a_double_free_is_told();
	what_is_no_block_changes_no_number();
	if (TARN_HARDEN >= 2)
		an_overrun_is_told_once();
}
