/* SPDX-License-Identifier: MIT
 * Searches that restart all the time must end, and counts that restart must be right.
 *
 * Their own bin has many runs that are too short. In one test, an interrupt in one of the last lock
 * windows takes the run that the search was about to find. In the other, the heap changes between
 * any two windows. A count of many free blocks is interrupted after each of its windows. Last, a
 * reader interrupts those who open a small block. */
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

/* ---- Counts */

#define BLOCKS 640
#define SIZE   (4u * TARN_ALIGN)

static const struct tarn_class counted[] = {{SIZE, BLOCKS, 0, 0}, {2 * SIZE, BLOCKS, 0, 0}};
static uint32_t at_window;

/* Takes a block that the count has already called free. */
static void take_block(void)
{
	if (windows == at_window && !tarn_alloc(&heap, 1))
		broken("no block is left to take");
}

static uint32_t count_blocks(bool all)
{
	struct tarn_class_stats stats;
	struct tarn_heap_stats sums;

	windows = 0;
	if (all)
		tarn_heap_stats(&heap, &sums);
	else
		tarn_class_stats(&heap, 0, &stats);
	return all ? sums.pools_live : stats.live;
}

/* Some blocks of each word of the bits are free. */
static void make_counted(struct tarn_table *table, uint8_t *map)
{
	static void *block[2 * BLOCKS];

	tarn_table_map(map, counted, 2);
	*table = (struct tarn_table){counted, map, 2};
	if (tarn_init(&heap, arena, sizeof(arena), table, NULL) != TARN_OK)
		broken("no heap for many blocks");
	for (uint32_t i = 0; i < 2 * BLOCKS; i++)
		block[i] = tarn_alloc(&heap, i < BLOCKS ? 1 : SIZE + 1);
	for (uint32_t i = 0; i < 2 * BLOCKS; i += 8)
		tarn_free(&heap, block[i]);
	tarn_largest(&heap);
}

static void check_counts(bool all)
{
	struct tarn_table table;
	uint8_t map[TARN_MAP_ENTRIES];
	uint32_t live;

	make_counted(&table, map);
	do {
		at_window++;
		live = count_blocks(all);
		interrupt = take_block;
		if (count_blocks(all) != live + (at_window < windows))
			broken("a count that was interrupted is wrong");
		interrupt = NULL;
	} while (at_window < windows);
	at_window = 0;
	tarn_forget(&heap);
}

/* ---- Blocks whose record is not written yet */

static void sink(void *context, const char *text, size_t length)
{
	(void)context;
	while (length--)
		if (*text++ == 'X')
			broken("a block that is half open is taken for a damaged one");
}

static void draw(void)
{
	tarn_report_map(&heap, sink, NULL);
}

/* The smallest blocks are taken from a list, and grow by a granule. Where their records will lie,
 * links lay, or the record of a shorter block. */
static void check_half_open(void)
{
	void *block[8];

	make(4096);
	for (uint32_t i = 0; i < 8; i++)
		block[i] = tarn_alloc(&heap, 1);
	for (uint32_t i = 1; i < 8; i += 2)
		tarn_free(&heap, block[i]);
	tarn_largest(&heap);
	windows = 0;
	interrupt = draw;
	for (uint32_t i = 0; i < 2; i++)
		if (!tarn_alloc(&heap, 1) || !tarn_realloc(&heap, block[2 * i], TARN_ALIGN + 1))
			broken("a small block was refused");
	interrupt = NULL;
	tarn_forget(&heap);
}

void check_restarts(void)
{
	if (TARN_POOLS) {
		check_counts(false);
		check_counts(true);
	}
	if (!TARN_COMMONS)
		return;
	check_half_open();
	check_taken();
	check_every_gap(TARN_ALIGN);
	check_every_gap(4 * TARN_ALIGN);
}
