/* SPDX-License-Identifier: MIT
 * The smallest program that uses Tarn. What the linker keeps for it is Tarn's cost in flash. The
 * calls go through volatile pointers, so that nothing is inlined or left out. The program is never
 * run. tests/bench/builds.py subtracts this file's own bytes. */
#include "tarn.h"
#include "tarn_port.h"

enum tarn_status (*volatile init)(struct tarn_heap *, void *, size_t, const struct tarn_table *,
				  uint32_t) = tarn_init_as;
void *(*volatile alloc)(struct tarn_heap *, size_t) = tarn_alloc;
void (*volatile release)(struct tarn_heap *, void *) = tarn_free;

static struct tarn_heap heap;
static uint64_t arena[128];
const struct tarn_table *volatile table;

void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

void entry(void);
void entry(void)
{
	init(&heap, arena, sizeof(arena), table, TARN_BUILD_ID);
	release(&heap, alloc(&heap, 24));
}
