/* SPDX-License-Identifier: MIT
 * Get, put and what else one does with objects, in instructions, on this board's core. */
#include "calls.h"
#include "print.h"
#include "../../ruler.h"

#define TIMES_MAX 200

static uint32_t counts[TIMES_MAX];

static void sort(uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		uint32_t value = counts[i];
		uint32_t j = i;

		for (; j && counts[j - 1] > value; j--)
			counts[j] = counts[j - 1];
		counts[j] = value;
	}
}

void measure(const struct call *call, uint32_t times)
{
	for (uint32_t i = 0; i < times; i++) {
		struct ruler_call ruled = {.function = (uintptr_t)call->function};

		if (call->prepare)
			ruled.argument[0] = call->prepare();
		counts[i] = ruler(&ruled);
		if (call->after)
			call->after(ruled.result);
	}
	sort(times);
	print_text("T ");
	print_text(call->name);
	for (uint32_t i = 0; i < 3; i++) {
		print_char(',');
		print_u64(counts[i == 0 ? 0 : i == 1 ? times / 2 : times - 1]);
	}
	print_newline();
}

int main(void)
{
	if (!ruler_start()) {
		print_text("error: the ruler's calibration failed: run under QEMU with "
			   "-icount shift=7\n");
		return 1;
	}
	measure_naive();
	measure_pools();
	measure_packed();
	print_text("complete\n");
	return 0;
}
