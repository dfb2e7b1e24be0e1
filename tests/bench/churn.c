/* SPDX-License-Identifier: MIT
 * The workloads W1 to W3R: each operation fills an empty slot or frees a full one. */
#include "adapter.h"
#include "bench.h"
#include "print.h"
#include "rows.h"

static uint32_t payload; /* requested bytes of live blocks */
static uint32_t refused;

static void add_served(enum place place, uint32_t count)
{
	rows_add(OP_MALLOC, count);
	if (place != PLACE_ONLY)
		rows_add(place == PLACE_POOL     ? OP_MALLOC_POOL
			 : place == PLACE_LARGER ? OP_MALLOC_LARGER
						 : OP_MALLOC_COMMONS,
			 count);
}

static void fill(struct bench_slot *slot, uint32_t size)
{
	struct ruler_call call;
	uint32_t count;

	adapter_before(size);
	adapter_malloc(&call, size);
	count = rows_count(&call);
	slot->block = (void *)call.result;
	if (!slot->block) {
		refused++;
		rows_add(OP_MALLOC_REFUSED, count);
		return;
	}
	slot->size = (uint16_t)size;
	slot->place = (uint8_t)adapter_place(size);
	add_served(slot->place, count);
	payload += size;
}

static void empty(struct bench_slot *slot)
{
	struct ruler_call call;
	uint32_t count;

	adapter_free(&call, slot->block);
	count = rows_count(&call);
	rows_add(OP_FREE, count);
	if (slot->place != PLACE_ONLY)
		rows_add(slot->place == PLACE_COMMONS ? OP_FREE_COMMONS : OP_FREE_POOL, count);
	payload -= slot->size;
	slot->block = NULL;
}

static void resize(struct bench_slot *slot, uint32_t size)
{
	struct ruler_call call;
	uint32_t count;

	adapter_before(size);
	adapter_realloc(&call, slot->block, size);
	count = rows_count(&call);
	if (!call.result) {
		refused++;
		rows_add(OP_REALLOC_REFUSED, count);
		return;
	}
	if (call.result == (uintptr_t)slot->block) {
		rows_add(OP_REALLOC_STAY, count);
	} else {
		slot->place = (uint8_t)adapter_place(size);
		rows_add(OP_REALLOC_MOVE, count);
	}
	payload += size - slot->size;
	slot->size = (uint16_t)size;
	slot->block = (void *)call.result;
}

static void operate(struct load *load)
{
	struct load_draw draw = load_next(load);
	struct bench_slot *slot = &bench_slot[draw.slot];

	if (slot->block && draw.again) {
		resize(slot, draw.size);
		return;
	}
	if (slot->block) {
		empty(slot);
		if (load->kind != LOAD_W1)
			return;
	}
	fill(slot, draw.size);
}

static void forget_slots(void)
{
	for (uint32_t i = 0; i < BENCH_BLOCKS_MAX; i++)
		bench_slot[i] = (struct bench_slot){0};
	payload = 0;
	refused = 0;
}

uint32_t bench_churn_silent(struct load *load, uint32_t operations)
{
	forget_slots();
	while (operations--)
		operate(load);
	return payload;
}

/* Hand out every block of every pool once. The first use of a block costs more, and has a row of
 * its own. After this, no call of the workload uses a block for the first time. */
static void carve_pools(void)
{
	uint32_t size;
	uint32_t blocks;

	for (uint32_t index = 0; adapter_pool(index, &size, &blocks); index++) {
		uint32_t served = 0;
		struct ruler_call call;

		for (; served < blocks && served < BENCH_BLOCKS_MAX; served++) {
			adapter_malloc(&call, size);
			rows_measure(OP_MALLOC_FIRST, &call);
			bench_slot[served].block = (void *)call.result;
		}
		while (served--) {
			adapter_free(&call, bench_slot[served].block);
			rows_count(&call);
		}
	}
}

static void audit(const struct bench *bench)
{
	const char *op;
	struct ruler_call call;

	for (uint32_t index = 0; adapter_audit(&call, index, true, &op); index++) {
		rows_of(adapter_configs[bench->config], bench->bytes, "W3");
		do
			rows_measure(OP_OTHER, &call);
		while (call.result && adapter_audit(&call, index, false, &op));
		rows_print(op);
	}
}

void bench_meeting(const struct bench *bench)
{
	struct ruler_call call;

	rows_of(adapter_configs[bench->config], bench->bytes, "meet");
	for (uint32_t index = 0;
	     adapter_meeting(&call, bench->config, index, bench->arena, bench->bytes); index++)
		rows_measure(OP_FREE, &call);
	rows_print(NULL);
}

void bench_churn(const struct bench *bench, enum load_kind kind)
{
	const char *config = adapter_configs[bench->config];
	struct load load;

	if (!adapter_start(bench->config, kind, bench->arena, bench->bytes))
		return;
	rows_of(config, bench->bytes, load_name(kind));
	carve_pools();
	rows_print(NULL);
	load_start(&load, kind, bench->bytes);
	bench_churn_silent(&load, LOAD_WARM_UP);
	rows_of(config, bench->bytes, load_name(kind));
	refused = 0;
	for (uint32_t i = 0; i < bench->operations; i++)
		operate(&load);
	rows_print(NULL);
	rows_memory("refused", refused);
	if (kind == LOAD_W3)
		audit(bench);
}
