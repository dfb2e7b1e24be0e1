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
	uint32_t last = bin_of(scene.heap.last_length);

	for (uint32_t bin = NO_BIN; --bin > last;)
		if (scene.heap.bins[bin >> 5] & (TOP_BIT >> (bin & 31)))
			return bin_bytes(bin);
	return bin_bytes(last);
}

static uint32_t longest_free(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&scene.heap, &stats);
	return stats.longest_free;
}

/* Called once, after the run has fallen and before the handler is called. */
static void (*at_fall)(void);

static void low(struct tarn_heap *heap, size_t mark)
{
	if (heap != &scene.heap || mark != MARK || scene.watch.calls++ == scene.watch.falls)
		broken("the handler is called, and the longest run did not fall");
}

void scene_watch_begin(void)
{
	scene.watch = (struct scene_watch){.least = longest(), .armed = true};
	if (tarn_on_low(&scene.heap, MARK, low) != MARK)
		broken("the mark is not where it was set");
}

void watch_window(void)
{
	uint32_t length = longest();

	if (length < scene.watch.least)
		scene.watch.least = length;
	if (length >= 2 * MARK)
		scene.watch.armed = true;
	if (scene.watch.armed && length < MARK) {
		void (*here)(void) = at_fall;

		scene.watch.armed = false;
		scene.watch.falls++;
		at_fall = NULL;
		if (here)
			here();
	}
}

const char *scene_check_watch(void)
{
	struct tarn_heap_stats stats;
	uint32_t falls = scene.watch.falls, calls = scene.watch.calls;

	tarn_heap_stats(&scene.heap, &stats);
	scene.watch.falls = scene.watch.calls = 0;
	if (stats.longest_least != scene.watch.least)
		return "longest-least";
	return falls && !calls ? "fall-untold" : NULL;
}

/* ---- An interrupt in which the run rises, before the handler learns that it fell ---- */

static void *block;

static void *take(uint32_t bytes)
{
	void *taken = tarn_alloc(&scene.heap, bytes - TARN_RECORD);

	if (!taken)
		broken("there is no room where the longest run rises and falls");
	return taken;
}

static void rise(void)
{
	tarn_free(&scene.heap, block);
	tarn_largest(&scene.heap); /* level 3: the block leaves the quarantine */
	take(176);                 /* from a run of twice the mark: armed again */
}

void check_watch(void)
{
	memset(&scene, 0, sizeof(scene));
	if (tarn_init(&scene.heap, scene.arena, SCENE_ARENA, &tarn_table_commons, NULL) != TARN_OK)
		broken("no heap for the watch");
	scene_watch_begin();
	block = take(400);
	take(longest_free() - 208);
	at_fall = rise;
	take(64);
	if (scene.watch.falls != 1 || scene.watch.calls != 1)
		broken("the handler is not called once for a fall that an interrupt undoes");
	take(224); /* the rest of the interrupt's run */
	if (scene.watch.falls != 2 || scene.watch.calls != 2)
		broken("the handler is not called for a fall after an interrupt that armed the "
		       "watch");
	tarn_forget(&scene.heap);
}

#else

void check_watch(void)
{
}

void scene_watch_begin(void)
{
}

void watch_window(void)
{
}

const char *scene_check_watch(void)
{
	return NULL;
}

#endif
