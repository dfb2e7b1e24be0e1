/* SPDX-License-Identifier: MIT
 * Somebody whose startup runs no initialisers (startup.c, -DNO_INITIALISERS). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tarn_libc.h"

int main(void)
{
	char *before = malloc(40);
	int error = errno;
	char *after;

	tarn_malloc_init();
	after = malloc(40);
	printf("before: %s, after: %s\n", before || error != ENOMEM ? "?" : "refused",
	       tarn_is_live(&tarn_default, after) ? "served" : "refused");
	free(after);
	free(before);
	return 0;
}
