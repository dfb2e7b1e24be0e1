/* SPDX-License-Identifier: MIT
 * Memory that the libc itself allocates comes from Tarn, and goes back there. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters.h"
#include "tarn.h"

static void copies_are_ours(void)
{
	char *copy = strdup("a copy");
	char *printed = NULL;

	CHECK(copy && tarn_owns(&tarn_default, copy));
	CHECK_EQ(asprintf(&printed, "%s of %d bytes", copy, 6), 17);
	CHECK(tarn_owns(&tarn_default, printed));
	CHECK(printed && !strcmp(printed, "a copy of 6 bytes"));
	free(printed);
	free(copy);
}

/* newlib's conversions allocate big numbers, and keep them. picolibc's do not. */
static void conversions_work(void)
{
	char text[64];

	CHECK(strtod("0.1", NULL) == 0.1 && strtod("1e-300", NULL) == 1e-300);
	snprintf(text, sizeof(text), "%.17g", 0.1);
	snprintf(text, sizeof(text), "%s", setenv("TARN", "lake", 1) ? "" : getenv("TARN"));
	CHECK(!strcmp(text, "lake"));
	unsetenv("TARN");
}

void does_libc_allocate_here(void)
{
	copies_are_ours();
	conversions_work();
}
