/* SPDX-License-Identifier: MIT
 * Tarn's counters at a program's end. */
#include <stdio.h>
#include <stdlib.h>

#include "client.h"
#include "print.h"
#include "tarn.h"
#include "tarn_port.h"

/* Of all heaps. Bytes, except the last two. */
struct sums {
	uint64_t arena;
	uint64_t peak;    /* the fullest that each pool and the commons ever were */
	uint64_t blocks;  /* live blocks now, Tarn's records left out */
	uint64_t payload; /* their requested bytes (level 2) */
	uint64_t refused;
	uint64_t faults;
};

static struct sums fullest;

static void add_class(struct tarn_heap *heap, uint32_t index, struct sums *sums)
{
	struct tarn_class_stats stats;

	tarn_class_stats(heap, index, &stats);
	sums->peak += stats.size ? (uint64_t)stats.peak * stats.size : stats.peak;
	sums->blocks += (uint64_t)stats.live * stats.size;
	sums->blocks -= (uint64_t)stats.live * TARN_RECORD;
	sums->payload += stats.live_requested;
	sums->refused += stats.refused;
}

static void add_heap(struct tarn_heap *heap, struct sums *sums)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(heap, &stats);
	sums->arena += stats.arena;
	for (uint32_t index = 0; index <= stats.classes; index++)
		add_class(heap, index, sums);
	sums->blocks += stats.commons - stats.commons_free;
	for (int kind = 0; kind < TARN_FAULT_KINDS; kind++)
		sums->faults += stats.faults[kind];
}

static void add_all(struct sums *sums)
{
	struct tarn_heap *heap;

	*sums = (struct sums){0};
	for (heap = tarn_heap_first(); heap; heap = tarn_heap_next(heap))
		add_heap(heap, sums);
}

void client_sample(void)
{
	struct sums now;

	add_all(&now);
	if (now.blocks > fullest.blocks)
		fullest = now;
}

uint32_t client_refused(void)
{
	struct sums now;

	add_all(&now);
	return (uint32_t)now.refused;
}

static uint64_t live_bytes(void)
{
	uint64_t bytes = 0;
	struct tarn_heap *heap;

	for (heap = tarn_heap_first(); heap; heap = tarn_heap_next(heap)) {
		struct tarn_block block = {0};

		while (tarn_walk(heap, &block))
			bytes += block.bytes;
	}
	return bytes;
}

static uint32_t first_broken(void)
{
	uint32_t broken = 0;
	struct tarn_heap *heap;

	for (heap = tarn_heap_first(); heap && !broken; heap = tarn_heap_next(heap))
		broken = tarn_check(heap, NULL);
	return broken;
}

static void report_leaks(void)
{
	struct tarn_heap *heap;

	for (heap = tarn_heap_first(); heap; heap = tarn_heap_next(heap))
		tarn_report_leaks(heap, print_sink, NULL);
}

static void print_sums(uint64_t libc, uint64_t leaked)
{
	struct sums end;

	add_all(&end);
	print_text("counters");
	print_field("harden", TARN_HARDEN);
	print_field("arena", end.arena);
	print_field("peak", end.peak);
	print_field("blocks", fullest.blocks);
	print_field("payload", fullest.payload);
	print_field("refused", end.refused);
	print_field("libc", libc);
	print_field("leaked", leaked);
	print_field("faults", end.faults);
	print_field("broken", first_broken());
	print_newline();
}

/* After the libc has freed its own blocks, a live block is a leak of the program. */
static void at_exit(void)
{
	uint64_t live, leaked;

	fflush(stdout);
	print_text("-- counters --\n");
	live = live_bytes();
	client_free_libc();
	leaked = live_bytes();
	if (leaked)
		report_leaks();
	print_sums(live - leaked, leaked);
}

/* Registered before any other constructor runs, so it is called after every destructor. */
__attribute__((constructor(101))) static void start(void)
{
	if (atexit(at_exit))
		tarn_port_exit(1);
}
