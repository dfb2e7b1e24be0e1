/* SPDX-License-Identifier: MIT
 * mallinfo, malloc_stats and the other questions about the heap. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn.h"

void do_the_counters_answer(void)
{
	size_t live = adapters_live();
	struct mallinfo before = mallinfo();
	char *small = malloc(30);
	char *large = malloc(1000);
	/* At level 3 this empties the quarantine before it looks. */
	size_t largest = tarn_largest(&tarn_default);
	struct mallinfo after = mallinfo();

	CHECK_EQ(before.uordblks, live);
	CHECK_EQ(after.uordblks, adapters_live());
	CHECK(after.uordblks >= before.uordblks + 1030);
	CHECK_EQ(before.arena, after.arena);
	CHECK_EQ(before.arena, before.uordblks + before.fordblks);
	CHECK_EQ(after.arena, after.uordblks + after.fordblks);
	CHECK(after.keepcost >= largest && after.keepcost <= after.fordblks);
	malloc_stats(); /* tests/port/adapters/check looks for its line */
	free(small);
	free(large);
	CHECK_EQ(mallinfo().uordblks, live);
	CHECK_EQ(malloc_trim(0), 0);
	CHECK_EQ(mallopt(M_TOP_PAD, 64), 0);
}
