/* SPDX-License-Identifier: MIT
 * What it costs to set up a heap: once on memory that was no heap before, once over a heap. */
#include "adapter.h"
#include "bench.h"
#include "rows.h"

#define ARENA_FILL 0xa5a5a5a5u

/* Overwrites the first 64 KiB, so that they hold no trace of an earlier heap. Boot clears the
 * planes without reading them, so the rest of the arena makes no difference. */
static void soil(void *arena)
{
	volatile uint32_t *word = arena;

	for (uint32_t i = 0; i < 65536 / sizeof(*word); i++)
		word[i] = ARENA_FILL;
}

void bench_boot(const struct bench *bench)
{
	struct ruler_call call;

	rows_of(adapter_configs[bench->config], bench->bytes, "boot");
	soil(bench->arena);
	if (!adapter_init(&call, bench->config, bench->arena, bench->bytes))
		return;
	rows_measure(OP_INIT, &call);
	adapter_init(&call, bench->config, bench->arena, bench->bytes);
	rows_measure(OP_INIT, &call);
	rows_print(NULL);
	rows_memory("metadata", adapter_metadata());
}
