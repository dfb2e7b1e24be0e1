/* SPDX-License-Identifier: MIT
 * Requests that are too large. The handler of tarn_on_refused() learns the place in the program,
 * and the kernel calls the failed hook. A block that cannot be resized stays as it was. */
#include "parts.h"

#include <stdlib.h>

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
	expect(told == refused, "refused");
	return told;
}

static void never(void *parameter)
{
	(void)parameter;
	note("a-refused-task-runs");
}

/* Each makes the request itself. The call must not be a jump: Tarn would then report its caller. */
#define SITE(name, call)                                         \
	__attribute__((noinline)) static void *name(void *block) \
	{                                                        \
		void *volatile got = call;                       \
                                                                 \
		(void)block;                                     \
		return got;                                      \
	}

SITE(by_malloc, pvPortMalloc(TOO_MANY))
SITE(by_realloc, pvPortRealloc(block, TOO_MANY))
SITE(by_kernel, xTaskCreate(never, "large", UINT16_MAX, NULL, 1, NULL) == pdPASS ? block : NULL)

static void is_told(void *(*site)(void *), void *block)
{
	uintptr_t start = (uintptr_t)site & ~(uintptr_t)1;
	uint32_t before = hooked;
	void *served;

	refused++;
	served = site(block);
	expect(served == NULL, "served");
	free(served);
	expect(told == refused, "not-told");
	expect(hooked == before + 1, "failed-hook");
	expect(((uintptr_t)last.caller & ~(uintptr_t)1) - start < SITE_BYTES, "refused-caller");
	expect(last.size >= TOO_MANY && last.free < TOO_MANY, "refused-size");
}

static void once(void)
{
	struct piece piece;

	is_told(by_malloc, NULL);
	if (piece_take(&piece, 50, 2)) {
		is_told(by_realloc, piece.bytes);
		piece_give(&piece);
	}
	is_told(by_kernel, NULL); /* tarn_task_callers.h */
}

void refusals(uint32_t number)
{
	(void)number;
	for (uint32_t i = 0; i < 1 + asked.rounds / 128; i++) {
		once();
		vTaskDelay(2);
	}
}
