/* SPDX-License-Identifier: MIT
 * FreeRTOS's interface. tests/pool/preempt/numbers tests the tags of tasks. */
#include "FreeRTOS.h"
#include "task.h"

#include "tags.h"

#include "tarn_tag.h"

static unsigned hooked;

void vApplicationMallocFailedHook(void)
{
	hooked++;
}

void test_trace(int change, const void *block, size_t size)
{
	(void)change, (void)block, (void)size;
}

void test_assert(int holds)
{
	CHECK(holds);
}

void does_the_kernel_charge_who_called(void)
{
	struct tarn_tag_stats stats;
	void *block[3];

	block[0] = pvPortMalloc(40);
	tarn_tag_enter(MAIN);
	block[1] = pvPortMalloc(40);
	block[2] = pvPortCalloc(4, 100);
	CHECK(tag_of(block[0]) == TARN_UNTAGGED && tag_of(block[1]) == MAIN &&
	      tag_of(block[2]) == MAIN);
	tarn_tag_stats(&tarn_default, MAIN, &stats);
	tarn_tag_limit(&tarn_default, MAIN, stats.live);
	CHECK(pvPortMalloc(40) == NULL && hooked == 1);
	tarn_tag_leave(MAIN);
	tarn_tag_limit(&tarn_default, MAIN, TARN_NO_LIMIT);
	for (int i = 0; i < 3; i++)
		vPortFree(block[i]);
	tarn_tag_stats(&tarn_default, MAIN, &stats);
	CHECK(stats.live == 0 && stats.refused == 1);
}
