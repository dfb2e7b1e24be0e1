/* SPDX-License-Identifier: MIT */
#include "tarn_port.h"
#include "tarn_table.h"

#define CLASSES(CLASS)                    \
	CLASS(16, 24, 0, TARN_TO_COMMONS) \
	CLASS(64, 6, 0, TARN_REFUSE)
TARN_TABLE(table, CLASSES);
TARN_TABLE_FITS(table, CLASSES, 2048); /* or the build fails */

static uint64_t arena[2048 / 8];
static struct tarn_heap heap;

static void console(void *context, const char *text, size_t length)
{
	(void)context;
	tarn_port_write(text, length);
}

int main(void)
{
	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK)
		return 1;
	char *name = tarn_alloc(&heap, 12);   /* one of the 24 blocks of 16 bytes */
	char *frame = tarn_alloc(&heap, 500); /* no class is so large: the commons */
	tarn_free(&heap, name);
	tarn_report(&heap, console, NULL);
	tarn_free(&heap, frame);
	return (int)tarn_report_leaks(&heap, console, NULL);
}
