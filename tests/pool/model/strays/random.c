/* SPDX-License-Identifier: MIT
 * Random stray writes on heaps of 64 KiB: a loaded heap, one write of one or two words into a freed
 * block, then some hundred calls. The judge knows the owner of each granule. Blocks of an odd size
 * are full of words that name their owner. The others are never written to, because what the core
 * leaves in them may mislead it. */
#include <string.h>

#include "print.h"
#include "random.h"
#include "strays.h"
#include "tarn_table.h"

#define BYTES    (UINT32_C(64) << 10)
#define GRANULES (BYTES / TARN_ALIGN)
#define BLOCKS   1024
#define FREED    64
#define LOAD     600 /* calls before the write */
#define AFTER    300 /* calls after it */
#define OLD      256 /* pairs of first words of freed blocks */

struct block {
	unsigned char *at;
	uint32_t size;
};

static struct block blocks[BLOCKS];
static uint32_t count;
static struct block freed[FREED];
static uint32_t freed_count;
static uint32_t old[OLD][2];
static uint32_t old_count;
static uint8_t owned[GRANULES];
static uint32_t state;
static uint32_t request; /* the size of the current request */
static struct block one; /* the block that is freed or resized */
static bool failed;
static unsigned char *lowest; /* the lowest block */

static void bad(enum wrong what)
{
	wrong(what);
	failed = true;
}

/* ---- Blocks */

static bool marked(const struct block *block, bool make)
{
	bool equal = true;

	for (uint32_t i = 0; block->size % 2 && i < block->size / 4; i++) {
		uint32_t mark = ((uint32_t)(block->at - arena) << 12 ^ i) | 3;

		if (make)
			memcpy(block->at + 4 * i, &mark, 4);
		else
			equal &= memcmp(block->at + 4 * i, &mark, 4) == 0;
	}
	return equal;
}

static void own(const struct block *block, uint8_t owner)
{
	uint32_t first = (uint32_t)(block->at - arena) / TARN_ALIGN;
	uint32_t end = ((uint32_t)(block->at - arena) + block->size + TARN_RECORD - 1) / TARN_ALIGN;

	for (uint32_t i = first; i <= end; i++) {
		if (owner && owned[i])
			bad(WRONG_OVERLAP);
		owned[i] = owner;
	}
}

static void enter(unsigned char *at)
{
	struct block block = {at, request};

	if (at < lowest || at + request > arena + arena_bytes) {
		bad(WRONG_METADATA);
		return;
	}
	if ((uintptr_t)at % TARN_ALIGN)
		bad(WRONG_MISALIGNED);
	own(&block, 1);
	marked(&block, true);
	blocks[count++] = block;
}

static void leave(uint32_t index)
{
	one = blocks[index];
	if (!marked(&one, false))
		bad(WRONG_CONTENTS);
	own(&one, 0);
	blocks[index] = blocks[--count];
}

/* ---- Calls */

static void alloc(void)
{
	answer = tarn_alloc(heap, request);
}

static void release(void)
{
	tarn_free(heap, one.at);
}

static void resize(void)
{
	answer = tarn_realloc(heap, one.at, request);
}

static void call(void (*act)(void))
{
	if (!guard(act))
		bad(stopped);
	else if (faults & ~FAULTS_ALLOWED || (faults && !trial.words))
		bad(WRONG_FAULT);
}

static void size_choose(void)
{
	request =
		random_between(&state, 1, 24 << random_below(&state, random_below(&state, 7) + 1));
}

static void alloc_one(void)
{
	size_choose();
	call(alloc);
	if (!failed && answer)
		enter(answer);
}

static void free_one(uint32_t index)
{
	leave(index);
	call(release);
	freed[freed_count++ % FREED] = one;
	memcpy(old[old_count++ % OLD], one.at, 8);
}

static void resize_one(uint32_t index)
{
	struct block before;

	leave(index);
	before = one;
	size_choose();
	call(resize);
	if (failed)
		return;
	if (!answer)
		request = before.size;
	enter(answer ? answer : before.at);
}

static void step(void)
{
	uint32_t dice = random_below(&state, 100);

	if (!count || (dice < 50 && count < BLOCKS))
		alloc_one();
	else if (dice < 92)
		free_one(random_below(&state, count));
	else
		resize_one(random_below(&state, count));
}

/* ---- The write */

static uint32_t old_choose(uint32_t half)
{
	return old[random_below(&state, old_count < OLD ? old_count : OLD)][half];
}

static uint32_t value_choose(uint32_t before, uint32_t half)
{
	switch (random_below(&state, 8)) {
	case 0:
		return random_below(&state, 2) - 1;
	case 1:
		return before ^ UINT32_C(1) << random_below(&state, 32);
	case 2:
		return random32(&state);
	case 3:
		return before + 4 * random_below(&state, 65) - 128;
	case 4:
		return random_below(&state, GRANULES) * TARN_ALIGN;
	case 5:
		return old_choose(half ^ 1) + 4 * random_below(&state, 5) - 8;
	default:
		return old_choose(half);
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

static void word_write(const struct block *block, uint32_t word, uint32_t half)
{
	uint32_t value;

	memcpy(&value, block->at + 4 * word, 4);
	value = value_choose(value, half);
	memcpy(block->at + 4 * word, &value, 4);
}

/* Writes mostly to links, because nothing else is read. */
static void stray(void)
{
	const struct block *block;
	uint32_t tries = 100, most = freed_count < FREED ? freed_count : FREED, word;

	do
		block = &freed[random_below(&state, most)];
	while (!is_free(block) && --tries);
	if (!tries)
		return;
	trial.words = 1;
	word = random_below(&state, 4) ? random_below(&state, 2)
				       : random_below(&state, (block->size + 7) / 8 * 2);
	word_write(block, word, word & 1);
	if (random_below(&state, 3) == 0)
		word_write(block, word ^ 1, ~word & 1);
}

/* ---- A trial */

#if TARN_POOLS
#define FEW(CLASS)                                                      \
	CLASS(16, 64, 0, TARN_REFUSE)                                   \
	CLASS(64, 100, 0, TARN_TO_LARGER)                               \
	CLASS(128, 60, 0, TARN_COMMONS ? TARN_TO_COMMONS : TARN_REFUSE) \
	CLASS(256, 40, 0, TARN_REFUSE)
TARN_TABLE(few, FEW);
#endif

static const struct tarn_table *const tables[] = {
#if TARN_COMMONS
	&tarn_table_commons,
#endif
#if TARN_POOLS
	&tarn_table_default, &few
#endif
};
#define TABLES (sizeof(tables) / sizeof(tables[0]))

/* Makes a new heap. Its first block is the lowest of all. */
static void heap_make(const struct tarn_table *table)
{
	for (uint32_t i = 0; i < 2; i++) {
		tarn_forget(heap);
		memset(heap, 0, sizeof(*heap));
		if (tarn_init(heap, arena, BYTES, table, NULL) != TARN_OK)
			broken("tarn_init");
		if (i == 0)
			lowest = tarn_alloc(heap, 1);
	}
}

static void trial_run(uint64_t seed)
{
	state = random32_seed(seed);
	trial = (struct trial){.random = seed + 1};
	failed = false;
	count = freed_count = old_count = 0;
	memset(owned, 0, sizeof(owned));
	heap_make(tables[random_below(&state, TABLES)]);
	for (uint32_t i = 0; i < LOAD && !failed; i++)
		step();
	if (!failed && freed_count)
		stray();
	for (uint32_t i = 0; i < AFTER && !failed; i++)
		step();
	while (count && !failed)
		free_one(count - 1);
}

void random_run(uint64_t seed, uint64_t trials)
{
	if (!trials)
		return;
	image_large(BYTES);
	for (uint64_t i = 0; i < trials; i++)
		trial_run(seed + i);
	print_padded(trials, 17);
	print_text(" random writes on heaps of 64 KiB");
	print_newline();
}
