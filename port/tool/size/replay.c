/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

#define BASE_ALIGN 4096

static struct tarn_heap heap;
static char *base;
static uint32_t room;

struct slot {
	void *block;
	uint32_t size;
	uint32_t class; /* of the block */
};
static struct slot *slot;

void replay_room(uint32_t bytes, uint32_t align, uint32_t ids)
{
	size_t to = align > BASE_ALIGN ? align : BASE_ALIGN;

	room = bytes;
	base = aligned_alloc(to, (bytes + to - 1) / to * to);
	slot = input_memory(ids, sizeof(*slot));
	if (!base)
		input_no_memory();
}

static bool start(const struct tarn_table *table, uint32_t bytes)
{
	return bytes >= ARENA_MIN && bytes <= room &&
	       tarn_init(&heap, base, bytes, table, NULL) == TARN_OK;
}

static void *request(const struct trace_operation *operation, void *block)
{
	switch (operation->what) {
	case 'a':
		return tarn_alloc(&heap, operation->size);
	case 'm':
		return tarn_alloc_aligned(&heap, operation->align, operation->size);
	default:
		return tarn_realloc(&heap, block, operation->size);
	}
}

bool replay(const struct trace *trace, const struct tarn_table *table, uint32_t bytes)
{
	if (!start(table, bytes))
		return false;
	for (uint32_t i = 0; i < trace->operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];
		struct slot *at = &slot[operation->id];

		if (operation->what == 'f') {
			tarn_free(&heap, at->block);
			continue;
		}
		at->block = request(operation, at->block);
		if (!at->block)
			return false;
	}
	return true;
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* The bytes that an arena loses at its ends: the table's largest alignment, less a granule. */
static uint32_t trim_of(const struct tarn_table *table)
{
	uint32_t trim = 0;

	for (uint32_t i = 0; i < table->classes; i++)
		trim |= table->size_class[i].overflow >> 8 << 3 & -TARN_ALIGN;
	return trim;
}

/* The pools lie one after another below the commons, with a granule before these. */
struct counter {
	const struct tarn_table *table;
	struct replay_counts *counts;
	struct replay_moment now;
	uint32_t end[TARN_CLASSES_MAX]; /* of each pool, from `base` */
	uint32_t live[TARN_CLASSES_MAX];
};

static void counter_start(struct counter *counter, const struct tarn_table *table,
			  struct replay_counts *counts)
{
	struct tarn_heap_stats stats;
	uint32_t at;

	*counts = (struct replay_counts){0};
	*counter = (struct counter){.table = table, .counts = counts};
	tarn_heap_stats(&heap, &stats);
	counts->metadata = stats.metadata;
	counts->pools = stats.pools;
	counts->commons = stats.commons;
	at = stats.arena - stats.commons - (stats.commons ? TARN_ALIGN : 0);
	at += (0 - at) & trim_of(table); /* the pools end aligned */
	at -= stats.pools;
	for (uint32_t i = 0; i < table->classes; i++) {
		struct tarn_class_stats class;

		tarn_class_stats(&heap, i, &class);
		at += class.capacity * class.size;
		counter->end[i] = at;
	}
}

/* The class of a request; the number of classes: the commons. */
static uint32_t class_wanted(const struct tarn_table *table,
			     const struct trace_operation *operation)
{
	bool aligned = operation->what == 'm' && operation->align > TARN_ALIGN;
	uint32_t index = 0;

	while (index < table->classes &&
	       (table->size_class[index].size < (uint64_t)operation->size + TARN_RECORD ||
		(aligned &&
		 (!table->size_class[index].blocks || table->size_class[index].overflow < 0x100))))
		index++;
	return index;
}

static uint32_t class_holding(const struct counter *counter, const void *block)
{
	uint32_t offset = (uint32_t)((const char *)block - base);
	uint32_t index = 0;

	while (index < counter->table->classes && offset >= counter->end[index])
		index++;
	return index;
}

static uint32_t block_bytes(const struct counter *counter, const struct slot *at)
{
	uint32_t bytes = (at->size + TARN_RECORD + TARN_ALIGN - 1) & ~(TARN_ALIGN - 1u);

	if (at->class < counter->table->classes)
		return counter->table->size_class[at->class].size;
	return bytes ? bytes : TARN_ALIGN;
}

static void enter(struct counter *counter, const struct slot *at, uint32_t sign)
{
	uint32_t bytes = block_bytes(counter, at);
	uint32_t class = at->class;

	counter->now.requested += sign * at->size;
	counter->now.blocks += sign * bytes;
	if (class == counter->table->classes)
		return;
	counter->live[class] += sign;
	counter->now.idle -= sign * bytes;
	if (counter->live[class] > counter->counts->class[class].peak)
		counter->counts->class[class].peak = counter->live[class];
}

static void note_refusal(struct counter *counter, const struct trace_operation *operation,
			 uint32_t number, uint32_t class)
{
	struct replay_counts *counts = counter->counts;

	if (!counts->refused++)
		counts->first_refused = number;
	counts->class[class].refused++;
	if (operation->size > counts->largest_refused)
		counts->largest_refused = operation->size;
}

/* An allocation, or a realloc. */
static void count_request(struct counter *counter, const struct trace_operation *operation,
			  uint32_t number)
{
	struct slot *at = &slot[operation->id];
	uint32_t wanted = class_wanted(counter->table, operation);
	struct slot before = *at;
	void *block;

	if (operation->what == 'r' && !at->block)
		return; /* it was refused */
	block = request(operation, at->block);
	if (!block) {
		note_refusal(counter, operation, number, wanted);
		return;
	}
	*at = (struct slot){block, operation->size, class_holding(counter, block)};
	if (block != before.block || operation->what != 'r') {
		counter->counts->class[wanted].requests++;
		counter->counts->class[wanted].served += at->class == wanted;
	}
	if (block == before.block)
		enter(counter, &before, UINT32_MAX);
	enter(counter, at, 1);
	if (before.block && block != before.block) /* it moved: both were live */
		enter(counter, &before, UINT32_MAX);
	counter->counts->pool_calls +=
		at->class < counter->table->classes &&
		(operation->what != 'r' || before.class < counter->table->classes);
}

static void count_free(struct counter *counter, struct slot *at)
{
	if (!at->block)
		return; /* it was refused */
	tarn_free(&heap, at->block);
	counter->counts->pool_calls += at->class < counter->table->classes;
	enter(counter, at, UINT32_MAX);
	at->block = NULL;
}

/* This file knows from heap.h where the pools lie. Tarn's own counters must agree. */
static void check_layout(const struct counter *counter)
{
	for (uint32_t i = 0; i < counter->table->classes; i++) {
		struct tarn_class_stats class;

		tarn_class_stats(&heap, i, &class);
		if (class.live == counter->live[i] && class.peak == counter->counts->class[i].peak)
			continue;
		fputs("error: the pools lie at other places than port/tool/size/replay.c expects\n",
		      stderr);
		exit(1);
	}
}

bool replay_count(const struct trace *trace, const struct tarn_table *table, uint32_t bytes,
		  struct replay_counts *counts, replay_watcher *watcher, void *context)
{
	struct counter counter;
	struct tarn_heap_stats stats;

	if (!start(table, bytes))
		return false;
	counter_start(&counter, table, counts);
	counter.now.idle = counts->pools;
	memset(slot, 0, trace->ids * sizeof(*slot));
	counts->calls = trace->operations;
	for (uint32_t i = 0; i < trace->operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];

		counter.now.operation = i;
		if (operation->what == 'f')
			count_free(&counter, &slot[operation->id]);
		else
			count_request(&counter, operation, i);
		if (counter.now.requested > counts->peak.requested)
			counts->peak = counter.now;
		if (watcher)
			watcher(context, operation, slot[operation->id].class, &counter.now);
	}
	check_layout(&counter);
	tarn_heap_stats(&heap, &stats);
	counts->class[table->classes].peak = stats.commons_peak;
	return true;
}

void replay_map(tarn_sink *sink, void *context)
{
	tarn_report_map(&heap, sink, context);
}

bool replay_divides(const struct tarn_table *table, uint32_t bytes, uint32_t *commons)
{
	struct tarn_heap_stats stats;

	if (!start(table, bytes))
		return false;
	tarn_heap_stats(&heap, &stats);
	*commons = stats.commons;
	return true;
}
