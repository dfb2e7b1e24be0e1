/* SPDX-License-Identifier: MIT
 * How much of a heap three common patterns of calls can use before a request is refused: what a
 * level costs in memory, the quarantine's delay of each reuse included. One line each: the bytes
 * asked for that are live then.
 *
 * And the same of owners whose needs rise and fall: together in one heap, where a tag tells their
 * blocks apart, and each in a heap of its own, carved from it in equal parts.
 *
 * keeper=n stack=n queue=n owners=n   per cent that are kept at least, or the status is 1 */
#include <stddef.h>

#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn.h"
#include "tarn_port.h"

#define BLOCKS 2048
#define OWNERS 4
#define PHASE  400 /* steps, in which one owner in turn has twice as many blocks as the others */

struct block {
	void *at;
	uint32_t size;
};

extern char __tarn_arena_start[];
extern char __tarn_arena_end[];

static struct tarn_heap heap;
static struct block kept[BLOCKS];
static uint32_t first, count; /* the oldest of them, and how many there are */
static uint64_t bytes;        /* asked for by them */
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

/* A block that grows, and what stays is cut after it each time. */
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

/* Calls within calls: each leaves a little more than it found. */
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

/* Messages: the oldest goes, and slowly there are more of them. */
static void like_a_queue(void)
{
	for (uint32_t i = 0;; i++) {
		if (!push(random_between(&state, 8, 200)))
			return;
		if (i % 8)
			pop_oldest();
	}
}

/* ---- Owners -------------------------------------------------------------------------------- */

struct owner {
	struct tarn_heap *heap;
	struct block block[BLOCKS / OWNERS];
	uint32_t blocks;
};

static struct tarn_heap heap_of_its_own[OWNERS];
static struct owner owners[OWNERS];

/* One step of an owner that wants to have so many blocks: it takes one, or frees any. */
static bool step_owner(struct owner *owner, uint32_t wanted)
{
	struct block *block = &owner->block[owner->blocks];

	if (owner->blocks > wanted) {
		struct block *any = &owner->block[random_below(&state, owner->blocks)];

		tarn_free(owner->heap, any->at);
		bytes -= any->size;
		*any = owner->block[--owner->blocks];
		return true;
	}
	block->size = random_between(&state, 8, 200);
	block->at = NULL;
	if (owner->blocks + 1 < BLOCKS / OWNERS)
		block->at = tarn_alloc(owner->heap, block->size);
	if (!block->at)
		return false;
	bytes += block->size;
	owner->blocks++;
	return true;
}

/* What all want rises slowly, and in each phase another one wants twice as much. */
static void run_owners(void)
{
	for (uint32_t i = 0;; i++) {
		uint32_t wanted = 8 + i / PHASE;
		uint32_t hungry = i / PHASE % OWNERS;
		uint32_t own = i % OWNERS;

		if (!step_owner(&owners[own], own == hungry ? 2 * wanted : wanted))
			return;
	}
}

static void owners_begin(struct tarn_heap *first_heap, uint32_t apart)
{
	for (uint32_t i = 0; i < OWNERS; i++) {
		owners[i].heap = first_heap + i * apart;
		owners[i].blocks = 0;
	}
}

static void together(void)
{
	owners_begin(&heap, 0);
	run_owners();
}

static void apart(void)
{
	size_t share = (tarn_largest(&heap) / OWNERS - 64) & ~(size_t)255;
	size_t metadata = 0;

	for (uint32_t i = 0; i < OWNERS; i++) {
		struct tarn_heap_stats stats;

		if (tarn_init(&heap_of_its_own[i], tarn_alloc(&heap, share), share,
			      &tarn_table_commons, NULL) != TARN_OK)
			tarn_port_exit(1);
		tarn_heap_stats(&heap_of_its_own[i], &stats);
		metadata += stats.metadata;
	}
	owners_begin(heap_of_its_own, 1);
	run_owners();
	print_text("a heap for each of 4: ");
	print_u64(share);
	print_text(" bytes, metadata ");
	print_u64(metadata / OWNERS);
	print_newline();
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
	print_text(" % kept");
	print_text(thousandths < least * 1000 ? ": too few" : "");
	print_newline();
	return thousandths >= least * 1000;
}

int main(int argc, char **argv)
{
	bool good;

	args_only(argc, argv, "keeper stack queue owners");
	good = measure("beside-a-keeper", beside_a_keeper, arg_u64(argc, argv, "keeper", 0));
	good &= measure("like-a-stack", like_a_stack, arg_u64(argc, argv, "stack", 0));
	good &= measure("like-a-queue", like_a_queue, arg_u64(argc, argv, "queue", 0));
	good &= measure("owners-together", together, arg_u64(argc, argv, "owners", 0));
	good &= measure("owners-apart", apart, 0);
	return !good;
}
