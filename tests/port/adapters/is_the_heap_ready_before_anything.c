/* SPDX-License-Identifier: MIT
 * The first constructor allocates, and writes through stdio. */
#include <stdio.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn.h"

static char *early;
static int written;

__attribute__((constructor(101))) static void first_of_all(void)
{
	early = malloc(100);
	if (early)
		fill(early, 100, 1);
	written = fprintf(stderr, "constructor: %s\n", early ? "has memory" : "has no memory");
}

void is_the_heap_ready_before_anything(void)
{
	CHECK(tarn_is_live(&tarn_default, early));
	CHECK(early && holds(early, 100, 1));
	CHECK_EQ(written, 24);
	free(early);
}
