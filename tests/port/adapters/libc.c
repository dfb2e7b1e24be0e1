/* SPDX-License-Identifier: MIT
 * The first constructor allocates, and writes through stdio. Memory that the libc itself allocates
 * comes from Tarn, and goes back there. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void does_libc_allocate_here(void)
{
	char *copy = strdup("a copy");
	char *printed = NULL;
	char text[64];

	CHECK(copy && is_ours(copy));
	CHECK_EQ(asprintf(&printed, "%s of %d bytes", copy, 6), 17);
	CHECK(is_ours(printed));
	CHECK(printed && !strcmp(printed, "a copy of 6 bytes"));
	free(printed);
	free(copy);
	/* newlib's conversions allocate big numbers, and keep them. picolibc's do not. */
	CHECK(strtod("0.1", NULL) == 0.1 && strtod("1e-300", NULL) == 1e-300);
	snprintf(text, sizeof(text), "%.17g", 0.1);
	snprintf(text, sizeof(text), "%s", setenv("TARN", "lake", 1) ? "" : getenv("TARN"));
	CHECK(!strcmp(text, "lake"));
	unsetenv("TARN");
}
