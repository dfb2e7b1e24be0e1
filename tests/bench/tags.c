/* SPDX-License-Identifier: MIT
 * What the calls about tags cost: rows of the workload `tags`. They run on the heap as a warm-up of
 * W3 left it. All of its blocks carry the tag that adapters/tarn.c entered. */
#include "adapter.h"
#include "bench.h"
#include "rows.h"
#include "tarn_tag.h"

#define ROUNDS  1000
#define KEPT    64 /* blocks of the tag OTHER that are live at once */
#define OWN     1  /* the tag of the warm-up */
#define OTHER   2
#define NO_ROOM 3 /* a tag with a limit of 0 bytes */

static struct tarn_heap *heap_of(void)
{
	struct ruler_call call;

	adapter_malloc(&call, 0);
	return (struct tarn_heap *)call.argument[0];
}

/* Enter and leave a tag ROUNDS times. Measures the calls of enter, or those of leave. */
static void measure_change(const char *op, bool enter)
{
	struct ruler_call call = {.argument = {OWN}};

	call.function = enter ? (uintptr_t)tarn_tag_enter : (uintptr_t)tarn_tag_leave;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		if (!enter)
			(void)tarn_tag_enter(OWN);
		rows_measure(OP_OTHER, &call);
		if (enter)
			(void)tarn_tag_leave(OWN);
	}
	rows_print(op);
}

/* Requests of W3 for the tag OTHER. Before each, the oldest of its blocks is freed. */
static void measure_tagged(struct tarn_heap *heap, uint32_t *state)
{
	static void *kept[KEPT];
	struct ruler_call call = {.function = (uintptr_t)tarn_alloc_tagged};

	for (uint32_t i = 0; i < ROUNDS; i++) {
		tarn_free(heap, kept[i % KEPT]);
		call.argument[0] = (uintptr_t)heap;
		call.argument[1] = load_size(LOAD_W3, state);
		call.argument[2] = OTHER;
		rows_measure(OP_OTHER, &call);
		kept[i % KEPT] = (void *)call.result;
	}
	rows_print("alloc-tagged");
	for (uint32_t i = 0; i < KEPT; i++) {
		tarn_free(heap, kept[i]);
		kept[i] = NULL;
	}
}

/* Requests of W3 that the limit of the current tag refuses, after a block was found. */
static void measure_refused(struct tarn_heap *heap, uint32_t *state)
{
	struct ruler_call call;

	tarn_tag_limit(heap, NO_ROOM, 0);
	(void)tarn_tag_enter(NO_ROOM);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		adapter_malloc(&call, load_size(LOAD_W3, state));
		rows_measure(OP_MALLOC_REFUSED, &call);
	}
	(void)tarn_tag_leave(NO_ROOM);
	rows_print(NULL);
}

static uint32_t free_all(struct tarn_heap *heap)
{
	return tarn_free_tag(heap, OWN).blocks;
}

/* One call frees all live blocks. */
static void measure_free(struct tarn_heap *heap)
{
	struct ruler_call call = {.function = (uintptr_t)free_all, .argument = {(uintptr_t)heap}};

	rows_measure(OP_OTHER, &call);
	rows_print("free-tag");
}

void bench_tags(const struct bench *bench)
{
	struct tarn_heap *heap = heap_of();
	struct load load;

	if (!adapter_start(bench->config, LOAD_W3, bench->arena, bench->bytes))
		return;
	load_start(&load, LOAD_W3, bench->bytes);
	bench_churn_silent(&load, LOAD_WARM_UP);
	rows_of(adapter_configs[bench->config], bench->bytes, "tags");
	measure_change("tag-enter", true);
	measure_change("tag-leave", false);
	measure_tagged(heap, &load.state);
	measure_refused(heap, &load.state);
	measure_free(heap);
}
