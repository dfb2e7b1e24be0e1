/* SPDX-License-Identifier: MIT
 * Stray writes to freed memory: strays.h says what a trial does.
 *
 *   seed=1      of the first trial; trial i has seed + i
 *   trials=N    how many */
#include "strays.h"

#include <string.h>

#include "args.h"
#include "failed.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"
#include "tarn_table.h"

#ifndef MODEL_BUILD
#define MODEL_BUILD "HARDEN=1"
#endif

#define GRANULES    (ARENA_MOST / TARN_ALIGN)
#define BLOCKS      1024
#define FREED       32   /* places of freed blocks */
#define OLD         256  /* values that freed blocks had */
#define LARGE_EVERY 2000 /* one trial of so many has a large heap */

/* Half of the blocks are full of words that name their owner. The others are never written to,
 * because what the core leaves in them may mislead it. */
struct block {
	unsigned char *at;
	uint32_t size;
	uint32_t mark; /* 0: never written to */
};

static unsigned char *arena;
static uint32_t arena_bytes;
static bool large;
static unsigned char *lowest; /* the lowest block */
static uint8_t owned[GRANULES];
static struct block blocks[BLOCKS];
static uint32_t count, marks;
static struct block freed[FREED];
static uint32_t freed_count;
static uint32_t old[OLD];
static uint32_t old_count;
static uint32_t state; /* of the random numbers */
static uint64_t seed;  /* of the trial */

/* The write of the trial. */
static const unsigned char *place; /* NULL: not made yet */
static uint32_t was, becomes;
static bool named; /* by a fault */

static uint32_t below(uint32_t bound)
{
	return random_below(&state, bound);
}

/* ---- Failing */

_Noreturn void wrong(const char *what)
{
	test_failed();
	print_text("strays: FAIL: ");
	print_text(what);
	if (place) {
		print_text(", after the word at 0x");
		print_hex((uintptr_t)(place - arena), 1);
		print_text(" of the arena was changed from 0x");
		print_hex(was, 1);
		print_text(" to 0x");
		print_hex(becomes, 1);
	}
	print_text("\nreplay: make -s -f boards/build/program.mk PROGRAM=tests/pool/model/strays "
		   "BOARD=host " MODEL_BUILD " run ARGS=\"trials=1 seed=");
	print_u64(seed);
	print_text("\"\n");
	tarn_port_exit(1);
}

/* A stray write may raise these faults, and no other. */
static void on_fault(const struct tarn_fault *fault)
{
	bool allowed = fault->kind == TARN_FAULT_LINK ||
		       (TARN_HARDEN >= 2 && fault->kind == TARN_FAULT_USE_AFTER_FREE);

	if (!place || !allowed)
		wrong(tarn_fault_name(fault->kind));
	named = true;
}

/* ---- Blocks */

static uint32_t word_of(uint32_t mark, uint32_t i)
{
	return (mark << 12 ^ i) | 3; /* no offset looks like it */
}

static void contents_write(const struct block *block)
{
	for (uint32_t i = 0; block->mark && i < block->size / 4; i++) {
		uint32_t word = word_of(block->mark, i);

		memcpy(block->at + 4 * i, &word, 4);
	}
}

static void contents_check(const unsigned char *at, uint32_t size, uint32_t mark)
{
	for (uint32_t i = 0; mark && i < size / 4; i++) {
		uint32_t word = word_of(mark, i);

		if (memcmp(at + 4 * i, &word, 4) != 0)
			wrong("a live block's contents changed");
	}
}

static void own(const struct block *block, uint8_t owner)
{
	uint32_t first = (uint32_t)(block->at - arena);
	uint32_t last = first + block->size + TARN_RECORD - 1;

	for (uint32_t i = first / TARN_ALIGN; i <= last / TARN_ALIGN; i++) {
		if (owner && owned[i])
			wrong("a block overlaps a live one");
		owned[i] = owner;
	}
}

static void enter(unsigned char *at, uint32_t size)
{
	struct block *block = &blocks[count++];

	if ((uintptr_t)at % TARN_ALIGN)
		wrong("a block is misaligned");
	if (at < lowest || at > arena + arena_bytes ||
	    size + TARN_RECORD > arena_bytes - (uint32_t)(at - arena))
		wrong("a block lies where no block may");
	*block = (struct block){at, size, below(2) ? ++marks : 0};
	own(block, 1);
	contents_write(block);
}

static struct block leave(uint32_t index)
{
	struct block block = blocks[index];

	contents_check(block.at, block.size, block.mark);
	own(&block, 0);
	blocks[index] = blocks[--count];
	return block;
}

/* ---- Calls */

static uint32_t some_size(void)
{
	return large ? random_between(&state, 1, 24 << below(below(7) + 1)) : 1 + below(32);
}

static void alloc_one(void)
{
	uint32_t size = some_size();
	unsigned char *at = tarn_alloc(heap, size);

	if (at)
		enter(at, size);
}

static void free_one(uint32_t index)
{
	struct block block = leave(index);

	tarn_free(heap, block.at);
	freed[freed_count++ % FREED] = block;
}

static void resize_one(uint32_t index)
{
	struct block block = leave(index);
	uint32_t size = some_size();
	unsigned char *at = tarn_realloc(heap, block.at, size);

	if (!at) {
		at = block.at;
		size = block.size;
	}
	contents_check(at, size < block.size ? size : block.size, block.mark);
	enter(at, size);
}

/* What the readers answer after a write does not matter. */
static void ask_readers(void)
{
	struct tarn_heap_stats stats;
	struct tarn_block block = {.pointer = NULL};
	uint32_t seen = 0;

	if (tarn_check(heap, NULL) && !place)
		wrong("tarn_check finds a broken invariant of a sound heap");
	tarn_largest(heap);
	tarn_heap_stats(heap, &stats);
	while (tarn_walk(heap, &block))
		if (seen++ == GRANULES)
			wrong("a walk does not end");
}

static const struct block *some_freed(void)
{
	return &freed[below(freed_count < FREED ? freed_count : FREED)];
}

static void step(void)
{
	uint32_t dice = below(128);

	calls++;
	if (dice < (large ? 1 : 8))
		ask_readers();
	else if (!count || (dice < 66 && count < BLOCKS))
		alloc_one();
	else if (dice < 114)
		free_one(below(count));
	else
		resize_one(below(count));
	if (freed_count)
		memcpy(&old[old_count++ % OLD], some_freed()->at + 4 * below(2), 4);
}

/* ---- The write */

static uint32_t old_choose(void)
{
	return old[below(old_count < OLD ? old_count : OLD)];
}

/* In a core that keeps offsets as they are, an offset looks like a small number. In one that keeps
 * them xor a key, it looks like the old word with a few low bits changed. */
static uint32_t value_choose(uint32_t before)
{
	uint32_t granules = arena_bytes / TARN_ALIGN;

	switch (below(10)) {
	case 0:
		return below(2) - 1;
	case 1:
		return before ^ UINT32_C(1) << below(32);
	case 2:
		return random32(&state);
	case 3:
		return before + 4 * below(65) - 128;
	case 4:
		return before ^ below(granules) * TARN_ALIGN;
	case 5:
		return below(granules) * TARN_ALIGN + (below(4) ? 0 : below(TARN_ALIGN));
	case 6:
		return old_choose() + 4 * below(5) - 8;
	default:
		return old_choose();
	}
}

static bool is_free(const struct block *block)
{
	uint32_t first = (uint32_t)(block->at - arena) / TARN_ALIGN;

	for (uint32_t i = 0; i <= (block->size - 1) / TARN_ALIGN; i++)
		if (owned[first + i])
			return false;
	return true;
}

static void word_write(unsigned char *at)
{
	memcpy(&was, at, 4);
	becomes = value_choose(was);
	memcpy(at, &becomes, 4);
	place = at;
}

static const struct block *some_free(void)
{
	for (uint32_t tries = 20; tries; tries--) {
		const struct block *block = some_freed();

		if (is_free(block))
			return block;
	}
	return NULL;
}

/* Writes mostly to the first two words: a free block's links. Now and then to both, or to a word of
 * another block, too. */
static void stray(void)
{
	const struct block *block = some_free();
	uint32_t word = below(2);

	if (!block)
		return;
	if (!below(4))
		word = below((block->size + 7) / 8 * 2);
	word_write(block->at + 4 * word);
	if (below(2))
		return;
	if (!below(3)) {
		block = some_free();
		word = below(2);
	}
	if (block)
		word_write(block->at + 4 * (word ^ 1));
}

/* ---- A trial */

#define SIZE(bytes) (((bytes) + TARN_RECORD + TARN_ALIGN - 1) / TARN_ALIGN * TARN_ALIGN)
#define COMMONS     (TARN_COMMONS ? TARN_TO_COMMONS : TARN_REFUSE)
#if TARN_POOLS
#define ONE(CLASS) CLASS(SIZE(8), 5, 0, TARN_REFUSE)
#define TWO(CLASS)                                     \
	CLASS(SIZE(8), 3, 0, COMMONS | TARN_TO_LARGER) \
	CLASS(SIZE(8) + TARN_ALIGN, 4, 0, TARN_REFUSE)
#define FEW(CLASS)                        \
	CLASS(16, 64, 0, TARN_REFUSE)     \
	CLASS(64, 100, 0, TARN_TO_LARGER) \
	CLASS(128, 60, 0, COMMONS)        \
	CLASS(256, 40, 0, TARN_REFUSE)
TARN_TABLE(one, ONE);
TARN_TABLE(two, TWO);
TARN_TABLE(few, FEW);
#endif

/* The second half is for large heaps. At level 1 a pool reads nothing of its free blocks, so most
 * heaps have commons. */
static const struct tarn_table *const tables[] = {
#if TARN_POOLS && TARN_COMMONS
	&tarn_table_commons, &tarn_table_commons, &two, &one,
	&tarn_table_commons, &tarn_table_default, &few, &few,
#elif TARN_POOLS
	&one,
	&two,
	&tarn_table_default,
	&few,
#else
	&tarn_table_commons,
	&tarn_table_commons,
#endif
};
#define HALF (sizeof(tables) / sizeof(tables[0]) / 2)

static void init(const struct tarn_table *table)
{
	tarn_forget(heap);
	memset(heap, 0, sizeof(*heap));
	if (tarn_init(heap, arena, arena_bytes, table, NULL) != TARN_OK)
		wrong("tarn_init refuses the table");
}

/* Makes a new heap: a large one, or the smallest for its table and a few granules of commons. */
static void heap_make(void)
{
	uint32_t kind = below(HALF);
	const struct tarn_table *table = tables[large ? HALF + kind : kind];
	struct tarn_heap_stats stats;

	if (large) {
		arena_bytes = ARENA_MOST;
	} else {
		struct tarn_misfit why;

		if (tarn_init(heap, place_arena(16), 16, table, &why) != TARN_ARENA_SMALL)
			wrong("tarn_init accepts 16 bytes");
		arena_bytes = (why.needs + TARN_ALIGN * below(16) + 15) & ~UINT32_C(15);
	}
	arena = place_arena(arena_bytes);
	init(table);
	lowest = tarn_alloc(heap, 1); /* the lowest block of all */
	init(table);
	memset(owned, 0, sizeof(owned));
	tarn_heap_stats(heap, &stats);
	if (stats.commons)
		owned[(arena_bytes - stats.commons) / TARN_ALIGN - 1] = 1; /* the sentinel */
}

static void trial(void)
{
	state = random32_seed(seed);
	place = NULL;
	named = false;
	count = freed_count = old_count = marks = 0;
	large = !below(LARGE_EVERY);
	heap_make();
	for (uint32_t left = large ? 600 : 2 + below(20); left; left--)
		step();
	if (freed_count)
		stray();
	for (uint32_t left = large ? 300 : 1 + below(12); left; left--)
		step();
	while (count)
		free_one(count - 1);
	if (place_underrun(arena))
		wrong("a store went below the arena");
}

int main(int argc, char **argv)
{
	uint64_t trials = arg_u64(argc, argv, "trials", 100000);
	uint64_t writes = 0, faults = 0;

	args_only(argc, argv, "seed trials");
	seed = arg_u64(argc, argv, "seed", 1);
	place_open();
	tarn_on_fault(on_fault);
	for (uint64_t i = 0; i < trials; i++, seed++) {
		trial();
		writes += place != NULL;
		faults += named;
	}
	print_text("strays: ");
	print_u64(trials);
	print_text(" trials, ");
	print_u64(writes);
	print_text(" writes, ");
	print_u64(faults);
	print_text(" named by a fault\n");
	/* If no write mattered, this tested nothing. */
	return trials >= 1000 && !faults && (TARN_COMMONS || TARN_HARDEN >= 2);
}
