/* SPDX-License-Identifier: MIT
 * A stranger's program: it makes a heap of its own, and prints whether malloc is Tarn's. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <tarn.h>

int main(void)
{
	static uint64_t arena[512];
	static struct tarn_heap heap;
	char *text;
	bool taken = false;

	if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_commons, NULL) != TARN_OK)
		return 1;
	text = malloc(100);
	for (struct tarn_heap *each = tarn_heap_first(); each; each = tarn_heap_next(each))
		taken |= tarn_owns(each, text);
	puts(taken ? "malloc is Tarn's" : "it is not");
	free(text);
	return 0;
}
