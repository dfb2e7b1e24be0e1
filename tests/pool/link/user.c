/* SPDX-License-Identifier: MIT
 * A user of the library, with its headers, the archive and tarn_port_fault only. */
#include "tarn_table.h"

#define CLASSES(CLASS) CLASS(16, 8, 0, TARN_REFUSE)
TARN_TABLE(table, CLASSES);

int main(void)
{
	static struct tarn_heap heap;
	static uint64_t arena[128];
	void *block;

	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL))
		return 1;
	block = tarn_alloc(&heap, 16);
	tarn_free(&heap, block);
	return !block;
}
