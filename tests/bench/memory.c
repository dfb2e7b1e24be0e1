/* SPDX-License-Identifier: MIT
 * W4 and W5: how much of the memory becomes payload. The allocator's static RAM counts, so the
 * arena is smaller by that. */
#include "adapter.h"
#include "bench.h"
#include "random.h"
#include "rows.h"

#define FILL_SEED     88172645u
#define TRIES_AT_FULL 1000

static void *take(enum op op, uint32_t size)
{
	struct ruler_call call;
	uint32_t count;

	adapter_malloc(&call, size);
	count = rows_count(&call);
	rows_add(call.result ? op : OP_MALLOC_REFUSED, count);
	return (void *)call.result;
}

static void give(void *block)
{
	struct ruler_call call;

	adapter_free(&call, block);
	rows_measure(OP_FREE, &call);
}

/* Allocate sizes of W3 until the first NULL. Returns the requested bytes that were served. */
static uint32_t fill_w3(uint32_t *state)
{
	uint32_t payload = 0;

	for (;;) {
		uint32_t size = load_size(LOAD_W3, state);

		if (!take(OP_MALLOC, size))
			return payload;
		payload += size;
	}
}

/* Requests on a full heap, most of which fail. */
static void knock(uint32_t *state)
{
	for (uint32_t i = 0; i < TRIES_AT_FULL; i++) {
		void *block = take(OP_MALLOC, load_size(LOAD_W3, state));

		if (block)
			give(block);
	}
}

static void w4(const struct bench *bench)
{
	uint32_t bytes = bench->bytes - adapter_ram();
	uint32_t state = FILL_SEED;
	struct load load;
	uint32_t live;

	if (!adapter_start(bench->config, LOAD_W3, bench->arena, bytes))
		return;
	rows_of(adapter_configs[bench->config], bench->bytes, "W4");
	rows_memory_percent("fresh", fill_w3(&state), bench->bytes);
	knock(&state);
	rows_print(NULL);

	adapter_start(bench->config, LOAD_W3, bench->arena, bytes);
	load_start(&load, LOAD_W3, bench->bytes);
	live = bench_churn_silent(&load, LOAD_MEASURED);
	state = FILL_SEED;
	rows_of(adapter_configs[bench->config], bench->bytes, "W4");
	live += fill_w3(&state);
	rows_memory_percent("churned", live, bench->bytes);
}

/* Allocate blocks of `size` until the first NULL, into slots from `n` on. Returns the next free
 * slot. */
static uint32_t fill_even(uint32_t n, uint32_t size)
{
	while (n < BENCH_BLOCKS_MAX) {
		bench_slot[n].block = take(OP_MALLOC, size);
		if (!bench_slot[n].block)
			break;
		n++;
	}
	return n;
}

static void w5(const struct bench *bench)
{
	uint32_t bytes = bench->bytes - adapter_ram();
	uint32_t small;
	uint32_t blocks;

	if (!adapter_start(bench->config, LOAD_W3, bench->arena, bytes))
		return;
	rows_of(adapter_configs[bench->config], bench->bytes, "W5");
	small = fill_even(0, 32);
	for (uint32_t i = 0; i < small; i += 2) {
		give(bench_slot[i].block);
		bench_slot[i].block = NULL;
	}
	blocks = fill_even(small, 64);
	for (uint32_t i = 0; i < blocks; i++) {
		if (bench_slot[i].block)
			give(bench_slot[i].block);
	}
	fill_even(0, 512);
	rows_print(NULL);
}

void bench_memory(const struct bench *bench)
{
	w4(bench);
	w5(bench);
}
