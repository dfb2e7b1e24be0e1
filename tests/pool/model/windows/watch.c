/* SPDX-License-Identifier: MIT
 * The watch, with interrupts between the windows. At the end of each window this file looks at all
 * bins. Tarn may tell of a fall in an interrupt together with a fall in the interrupted call. So
 * the handler may be called less often than the run fell, but never more often. */
#include <string.h>

#include "windows.h"

#if TARN_WATCH && TARN_COMMONS

#include "heap/list.h"

#define MARK 160 /* in bytes; a step of the watch */

/* The least length in the last bin that has a run. The last run is on no list. */
static uint32_t longest(void)
{
	uint32_t last = bin_of(now.heap.last_length);

	for (uint32_t bin = NO_BIN; --bin > last;)
		if (now.heap.bins[bin >> 5] & (TOP_BIT >> (bin & 31)))
			return bin_bytes(bin);
	return bin_bytes(last);
}

static uint32_t longest_free(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&now.heap, &stats);
	return stats.longest_free;
}

/* Called once, after the run has fallen and before the handler is called. */
static void (*at_fall)(void);

/* The handler uses the heap itself. */
static void low(struct tarn_heap *heap, size_t mark)
{
	if (heap != &now.heap || mark != MARK || now.watch.calls++ == now.watch.falls)
		broken("the handler is called, and the longest run did not fall");
	tarn_free(heap, tarn_alloc(heap, 24));
}

void watch_begin_scene(void)
{
	now.watch = (struct watch){.least = longest(), .armed = true};
	if (tarn_on_low(&now.heap, MARK, low) != MARK)
		broken("the mark is not where it was set");
}

void watch_window(void)
{
	uint32_t length = longest();

	if (length < now.watch.least)
		now.watch.least = length;
	if (length >= 2 * MARK)
		now.watch.armed = true;
	if (now.watch.armed && length < MARK) {
		void (*here)(void) = at_fall;

		now.watch.armed = false;
		now.watch.falls++;
		at_fall = NULL;
		if (here)
			here();
	}
}

void watch_check(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&now.heap, &stats);
	if (stats.longest_least != now.watch.least)
		broken("longest_least is not the least length of the longest run");
	if (now.watch.falls && !now.watch.calls)
		broken("the longest run fell below the mark, and the handler was not called");
	now.watch.falls = now.watch.calls = 0;
}

/* ---- An interrupt in which the run rises, before the handler learns that it fell ---- */

static void *block;

static void *take(uint32_t bytes)
{
	void *taken = tarn_alloc(&now.heap, bytes - TARN_RECORD);

	if (!taken)
		broken("there is no room where the longest run rises and falls");
	return taken;
}

static void rise(void)
{
	tarn_free(&now.heap, block);
	tarn_largest(&now.heap); /* level 3: the block leaves the quarantine */
	take(176);               /* from a run of twice the mark: armed again */
}

void check_watch(void)
{
	memset(&now, 0, sizeof(now));
	if (tarn_init(&now.heap, now.arena, ARENA_BYTES, &tarn_table_commons, NULL) != TARN_OK)
		broken("no heap for the watch");
	watch_begin_scene();
	block = take(400);
	take(longest_free() - 208);
	at_fall = rise;
	take(64);
	if (now.watch.falls != 1 || now.watch.calls != 1)
		broken("the handler is not called once for a fall that an interrupt undoes");
	take(224); /* the rest of the interrupt's run */
	if (now.watch.falls != 2 || now.watch.calls != 2)
		broken("the handler is not called for a fall after an interrupt that armed the "
		       "watch");
	tarn_forget(&now.heap);
}

#else

void check_watch(void)
{
}

void watch_begin_scene(void)
{
}

void watch_window(void)
{
}

void watch_check(void)
{
}

#endif
