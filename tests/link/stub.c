/* SPDX-License-Identifier: MIT
 * A program that makes a heap, allocates and frees, and nothing else: what it keeps of the core
 * is what the core costs. Its own bytes are in .stub sections and not counted. */
#include "tarn.h"

#define STUB(name) __attribute__((section(".stub." name), used))

extern char __tarn_arena_start[], __tarn_arena_end[];

STUB("port") void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

STUB("heap") static struct tarn_heap heap = {0};

STUB("main") int main(void)
{
	void *block;

	if (tarn_init(&heap, __tarn_arena_start, TARN_ARENA_SIZE, STUB_TABLE, NULL))
		return 1;
	block = tarn_alloc(&heap, 100);
	tarn_free(&heap, block);
	return !block;
}
