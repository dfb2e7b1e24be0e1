/* SPDX-License-Identifier: MIT
 * Does port/freertos do what FreeRTOS and its applications expect of a heap, also in a tick that
 * interrupts the same calls?
 *
 *   interrupt=1   the program's first call comes from the tick; otherwise from main, before the
 *                 kernel starts */
#include "freertos.h"

#include "../../../port/private/libc_heaps.h"
#include "args.h"
#include "print.h"

static unsigned failures, checks;

void check(bool holds, const char *what, const char *file, int line)
{
	checks++;
	if (holds)
		return;
	failures++;
	print_text(file);
	print_char(':');
	print_u64((uint64_t)line);
	print_text(": ");
	print_text(what);
	print_text(": does not hold\n");
}

/* ---- What port/freertos needs of an application ------------------------------------------ */

unsigned hooked, asserted, faults;
int traced;
size_t traced_bytes;
struct tarn_fault last;

void vApplicationMallocFailedHook(void)
{
	hooked++;
}

/* A block is told while it is there, in both directions, with its bytes. */
void test_trace(int change, const void *block, size_t size)
{
	struct tarn_heap *heap = libc_heap_of(block);

	CHECK(block ? tarn_is_live(heap, block) && size == tarn_usable_size(heap, block)
		    : change > 0 && size == 0);
	traced += block ? change : 0;
	traced_bytes += change < 0 ? 0 - size : size;
}

void test_assert(int holds)
{
	asserted += !holds;
}

void note(const struct tarn_fault *fault)
{
	last = *fault;
	faults++;
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "interrupt");
	does_the_first_call_leave_the_kernel_alone(arg_u64(argc, argv, "interrupt", 0) != 0);
	do_blocks_come_and_go();
	does_realloc_keep_its_promises();
	do_the_numbers_add_up();
	do_faults_change_nothing();
	are_regions_added();
	does_a_reset_forget_all();
	CHECK(!kernel_was_called() && tarn_check(&tarn_default, NULL) == 0);
	print_text("freertos: ");
	print_u64(checks);
	print_text(" checks, ");
	print_u64(failures);
	print_text(" failed\n");
	return failures || !checks;
}
