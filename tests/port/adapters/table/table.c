/* SPDX-License-Identifier: MIT
 * A program with a table of its own for malloc. If the arena cannot hold the table, the program
 * learns why, and malloc uses the commons. */
#include <stdio.h>
#include <stdlib.h>

#include "tarn_libc.h"
#include "tarn_table.h"

#define CLASSES(CLASS)                    \
	CLASS(32, 20, 0, TARN_TO_COMMONS) \
	CLASS(256, 20, 0, TARN_TO_COMMONS)
TARN_TABLE_EXTERN(tarn_malloc_table, CLASSES);

static char told[100];

void tarn_malloc_misfit(enum tarn_status status, const struct tarn_table *table,
			const struct tarn_misfit *why)
{
	tarn_misfit_text(told, sizeof(told), status, table, why);
}

int main(int argc, char **argv)
{
	struct tarn_heap_stats stats;
	void *block = malloc(200);

	(void)argc, (void)argv;
	tarn_heap_stats(&tarn_default, &stats);
	printf("%u classes, %s, %s\n", (unsigned)stats.classes, *told ? told : "fits",
	       block ? "served" : "refused");
	free(block);
	return 0;
}
