/* SPDX-License-Identifier: MIT
 * Somebody whose startup runs no initialisers (startup.c, -DNO_INITIALISERS). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tarn_libc.h"

static const char *fault = "none";

static void note(const struct tarn_fault *what)
{
	fault = tarn_fault_name(what->kind);
}

int main(void)
{
	char *before;
	char *after;
	int error;

	tarn_on_fault(note);
	before = malloc(40);
	error = errno;
	tarn_malloc_init();
	after = malloc(40);
	printf("before: %s, fault: %s, after: %s\n", before || error != ENOMEM ? "?" : "refused",
	       fault, tarn_is_live(&tarn_default, after) ? "served" : "refused");
	free(after);
	free(before);
	return 0;
}
