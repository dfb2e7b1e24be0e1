/* SPDX-License-Identifier: MIT
 * Prints for each row the mean and the most instructions of a call, in C and in C++. */
#include "counts.h"
#include "print.h"
#include "../../../../port/tool/ruler/ruler.h"

#define TIMES 64

struct count {
	uint32_t sum;
	uint32_t most;
};

static struct count measured(const struct row *row)
{
	struct count count = {0, 0};

	for (uint32_t i = 0; i < TIMES; i++) {
		struct ruler_call call = {.function = (uintptr_t)row->function};
		uint32_t instructions;

		if (row->prepare)
			call.argument[0] = row->prepare();
		instructions = ruler(&call);
		count.sum += instructions;
		if (instructions > count.most)
			count.most = instructions;
		if (row->after)
			row->after(call.result);
	}
	return count;
}

static void print_count(struct count count)
{
	print_char('\t');
	print_u64((count.sum + TIMES / 2) / TIMES);
	print_char('\t');
	print_u64(count.most);
}

int main(void)
{
	const struct row *c;

	if (!ruler_start()) {
		print_text("error: the ruler's calibration failed: run under QEMU with "
			   "-icount shift=7\n");
		return 1;
	}
	for (uint32_t i = 0; (c = c_row(i)); i++) {
		struct count in_c = measured(c);

		print_text(c->name);
		print_count(in_c);
		print_count(measured(cxx_row(i)));
		print_newline();
	}
	print_text("complete\n");
	return 0;
}
