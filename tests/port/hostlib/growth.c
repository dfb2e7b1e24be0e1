/* SPDX-License-Identifier: MIT
 * A program that needs more than one arena, and one with a tiny arena. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "hostlib.h"
#include "tarn.h"

#pragma weak tarn_heap_first
#pragma weak tarn_heap_next

#define MIB ((size_t)1 << 20)

static unsigned int heaps(void)
{
	unsigned int count = 0;

	for (struct tarn_heap *heap = tarn_heap_first(); heap; heap = tarn_heap_next(heap))
		count++;
	return count;
}

/* 300 MiB in blocks of 1 MiB: three arenas. A block that grows may move to another arena. */
static void spread(unsigned int *state)
{
	enum { BLOCKS = 300 };
	char *block[BLOCKS];

	for (unsigned int i = 0; i < BLOCKS; i++) {
		block[i] = opaque(malloc(MIB));
		CHECK(block[i] && is_tarns(block[i]));
		mark(block[i], 4096, i);
	}
	CHECK(heaps() >= 3);
	for (unsigned int i = 0; i < BLOCKS; i += 1 + draw(state, 3)) {
		block[i] = opaque(realloc(block[i], 3 * MIB));
		CHECK(block[i] && is_marked(block[i], 4096, i));
	}
	for (unsigned int i = 0; i < BLOCKS; i++) {
		CHECK(is_marked(block[i], 4096, i));
		free(block[i]);
	}
}

static void largest(void)
{
	char *block = opaque(malloc(120 * MIB));
	char *other = opaque(malloc(64));

	CHECK(block && other);
	block[120 * MIB - 1] = 1;
	mark(block, 4096, 7);
	mark(other, 64, 8);
	errno = 0;
	CHECK(!opaque(realloc(opaque(block), 200 * MIB)) && errno == ENOMEM);
	CHECK(is_marked(block, 4096, 7));
	other = opaque(realloc(other, 121 * MIB)); /* from pool to a heap of its own */
	CHECK(other && is_marked(other, 64, 8));
	free(other);
	free(block);
}

void do_heaps_grow(unsigned int seed)
{
	unsigned int before;

	spread(&seed);
	largest();
	before = heaps();
	largest(); /* freed memory is used again */
	CHECK(heaps() == before);
}

/* With TARN_ARENA of a few pages: fills the arena to the last block, and frees all, fifty times. */
void does_little_memory_suffice(unsigned int seed)
{
	enum { ROUNDS = 50 };
	unsigned int served[2] = {0, 0};

	for (unsigned int round = 0; round < ROUNDS; round++) {
		unsigned int count = 0;
		void **last = NULL;

		for (;;) {
			void **block = opaque(malloc(sizeof(void *) + draw(&seed, 200)));

			if (!block)
				break;
			*block = last;
			last = block;
			count++;
		}
		CHECK(errno == ENOMEM && count > 10);
		CHECK(!opaque(calloc(1, 65536)) && !opaque(realloc(opaque(NULL), 65536)));
		served[round == ROUNDS - 1] = count;
		while (last) {
			void **before = *last;

			free(opaque(last));
			last = before;
		}
	}
	CHECK(served[1] > served[0] / 2);
}
