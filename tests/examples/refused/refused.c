/* SPDX-License-Identifier: MIT
 * Which call got NULL, and why: a class is full, the longest run is too short, the heap is too
 * small. */
#include "../say.h"
#include "tarn_refused.h"
#include "tarn_table.h"

#define CLASSES(CLASS)                   \
	CLASS(16, 4, 0, TARN_TO_COMMONS) \
	CLASS(64, 2, 0, TARN_REFUSE)
TARN_TABLE(table, CLASSES);

static uint64_t arena[1024 / 8];
static struct tarn_heap heap;
static void *last_caller;

static void refused(const struct tarn_refusal *refusal)
{
	last_caller = refusal->caller; /* `info line *ADDRESS` in gdb; or addr2line */
	say_number("refused, bytes", (uint32_t)refusal->size);
	print_text(tarn_refused_name(refusal->reason));
	say_number(", class", refusal->class_index); /* 2: no class is so large */
	say_number("free in the heap", refusal->free);
	say_number("longest free run", refusal->longest);
}

int main(void)
{
	void *block[6];

	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK)
		return 1;
	tarn_on_refused(refused);
	for (int i = 0; i < 3; i++) /* the class has two blocks */
		block[i] = tarn_alloc(&heap, 60);
	block[3] = tarn_alloc(&heap, 200);
	block[4] = tarn_alloc(&heap, 100);
	tarn_free(&heap, block[3]);
	block[5] = tarn_alloc(&heap, 400);  /* enough bytes are free, in two runs */
	block[3] = tarn_alloc(&heap, 2000); /* more than the arena */
	promise(!block[2] && !block[3] && block[4] && !block[5], "three requests are refused");
	promise(last_caller != NULL, "the caller is known");
	return 0;
}
