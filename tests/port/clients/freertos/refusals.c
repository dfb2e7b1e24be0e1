/* SPDX-License-Identifier: MIT
 * Requests that are too large, of a task and of the kernel. The handler of tarn_on_refused() learns
 * the place in the program (tarn_task_callers.h), and the kernel calls the failed hook. */
#include "parts.h"

#include "tarn_refused.h"

#define SITE_BYTES 64                /* the functions below are shorter */
#define TOO_MANY   ((size_t)1 << 17) /* bytes; more than there are */

static struct tarn_refusal last;
static volatile uint32_t told, hooked, refused;

/* An empty pool is reported, too, each time that a task waits for it. */
static void on_refused(const struct tarn_refusal *refusal)
{
	if (refusal->name)
		return;
	last = *refusal;
	told++;
}

void refusals_hook(void)
{
	hooked++;
}

void refusals_begin(void)
{
	tarn_on_refused(on_refused);
}

uint32_t refusals_told(void)
{
	expect(told == refused && hooked == refused, "refused");
	return told;
}

static void never(void *parameter)
{
	(void)parameter;
	note("a-refused-task-runs");
}

/* Each makes the request itself. The call must not be a jump: Tarn would then report its caller. */
__attribute__((noinline)) static bool by_task(void)
{
	void *volatile got = pvPortMalloc(TOO_MANY);

	return got != NULL;
}

__attribute__((noinline)) static bool by_kernel(void)
{
	volatile BaseType_t got = xTaskCreate(never, "large", UINT16_MAX, NULL, 1, NULL);

	return got == pdPASS;
}

static void is_told(bool (*site)(void))
{
	uintptr_t start = (uintptr_t)site & ~(uintptr_t)1;

	refused++;
	expect(!site(), "served");
	expect(told == refused, "not-told");
	expect(hooked == refused, "failed-hook");
	expect(((uintptr_t)last.caller & ~(uintptr_t)1) - start < SITE_BYTES, "refused-caller");
	expect(last.size >= TOO_MANY && last.free < TOO_MANY, "refused-size");
}

void refusals(uint32_t number)
{
	(void)number;
	for (uint32_t i = 0; i < 1 + asked.rounds / 128; i++) {
		is_told(by_task);
		is_told(by_kernel);
		vTaskDelay(2);
	}
}
