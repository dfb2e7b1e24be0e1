/* SPDX-License-Identifier: MIT
 * Searches that restart all the time must end.
 *
 * Their own bin has many runs that are too short. In one test, an interrupt in one of the last lock
 * windows takes the run that the search was about to find. In the other, the heap changes between
 * any two windows. */
#include "print.h"
#include "tarn_port.h"
#include "windows.h"

#define SHORT       (520 * TARN_ALIGN / 8)
#define WANTED      (570 * TARN_ALIGN / 8) /* in the same bin */
#define WINDOW_LAST 20
#define WINDOW_MOST 1000
#define RUNS        64

static _Alignas(64) unsigned char arena[256 * 1024];
static struct tarn_heap heap;
static uint32_t windows;
static void (*interrupt)(void);

bool restart_window(void)
{
	void (*here)(void) = interrupt;

	if (!here)
		return false;
	interrupt = NULL;
	if (++windows > WINDOW_MOST) {
		print_text("windows: FAIL: a search that begins again comes to no end\n");
		tarn_port_exit(1);
	}
	here();
	interrupt = here;
	return true;
}

static void *interrupted(void (*by)(void), uint32_t align, uint32_t size)
{
	void *found;

	tarn_largest(&heap); /* level 3: empties the quarantine */
	windows = 0;
	interrupt = by;
	found = tarn_alloc_aligned(&heap, align, size);
	interrupt = NULL;
	return found;
}

static void take_it(void)
{
	if (windows == WINDOW_LAST && !tarn_alloc(&heap, WANTED))
		broken("a run that fits was not found");
}

static void change(void)
{
	tarn_free(&heap, tarn_alloc(&heap, 8));
}

static void make(uint32_t bytes)
{
	if (tarn_init(&heap, arena, bytes, &tarn_table_commons, NULL) != TARN_OK)
		broken("no heap for many windows");
}

/* Makes many runs of one bin with live blocks between them. The last run of the list has `last`
 * bytes. */
static void *make_runs(uint32_t last)
{
	void *block[2 * RUNS];

	make(RUNS * 2 * (600 + 64) * TARN_ALIGN / 8);
	for (uint32_t i = 0; i < 2 * RUNS; i++)
		block[i] = tarn_alloc(&heap, i % 2 ? 8 : i == 2 ? last : SHORT);
	while (tarn_alloc(&heap, 64))
		;
	for (uint32_t i = 2; i < 2 * RUNS; i += 2)
		tarn_free(&heap, block[i]);
	return block[1];
}

static void check_taken(void)
{
	make_runs(WANTED);
	if (interrupted(take_it, TARN_ALIGN, WANTED) || windows <= WINDOW_LAST)
		broken("a run that an interrupt took was found");
	if (tarn_check(&heap, NULL) != 0)
		broken("a search that began again left a broken heap");
	tarn_forget(&heap);
}

static void check_every_gap(uint32_t align)
{
	tarn_free(&heap, make_runs(SHORT)); /* for the interrupts */
	if (interrupted(change, align, WANTED))
		broken("a run that is too short was found");
	tarn_forget(&heap);
}

void check_restarts(void)
{
	if (!TARN_COMMONS)
		return;
	check_taken();
	check_every_gap(TARN_ALIGN);
	check_every_gap(4 * TARN_ALIGN);
}
