/* SPDX-License-Identifier: MIT
 * A board asks every question. */
#include "adapters.h"
#include "tarn.h"

static void (*const questions[])(void) = {
	is_the_heap_ready_before_anything,
	does_malloc_keep_its_promises,
	does_realloc_keep_its_promises,
	are_aligned_requests_aligned,
	does_libc_allocate_here,
	do_the_counters_answer,
	does_a_leak_name_its_owner,
	does_malloc_charge_who_called,
	is_each_refusal_told,
#ifdef ADAPTERS_NEWLIB
	do_the_twins_set_their_own_errno,
#endif
	is_out_of_memory_clean,
	do_further_heaps_serve,
};

/* No question may leave a damaged heap, or cause a fault. */
int main(int argc, char **argv)
{
	struct tarn_heap_stats stats;

	(void)argc, (void)argv;
	for (unsigned i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		questions[i]();
		CHECK_EQ(tarn_check(&tarn_default, NULL), 0);
		tarn_heap_stats(&tarn_default, &stats);
		for (int kind = 0; kind < TARN_FAULT_KINDS; kind++)
			CHECK_EQ(stats.faults[kind], 0);
	}
	return adapters_verdict("adapters");
}
