/* SPDX-License-Identifier: MIT
 * In both kernels the lock is the form's own, and each context has its tags. */
#include "tarn.h"
#include "tarn_tag.h"

#ifdef KERNEL_ALLOCATES
void of_k_malloc(void);
#define HEAP tarn_default
#else
void app_main(void);
static struct tarn_heap HEAP;
#endif

static uint32_t tag_of_a_block(void)
{
	void *block = tarn_alloc(&HEAP, 50);
	uint32_t tag = tarn_tag_of(&HEAP, block);

	tarn_free(&HEAP, block);
	return tag;
}

static void of_contexts(void)
{
	promise(tarn_tag_enter(1) && tag_of_a_block() == 1, "a thread enters a tag");
	in_isr = true;
	promise(tag_of_a_block() == 0 && tarn_tag_enter(2), "a handler has entered none");
#ifndef KERNEL_ALLOCATES
	core = 1;
	promise(tag_of_a_block() == 0, "nor has one of the other core");
	core = 0;
#endif
	tarn_tag_leave(2);
	in_isr = false;
	promise(tag_of_a_block() == 1, "the thread is still where it was");
	in_boot = true;
	promise(tag_of_a_block() == 0 && tarn_tag_enter(2), "before the first thread is a handler");
	tarn_tag_leave(2);
	in_boot = false;
	promise(tag_of_a_block() == 1, "the thread is where it was");
	tarn_tag_leave(1);
}

int main(void)
{
#ifdef KERNEL_ALLOCATES
	of_k_malloc();
#else
	static uint64_t arena[1024];

	promise(tarn_init(&HEAP, arena, sizeof(arena), &tarn_table_default, NULL) == TARN_OK,
		"a heap is made");
	app_main();
#endif
	of_contexts();
	promise(locks_taken > 20, "the form's lock is the one that is taken");
	promise(tarn_check(&HEAP, NULL) == 0, "the heap is sound");
	return 0;
}
