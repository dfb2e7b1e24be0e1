/* SPDX-License-Identifier: MIT
 * The smallest arena in which a recorded program runs without one refused request. On the
 * host: outcomes are those of the target. Reads a trace from standard input.
 *   ram=N      bytes of the target's struct tarn_heap, counted as if they were of the arena
 *   w4=SIZE    no trace: W4 of MEASURING.md in an arena of SIZE
 * Prints one line: peak, then for each table the arena found; W4: percent, fresh and churned. */
#include <stdio.h>
#include <stdlib.h>

#include "args.h"
#include "../load.h"
#include "tarn.h"
#include "trace.h"

#define BASE_ALIGN 4096
#define BLOCKS_MAX 100000
#define FILL_SEED  88172645u

static struct tarn_heap heap;
static void *base;

static const struct tarn_table *const tables[] = {&tarn_table_commons, &tarn_table_default};

/* 1 when all requests were served. */
static int replay(const struct trace *trace, const struct tarn_table *table, uint32_t bytes,
		  void **block)
{
	if (tarn_init(&heap, base, bytes, table, NULL) != TARN_OK)
		return 0;
	for (uint32_t i = 0; i < trace->operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];
		void **slot = &block[operation->id];

		if (operation->what == 'f') {
			tarn_free(&heap, *slot);
			continue;
		}
		*slot = operation->what == 'a' ? tarn_alloc(&heap, operation->size)
					       : tarn_realloc(&heap, *slot, operation->size);
		if (!*slot)
			return 0;
	}
	return 1;
}

/* Bisection: as if every larger arena served too, which is so but for rare steps. */
static uint32_t smallest(const struct trace *trace, const struct tarn_table *table)
{
	void **block = calloc(trace->ids ? trace->ids : 1, sizeof(*block));
	uint32_t refuses = trace->peak & ~7u;
	uint32_t serves = (trace->peak * 3 + 4096) & ~7u;

	if (!block || !replay(trace, table, serves, block)) {
		fprintf(stderr, "error: not served in three times its peak\n");
		exit(1);
	}
	while (serves - refuses > 8) {
		uint32_t middle = ((refuses + serves) / 2) & ~7u;

		if (replay(trace, table, middle, block))
			serves = middle;
		else
			refuses = middle;
	}
	free(block);
	return serves;
}

static uint32_t fill(uint32_t *state)
{
	uint32_t payload = 0;

	for (;;) {
		uint32_t size = load_size(LOAD_W3, state);

		if (!tarn_alloc(&heap, size))
			return payload;
		payload += size;
	}
}

static uint32_t churn(uint32_t arena)
{
	static struct {
		void *block;
		uint32_t size;
	} slot[BLOCKS_MAX];
	struct load load;
	uint32_t payload = 0;

	load_start(&load, LOAD_W3, arena);
	for (uint32_t i = 0; i < LOAD_MEASURED; i++) {
		struct load_draw draw = load_next(&load);

		if (slot[draw.slot].block) {
			tarn_free(&heap, slot[draw.slot].block);
			payload -= slot[draw.slot].size;
			slot[draw.slot].block = NULL;
			continue;
		}
		slot[draw.slot].block = tarn_alloc(&heap, draw.size);
		slot[draw.slot].size = draw.size;
		if (slot[draw.slot].block)
			payload += draw.size;
	}
	for (uint32_t i = 0; i < BLOCKS_MAX; i++)
		slot[i].block = NULL;
	return payload;
}

static void w4(uint32_t arena, uint32_t ram)
{
	for (int i = 0; i < 2; i++) {
		uint32_t state = FILL_SEED;
		uint32_t fresh;
		uint32_t churned;

		tarn_init(&heap, base, arena - ram, tables[i], NULL);
		fresh = fill(&state);
		tarn_init(&heap, base, arena - ram, tables[i], NULL);
		churned = churn(arena);
		state = FILL_SEED;
		churned += fill(&state);
		printf("%.2f %.2f%s", fresh * 100.0 / arena, churned * 100.0 / arena,
		       i ? "\n" : " ");
	}
}

int main(int argc, char **argv)
{
	uint32_t ram = (uint32_t)arg_u64(argc, argv, "ram", 100);
	uint32_t arena = (uint32_t)arg_u64(argc, argv, "w4", 0);
	struct trace trace;

	args_only(argc, argv, "ram w4");
	if (!arena)
		trace_read(&trace);
	base = aligned_alloc(BASE_ALIGN, ((arena ? arena : trace.peak * 4) + 65536) & ~4095u);
	if (!base)
		return 1;
	if (arena) {
		w4(arena, ram);
		return 0;
	}
	printf("%u %u %u\n", trace.peak, smallest(&trace, tables[0]) + ram,
	       smallest(&trace, tables[1]) + ram);
	return 0;
}
