/* SPDX-License-Identifier: MIT
 * Searches that begin again all the time come to their end.
 *
 * In a hundred lock windows, since each clears as much of the planes of virgin arena as a window may; in one
 * of the last an interrupt takes what was about to be found, and what is left is too short. And one that finds
 * the heap changed in every gap between two windows, while its own bin has many runs that are too short. */
#include "print.h"
#include "tarn_port.h"
#include "windows.h"

#define KIB         (UINT32_C(1024) * TARN_ALIGN / 8)
#define WANTED      (400 * KIB) /* a hundred windows */
#define WINDOW_LAST 90
#define WINDOW_MOST 1000
#define RUNS        64

static _Alignas(64) unsigned char arena[4096 * 1024];
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

	tarn_largest(&heap); /* level 3: all is out of the quarantine */
	windows = 0;
	interrupt = by;
	found = tarn_alloc_aligned(&heap, align, size);
	interrupt = NULL;
	return found;
}

static void take_the_rest(void)
{
	if (windows == WINDOW_LAST)
		tarn_alloc(&heap, 1500 * KIB);
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

static void check_virgin(void)
{
	void *held;

	make(2048 * KIB);
	/* A run of the request's own bin, and too short. */
	held = tarn_alloc(&heap, WANTED - KIB);
	tarn_alloc(&heap, 8);
	tarn_free(&heap, held);
	if (interrupted(take_the_rest, TARN_ALIGN, WANTED) || windows <= WINDOW_LAST)
		broken("a run that an interrupt took was found");
	if (tarn_check(&heap, NULL) != 0)
		broken("a search that began again often left a broken heap");
	tarn_forget(&heap);
}

static void check_every_gap(uint32_t align)
{
	void *block[2 * RUNS];

	make(RUNS * 2 * (600 + 64) * TARN_ALIGN / 8);
	for (uint32_t i = 0; i < 2 * RUNS; i++)
		block[i] = tarn_alloc(&heap, i % 2 ? 8 : 520 * TARN_ALIGN / 8);
	while (tarn_alloc(&heap, 64))
		;
	for (uint32_t i = 2; i < 2 * RUNS; i += 2)
		tarn_free(&heap, block[i]);
	tarn_free(&heap, block[1]); /* what the interrupts use */
	if (interrupted(change, align, 570 * TARN_ALIGN / 8))
		broken("a run that is too short was found");
	tarn_forget(&heap);
}

void check_restarts(void)
{
	if (!TARN_COMMONS)
		return;
	check_virgin();
	check_every_gap(TARN_ALIGN);
	check_every_gap(4 * TARN_ALIGN);
}
