/* SPDX-License-Identifier: MIT
 * What the heap refuses, and pointers that are no blocks: each is told once, with the place in the
 * program, and changes no number. */
#include "freertos.h"

#include <string.h>

#include "tarn_tag.h"

/* Each makes the call itself. It must not jump to it: Tarn would then name its caller. */
#define SITE(name, call)                                                       \
	__attribute__((noinline)) static void *name(void *block, size_t bytes) \
	{                                                                      \
		void *got = call;                                              \
                                                                               \
		__asm__ volatile("" : "+r"(got), "+r"(block), "+r"(bytes));    \
		return got;                                                    \
	}
SITE(by_malloc, pvPortMalloc(bytes))
SITE(by_calloc, pvPortCalloc(1, bytes))
SITE(by_product, pvPortCalloc(bytes, 2))
SITE(by_realloc, pvPortRealloc(block, bytes))
SITE(by_free, (vPortFree(block), NULL))
SITE(by_kernel, kernel_creates(bytes)) /* whoever calls the kernel is named, not the kernel */

static bool is_in(const void *caller, void *(*site)(void *block, size_t bytes))
{
	return ((uintptr_t)caller & ~(uintptr_t)1) - ((uintptr_t)site & ~(uintptr_t)1) < 64;
}

/* ---- Refusals: first the handler is called, then the hook ------------------------------------ */

static void is_told(void *(*site)(void *, size_t), void *block, size_t bytes, uint32_t reason)
{
	told.hooked = told.refusals = 0;
	CHECK(!site(block, bytes) && told.refusals == 1 && told.hooked == 1);
	CHECK(told.hooked_before == 0);
	CHECK(is_in(told.refusal.caller, site) && told.refusal.reason == reason);
	CHECK(reason == TARN_REFUSED_BUDGET || told.refusal.size > told.refusal.free);
	CHECK(!told.refusal.name);
}

static void refusals_are_told(void)
{
	unsigned char *block = pvPortCalloc(1, 100);
	size_t too_much = xPortGetFreeHeapSize() + 200;

	is_told(by_malloc, NULL, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(by_malloc, NULL, PTRDIFF_MAX, TARN_REFUSED_TOO_LARGE);
	is_told(by_calloc, NULL, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(by_realloc, NULL, PTRDIFF_MAX, TARN_REFUSED_TOO_LARGE);
	is_told(by_realloc, block, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(by_kernel, NULL, too_much, TARN_REFUSED_TOO_LARGE);
	is_told(by_product, NULL, SIZE_MAX / 2 + 2, TARN_REFUSED_OVERFLOW);
	told.hooked = told.refusals = 0;
	CHECK(!pvPortMalloc(0) && !pvPortCalloc(0, 8) && told.hooked == 2); /* only the hook */
	vPortFree(pvPortMalloc(8));
	CHECK(told.refusals == 0 && told.hooked == 2);
	for (int i = 0; i < 100; i++)
		CHECK(block[i] == 0);
	vPortFree(block);
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

/* ---- Faults ---------------------------------------------------------------------------------- */

static void is_a_fault(void *(*call)(void *, size_t), void *pointer, size_t bytes, uint32_t kind)
{
	HeapStats_t before, after;

	vPortGetHeapStats(&before);
	told.faults = told.hooked = 0;
	told.traced = 0;
	CHECK(!call(pointer, bytes) && told.faults == 1 && told.fault.kind == kind);
	CHECK(is_in(told.fault.caller, call) && told.hooked == 0 && told.traced == 0);
	vPortGetHeapStats(&after);
	CHECK(memcmp(&before, &after, sizeof(before)) == 0);
}

static void what_is_no_block_changes_nothing(void)
{
	static uint64_t foreign[8];
	char *block = pvPortMalloc(100);

	is_a_fault(by_free, foreign, 0, TARN_FAULT_FOREIGN);
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
}

void are_misuses_told(void)
{
	refusals_are_told();
	who_calls_is_charged();
	what_is_no_block_changes_nothing();
}
