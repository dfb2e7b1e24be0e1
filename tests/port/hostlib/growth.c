/* SPDX-License-Identifier: MIT
 * A program that needs more than one arena. */
#define _GNU_SOURCE
#include <errno.h>
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
		CHECK(block[i] && is_ours(block[i]));
		fill(block[i], 4096, i);
	}
	CHECK(heaps() >= 3);
	for (unsigned int i = 0; i < BLOCKS; i += 1 + draw(state, 3)) {
		block[i] = opaque(realloc(block[i], 3 * MIB));
		CHECK(block[i] && holds(block[i], 4096, i));
	}
	for (unsigned int i = 0; i < BLOCKS; i++) {
		CHECK(holds(block[i], 4096, i));
		free(block[i]);
	}
}

static void largest(void)
{
	char *block = opaque(malloc(120 * MIB));
	char *other = opaque(malloc(64));

	CHECK(block && other);
	block[120 * MIB - 1] = 1;
	fill(block, 4096, 7);
	fill(other, 64, 8);
	errno = 0;
	CHECK(!opaque(realloc(opaque(block), 200 * MIB)) && errno == ENOMEM);
	CHECK(holds(block, 4096, 7));
	other = opaque(realloc(other, 121 * MIB)); /* from pool to a heap of its own */
	CHECK(other && holds(other, 64, 8));
	free(other);
	free(block);
}

void do_heaps_grow(unsigned int seed)
{
	unsigned int before;

	largest(); /* the process's first request makes a heap that holds it */
	spread(&seed);
	before = heaps();
	largest(); /* freed memory is used again */
	CHECK(heaps() == before);
}
