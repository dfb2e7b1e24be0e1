/* SPDX-License-Identifier: MIT
 * DEFS=-DTARN_MALLOC_HEAPS=3: a request that the default heap refuses goes to the heaps after it,
 * in order. Every call finds the heap of its block. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "adapters.h"
#include "../../../port/private/libc_heaps.h"
#include "tarn_refused.h"

#if TARN_MALLOC_HEAPS > 1
#define BANK 6144

extern char __tarn_arena_start[];

static char bank[2][BANK] __attribute__((aligned(64)));

static int bank_of(const void *block)
{
	for (int i = 0; i < 2; i++)
		if ((const char *)block >= bank[i] && (const char *)block < bank[i] + BANK)
			return i + 1;
	return tarn_owns(&tarn_default, block) ? 0 : -1;
}

/* Fills the heaps before `index`. Returns a list of the blocks that it took. */
static void **fill_up_to(int index)
{
	void **list = NULL;

	for (size_t size = 1024; size >= sizeof(*list); size /= 2) {
		void **block;

		while ((block = malloc(size)) && bank_of(block) < index) {
			*block = list;
			list = block;
		}
		free(block);
	}
	return list;
}

static void give_back(void **list)
{
	while (list) {
		void **next = *list;

		free(list);
		list = next;
	}
}

static void each_call_goes_on(int index)
{
	char *zeroed = calloc(10, 10);
	char *wide = memalign(64, 100);
	char *block = malloc(100);

	CHECK(bank_of(zeroed) == index && bank_of(wide) == index && bank_of(block) == index);
	CHECK_EQ((uintptr_t)wide % 64, 0);
	for (int i = 0; i < 100; i++)
		CHECK_EQ(zeroed[i], 0);
	CHECK(malloc_usable_size(block) >= 100);
	fill(block, 100, 7);
	block = realloc(block, 300);
	CHECK(block && bank_of(block) == index && holds(block, 100, 7));
	free(zeroed);
	free(wide);
	free(block);
}

static unsigned refusals;

static void count(const struct tarn_refusal *refusal)
{
	(void)refusal;
	refusals++;
}

/* A block moves from the full default heap to another heap, and back when it outgrows that heap.
 * Only a request that no heap serves is told. */
static void a_block_moves(void)
{
	char *block = malloc(40);
	void **list = fill_up_to(1);

	fill(block, 40, 3);
	tarn_on_refused(count);
	block = realloc(block, 2000);
	CHECK(block && bank_of(block) == 1 && holds(block, 40, 3));
	give_back(list);
	CHECK_EQ(refusals, 0);
	REFUSED(realloc(block, TOO_LARGE), ENOMEM);
	block = realloc(block, BANK);
	CHECK_EQ(refusals, 1);
	tarn_on_refused(NULL);
	CHECK(block && bank_of(block) == 0 && holds(block, 40, 3));
	free(block);
}

void do_further_heaps_serve(void)
{
	struct mallinfo before = mallinfo();
	static char other[1024];
	void **list;

	CHECK_EQ(tarn_malloc_add(bank[0], 16), TARN_ARENA_SMALL);
	CHECK_EQ(tarn_malloc_add(bank[0], BANK), TARN_OK);
	CHECK_EQ(tarn_malloc_add(bank[0], BANK), TARN_OVERLAP);
	CHECK_EQ(tarn_malloc_add(__tarn_arena_start, 2048), TARN_OVERLAP);
	CHECK_EQ(tarn_malloc_add(bank[1], BANK), TARN_OK);
	CHECK_EQ(tarn_malloc_add(other, sizeof(other)), TARN_HEAP_COUNT);
	CHECK(libc_heap(2) && !libc_heap(3));
	CHECK(mallinfo().arena > before.arena + BANK * 2 * 9 / 10);
	for (int index = 0; index <= 2; index++) {
		list = fill_up_to(index);
		each_call_goes_on(index);
		give_back(list);
	}
	a_block_moves();
	is_each_refusal_told();
	list = fill_up_to(3);
	REFUSED(malloc(sizeof(void *)), ENOMEM);
	REFUSED(calloc(1, 1), ENOMEM);
	REFUSED(memalign(64, 1), ENOMEM);
	give_back(list);
	CHECK_EQ(mallinfo().uordblks, before.uordblks);
	for (uint32_t i = 0; libc_heap(i); i++)
		CHECK_EQ(tarn_check(libc_heap(i), NULL), 0);
}
#else
void do_further_heaps_serve(void)
{
}
#endif
