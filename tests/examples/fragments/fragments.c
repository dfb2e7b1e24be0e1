/* SPDX-License-Identifier: MIT
 * Fourteen bytes are free, in two pieces of seven. A request for twelve fails, and no spark flies.
 * First exactly that, with a first-fit heap of 21 bytes. Then an evening of play on a larger heap,
 * and the same evening on Tarn, whose table reserves the sparks' blocks. */
#include "../say.h"
#include "random.h"
#include "tarn_table.h"

/* ---- A first-fit heap, as small as they come: a byte of map for each byte ------------------ */

#define BYTES   1024 /* for blocks, on either heap; its own records are not counted */
#define NOWHERE UINT32_MAX

static unsigned char used[BYTES]; /* 0: free; 1: in use; 2: in use, a block's first */
static uint32_t bytes_of_heap;

static uint32_t free_run(uint32_t from)
{
	uint32_t run = 0;

	while (from + run < bytes_of_heap && !used[from + run])
		run++;
	return run;
}

static uint32_t first_fit_alloc(uint32_t bytes)
{
	for (uint32_t at = 0; at < bytes_of_heap; at++) {
		if (free_run(at) < bytes)
			continue;
		for (uint32_t i = 0; i < bytes; i++)
			used[at + i] = i ? 1 : 2;
		return at;
	}
	return NOWHERE;
}

static void first_fit_free(uint32_t at)
{
	used[at++] = 0;
	for (; at < bytes_of_heap && used[at] == 1; at++)
		used[at] = 0;
}

static uint32_t all_free(void)
{
	uint32_t sum = 0;

	for (uint32_t at = 0; at < bytes_of_heap; at++)
		sum += !used[at];
	return sum;
}

static uint32_t longest_free(void)
{
	uint32_t longest = 0;

	for (uint32_t at = 0; at < bytes_of_heap; at++) {
		if (free_run(at) > longest)
			longest = free_run(at);
	}
	return longest;
}

/* ---- The story ----------------------------------------------------------------------------- */

static void the_story(uint32_t piece, uint32_t request)
{
	uint32_t first, middle, last;

	bytes_of_heap = 3 * piece;
	first = first_fit_alloc(piece);
	middle = first_fit_alloc(piece);
	last = first_fit_alloc(piece);
	first_fit_free(first);
	first_fit_free(last);
	say_number("first fit: bytes free", all_free());
	say_number("first fit: longest piece", longest_free());
	print_text("first fit: a request of ");
	print_u64(request);
	say(first_fit_alloc(request) == NOWHERE ? " fails" : " is served");
	promise(all_free() >= request && longest_free() < request, "enough was free, in pieces");
	first_fit_free(middle);
}

/* ---- An evening ---------------------------------------------------------------------------- */

#define ARENA   1192 /* Tarn's own records included */
#define SPARK   12   /* bytes */
#define SPARKS  12
#define LETTERS 230
#define TURNS   20000

/* The sparks have their own pool. All other requests of the game get smaller blocks, or the
 * commons. */
#define CLASSES(CLASS) CLASS(8, 0, 0, TARN_TO_COMMONS) CLASS(16, SPARKS, 0, TARN_REFUSE)
TARN_TABLE(table, CLASSES);
TARN_TABLE_FITS(table, CLASSES, ARENA);

static uint64_t arena[ARENA / 8];
static struct tarn_heap tarn;

/* The game draws the same on either heap. */
struct allocator {
	const char *name;
	uintptr_t (*get)(uint32_t bytes); /* 0: refused */
	void (*put)(uintptr_t block);
	uint32_t (*free_bytes)(void);
};

static uintptr_t first_fit_get(uint32_t bytes)
{
	uint32_t at = first_fit_alloc(bytes);

	return at == NOWHERE ? 0 : at + 1;
}

static void first_fit_put(uintptr_t block)
{
	first_fit_free((uint32_t)block - 1);
}

static uintptr_t tarn_get(uint32_t bytes)
{
	return (uintptr_t)tarn_alloc(&tarn, bytes);
}

static void tarn_put(uintptr_t block)
{
	tarn_free(&tarn, (void *)block);
}

static struct tarn_heap_stats tarn_stats(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&tarn, &stats);
	return stats;
}

static uint32_t tarn_free_bytes(void)
{
	return tarn_stats().commons_free;
}

static const struct allocator first_fit = {"first fit", first_fit_get, first_fit_put, all_free};
static const struct allocator on_tarn = {"Tarn", tarn_get, tarn_put, tarn_free_bytes};

/* Two kinds of tenant: sparks, and letters of speech bubbles, which are smaller and far more.
 * Returns the sparks that never flew. */
static uint32_t evening(const struct allocator *allocator)
{
	static uintptr_t slot[SPARKS + LETTERS];
	uint32_t lost = 0, in_pieces = 0;
	uint32_t state = 2024;

	for (uint32_t i = 0; i < SPARKS + LETTERS; i++)
		slot[i] = 0;
	for (uint32_t turn = 0; turn < TURNS; turn++) {
		uint32_t i = random_below(&state, SPARKS + LETTERS);
		uint32_t bytes = i < SPARKS ? SPARK : 7 + random_below(&state, 2);

		if (slot[i]) {
			allocator->put(slot[i]);
			slot[i] = 0;
			continue;
		}
		slot[i] = allocator->get(bytes);
		lost += i < SPARKS && !slot[i];
		in_pieces += i < SPARKS && !slot[i] && allocator->free_bytes() >= SPARK;
	}
	print_text(allocator->name);
	say_number(": sparks that never flew", lost);
	print_text(allocator->name);
	say_number(": of them, while enough bytes were free", in_pieces);
	return lost;
}

int main(void)
{
	the_story(7, 12);
	the_story(4, 8);
	bytes_of_heap = BYTES;
	promise(evening(&first_fit) > 0, "a first-fit heap fails");
	if (tarn_init(&tarn, arena, sizeof(arena), &table, NULL) != TARN_OK)
		return 1;
	promise(tarn_stats().pools + tarn_stats().commons <= BYTES,
		"Tarn has no more bytes for blocks");
	promise(evening(&on_tarn) == 0, "a reserved block is there whatever else happens");
	promise(tarn_check(&tarn, NULL) == 0, "the heap is sound");
	return 0;
}
