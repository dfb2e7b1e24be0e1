/* SPDX-License-Identifier: MIT
 * Instructions of get, put and other calls with objects, on this board's core. */
#include "calls.h"
#include "print.h"
#include "../../../../port/tool/ruler/ruler.h"

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

static void print_row(const struct call *call, const char *metric, uint32_t count)
{
	print_text("T ");
	print_text(call->name);
	print_char(',');
	print_text(metric);
	print_char(',');
	print_u64(count);
	print_newline();
}

/* Measures the call, and leaves `counts` sorted. */
static void count_all(const struct call *call, uint32_t times)
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
}

void measure(const struct call *call, uint32_t times)
{
	count_all(call, times);
	print_row(call, "most", counts[times - 1]);
}

void measure_spread(const struct call *call, uint32_t times)
{
	count_all(call, times);
	print_row(call, "median", counts[times / 2]);
	print_row(call, "most", counts[times - 1]);
}

void measure_all(const struct call *calls, uint32_t n, uint32_t times)
{
	for (uint32_t i = 0; i < n; i++)
		measure(&calls[i], times);
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
	measure_table();
	measure_hand();
	measure_packed();
	measure_columns();
	print_text("complete\n");
	return 0;
}
