/* SPDX-License-Identifier: MIT
 * The example runs; the lock is the component's; each context has its tags. */
#include <freertos/FreeRTOS.h>
#include <stdio.h>

#include "tarn.h"

void app_main(void);

static int failures;

static void promise(bool holds, const char *what)
{
	if (!holds) {
		printf("FAIL %s\n", what);
		failures++;
	}
}

static void as_handler(int of)
{
	in_isr = true;
	core = of;
}

int main(void)
{
	app_main();
	promise(locks_taken > 10, "the component's lock is the one that is taken");
	promise(tarn_tag_enter(1), "a task enters a tag");
	as_handler(0);
	promise(tarn_tag_now() == 0 && tarn_tag_enter(2), "a handler has entered none");
	as_handler(1);
	promise(tarn_tag_now() == 0, "nor has one of the other core");
	as_handler(0);
	tarn_tag_leave(2);
	in_isr = false;
	promise(tarn_tag_now() == 1, "the task is still where it was");
	in_boot = true;
	promise(tarn_tag_now() == 0 && tarn_tag_enter(2), "before the scheduler it is a handler");
	tarn_tag_leave(2);
	in_boot = false;
	promise(tarn_tag_now() == 1, "the task is where it was");
	if (!failures)
		printf("contexts: passed\n");
	return failures;
}
