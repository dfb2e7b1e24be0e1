/* SPDX-License-Identifier: MIT
 * How much of a heap three common patterns of calls can use before a request is refused. This is
 * what a level costs in memory, with the quarantine's delay of each reuse. Each pattern prints the
 * share of requested live bytes at the first refusal.
 *
 * keeper=n stack=n queue=n   at least n percent must be in use, or the status is 1 */
#include <stddef.h>

#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn.h"
#include "tarn_port.h"

#define BLOCKS 2048

struct block {
	void *at;
	uint32_t size;
};

extern char __tarn_arena_start[];
extern char __tarn_arena_end[];

static struct tarn_heap heap;
static struct block kept[BLOCKS];
static uint32_t first, count; /* the oldest kept block, and the number of kept blocks */
static uint64_t bytes;        /* requested bytes of the kept blocks */
static uint32_t state;

static bool push(uint32_t size)
{
	struct block *block = &kept[(first + count) % BLOCKS];

	block->size = size;
	block->at = count < BLOCKS ? tarn_alloc(&heap, size) : NULL;
	if (!block->at)
		return false;
	count++;
	bytes += size;
	return true;
}

static void drop(struct block *block)
{
	tarn_free(&heap, block->at);
	bytes -= block->size;
	count--;
}

static void pop_newest(void)
{
	drop(&kept[(first + count - 1) % BLOCKS]);
}

static void pop_oldest(void)
{
	drop(&kept[first]);
	first = (first + 1) % BLOCKS;
}

/* A temporary block that grows each time. While it is live, a block is allocated that stays. */
static void beside_a_keeper(void)
{
	for (uint32_t size = 1;; size++) {
		void *temporary = tarn_alloc(&heap, size);
		bool stays = temporary && push(size + 20);

		tarn_free(&heap, temporary);
		if (!stays)
			return;
	}
}

/* Nested calls: each leaves a little more allocated than it found. */
static void like_a_stack(void)
{
	for (;;) {
		uint32_t depth = random_between(&state, 8, 64);

		for (uint32_t i = 0; i < depth; i++) {
			if (!push(random_between(&state, 8, 200)))
				return;
		}
		while (--depth > 3)
			pop_newest();
	}
}

/* Messages: the oldest is freed, and their number slowly grows. */
static void like_a_queue(void)
{
	for (uint32_t i = 0;; i++) {
		if (!push(random_between(&state, 8, 200)))
			return;
		if (i % 8)
			pop_oldest();
	}
}

static bool measure(const char *name, void (*pattern)(void), uint64_t least)
{
	struct tarn_heap_stats stats;
	uint64_t thousandths;

	first = count = 0;
	bytes = 0;
	state = random32_seed(1);
	if (tarn_init(&heap, __tarn_arena_start, (size_t)(__tarn_arena_end - __tarn_arena_start),
		      &tarn_table_commons, NULL) != TARN_OK)
		tarn_port_exit(1);
	pattern();
	tarn_heap_stats(&heap, &stats);
	print_column(name, 20);
	thousandths = bytes * 100000 / (stats.pools + stats.commons);
	print_milli(thousandths, 1);
	print_text(" % in use at the first refusal");
	if (thousandths < least * 1000) {
		print_text(": less than ");
		print_u64(least);
	}
	print_newline();
	return thousandths >= least * 1000;
}

int main(int argc, char **argv)
{
	bool good;

	args_only(argc, argv, "keeper stack queue");
	good = measure("beside-a-keeper", beside_a_keeper, arg_u64(argc, argv, "keeper", 0));
	good &= measure("like-a-stack", like_a_stack, arg_u64(argc, argv, "stack", 0));
	good &= measure("like-a-queue", like_a_queue, arg_u64(argc, argv, "queue", 0));
	return !good;
}
