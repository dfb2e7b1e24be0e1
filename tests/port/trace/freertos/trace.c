/* SPDX-License-Identifier: MIT */
#include "FreeRTOS.h"
#include "../ledger.h"
#include "tarn.h"

const int told_all = 0;

void test_trace(int change, const void *block, size_t size)
{
	if (change < 0)
		ledger_free(block, size);
	else if (block)
		ledger_alloc(block, size, 0);
	else if (size)
		ledger.faults++; /* what is added up would not return to 0 */
	else
		ledger_refused();
}

void test_assert(int holds)
{
	(void)holds;
}

void vApplicationMallocFailedHook(void)
{
}

/* heap_tarn.c leaves the trace to the core, so each call must be told once. */
int told_also(void)
{
	uint32_t allocations = ledger.allocations;
	void *block = pvPortMalloc(20);
	int once = block && ledger.allocations == allocations + 1 && ledger_find(block);

	vPortFree(block);
	return once && ledger.frees == ledger.allocations;
}

int told_rightly(const struct ledger_block *told, const struct tarn_block *block)
{
	return told->size == tarn_usable_size(&tarn_default, block->pointer);
}
