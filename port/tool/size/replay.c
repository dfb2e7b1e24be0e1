/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE_ALIGN 4096

static struct tarn_heap heap;
static char *base;
static uint32_t room;

static void **slot; /* the block of each id */

void replay_room(uint32_t bytes, uint32_t align, uint32_t ids)
{
	size_t to = align > BASE_ALIGN ? align : BASE_ALIGN;

	room = bytes;
	base = (char *)(((uintptr_t)zeroed(bytes + to, 1) + to - 1) / to * to);
	slot = zeroed(ids, sizeof(*slot));
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
		void **at = &slot[operation->id];

		if (operation->what == 'f') {
			tarn_free(&heap, *at);
			continue;
		}
		*at = request(operation, *at);
		if (!*at)
			return false;
	}
	return true;
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* Where the pools end, from `base`. They lie below the commons, with a granule before these. A
 * table with aligned classes trims the arena's ends, so that the pools end aligned. */
static uint32_t end_of_pools(const struct tarn_table *table)
{
	struct tarn_heap_stats stats;
	uint32_t trim = 0;
	uint32_t at;

	for (uint32_t i = 0; i < table->classes; i++)
		trim |= table->size_class[i].overflow >> 8 << 3 & -TARN_ALIGN;
	tarn_heap_stats(&heap, &stats);
	at = stats.arena - stats.commons - (stats.commons ? TARN_ALIGN : 0);
	return at + ((0 - at) & trim);
}

static bool lies_in_pools(const void *block, uint32_t end)
{
	return block && (uint32_t)((const char *)block - base) < end;
}

/* Counts the call, and sets *at to its block. What was refused before stays refused. */
static void count_call(struct replay_counts *counts, const struct trace_operation *operation,
		       uint32_t number, void **at, uint32_t end)
{
	bool was = lies_in_pools(*at, end);
	void *now;

	if (!*at && (operation->what == 'f' || operation->what == 'r'))
		return;
	if (operation->what == 'f') {
		tarn_free(&heap, *at);
		*at = NULL;
		counts->pool_calls += was;
		return;
	}
	now = request(operation, *at);
	if (!now) {
		if (!counts->refused++)
			counts->first_refused = number;
		if (operation->size > counts->largest_refused)
			counts->largest_refused = operation->size;
		return;
	}
	*at = now;
	counts->pool_calls += lies_in_pools(now, end) && (was || operation->what != 'r');
}

/* This file knows from heap.h where the pools end. Tarn's own counter must agree. */
static void check_end(const struct trace *trace, const struct tarn_heap_stats *stats, uint32_t end)
{
	uint32_t live = 0;

	for (uint32_t i = 0; i < trace->ids; i++)
		live += lies_in_pools(slot[i], end);
	if (live == stats->pools_live)
		return;
	fputs("error: the pools end at another place than port/tool/size/replay.c expects\n",
	      stderr);
	exit(1);
}

bool replay_count(const struct trace *trace, const struct tarn_table *table, uint32_t bytes,
		  struct replay_counts *counts, replay_watcher *watcher, void *context)
{
	struct tarn_heap_stats stats;
	uint32_t end;

	if (!start(table, bytes))
		return false;
	*counts = (struct replay_counts){0};
	end = end_of_pools(table);
	memset(slot, 0, trace->ids * sizeof(*slot));
	for (uint32_t i = 0; i < trace->operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];

		count_call(counts, operation, i, &slot[operation->id], end);
		if (watcher)
			watcher(context, i);
	}
	tarn_heap_stats(&heap, &stats);
	check_end(trace, &stats, end);
	for (uint32_t i = 0; i < table->classes; i++) {
		struct tarn_class_stats class;

		tarn_class_stats(&heap, i, &class);
		counts->peak[i] = class.peak;
	}
	counts->peak[table->classes] = stats.commons_peak;
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
