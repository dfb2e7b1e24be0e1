/* SPDX-License-Identifier: MIT
 * Each block is charged to the tag that its context entered, however deep in a library the request
 * is. */
#include "tags.h"

#include "args.h"
#include "print.h"
#include "tarn_tag.h"

static unsigned checks, failures, faults;

void tags_check(bool holds, const char *what, const char *file, int line)
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

uint32_t tag_of(const void *block)
{
	return block ? tarn_tag_of(&tarn_default, block) : UINT32_MAX;
}

static void on_fault(const struct tarn_fault *fault)
{
	CHECK(fault->kind == TARN_FAULT_TAG);
	faults++;
}

unsigned tags_faults(void)
{
	unsigned since = faults;

	faults = 0;
	return since;
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "");
#ifndef PORT_LIBC
	CHECK(tarn_default_init(&tarn_table_default, NULL) ==
	      TARN_OK); /* or a libc's startup made the heap */
#endif
	tarn_on_fault(on_fault);
	do_contexts_have_their_own();
#ifdef TAGS_KERNEL
	does_the_kernel_charge_who_called();
#endif
#ifdef PORT_LIBC
	does_malloc_charge_who_called();
	does_new_charge_who_called();
#endif
	CHECK(tarn_tag_now() == TARN_UNTAGGED && tags_faults() == 0);
	CHECK(tarn_check(&tarn_default, NULL) == 0);
	print_text("tags: ");
	print_u64(checks);
	print_text(" checks, ");
	print_u64(failures);
	print_text(" failed\n");
	return failures || !checks;
}
