/* SPDX-License-Identifier: MIT
 * The heap under test, at a fixed place in the middle of inaccessible memory. Whatever offset a
 * core follows, it stays in the arena or crashes. Copying saves and loads a state. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "random.h"
#include "strays.h"

#define PAGE   UINT64_C(4096)
#define MIDDLE UINT64_C(0x200200000000)
#define AROUND (UINT64_C(1) << 33)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

struct tarn_heap *heap;
unsigned char *arena;
uint32_t arena_bytes;
uint32_t words;
struct shadow now;

static uint64_t weight[WORDS_MOST];
static uint8_t map[TARN_MAP_ENTRIES];
static struct tarn_table table;

static void open_page(uint64_t at)
{
	if (mprotect((void *)(uintptr_t)at, PAGE, PROT_READ | PROT_WRITE))
		broken("mprotect");
}

void image_open(void)
{
	void *place =
		mmap((void *)(uintptr_t)(MIDDLE - AROUND), 2 * AROUND, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (place == MAP_FAILED)
		broken("mmap");
	open_page(MIDDLE);
	open_page(MIDDLE + 2 * PAGE);
	heap = (struct tarn_heap *)(uintptr_t)MIDDLE;
}

void image_large(uint32_t bytes)
{
	uint64_t at = MIDDLE + 16 * PAGE;

	if (!arena_bytes || arena < (unsigned char *)(uintptr_t)at)
		for (uint64_t i = 0; i < bytes; i += PAGE)
			open_page(at + i);
	arena = (unsigned char *)(uintptr_t)at;
	arena_bytes = bytes;
	reads_bytes = 0;
}

/* The arena ends where its page ends. It begins with zeros, as .bss does. (A 0 in a live
 * block looks like a link, too.) */
static bool make(uint32_t bytes)
{
	struct tarn_heap_stats stats;

	arena_bytes = bytes;
	arena = (unsigned char *)(uintptr_t)(MIDDLE + 3 * PAGE - bytes);
	tarn_forget(heap);
	memset((void *)(uintptr_t)(MIDDLE + 2 * PAGE), 0, PAGE);
	memset(heap, 0, sizeof(*heap));
	memset(&now, 0, sizeof(now));
	if (tarn_init(heap, arena, bytes, &table, NULL) != TARN_OK)
		return false;
	tarn_heap_stats(heap, &stats);
	return stats.commons >= world->commons * TARN_ALIGN;
}

/* Makes the smallest arena that holds the table and the commons of the world. */
void world_make(void)
{
	uint64_t state = random64_seed(1);
	uint32_t bytes = 16;

	tarn_table_map(map, world->class, world->classes);
	table = (struct tarn_table){world->class, map, world->classes};
	while (!make(bytes)) {
		bytes += 16;
		if (bytes > ARENA_MOST)
			broken("the world is too large");
	}
	words = HEAP_WORDS + bytes / 4;
	for (uint32_t i = 0; i < WORDS_MOST; i++)
		weight[i] = random64(&state) | 1;
}

void state_save(struct state *state)
{
	state->shadow = now;
	memcpy(state->words, heap, HEAP_WORDS * 4);
	memcpy(state->words + HEAP_WORDS, arena, arena_bytes);
}

void state_load(const struct state *state)
{
	now = state->shadow;
	memcpy(heap, state->words, HEAP_WORDS * 4);
	memcpy(arena, state->words + HEAP_WORDS, arena_bytes);
}

uint64_t key_part(uint32_t word, uint32_t value)
{
	return weight[word] * value;
}

void key_blind(uint32_t word)
{
	weight[word] = 0;
}

uint64_t state_key(const struct state *state)
{
	uint64_t key = 1;

	for (uint32_t i = 0; i < words; i++)
		key += weight[i] * state->words[i];
	for (uint32_t i = 0; i < state->shadow.count; i++) {
		const struct live *live = &state->shadow.live[i];

		key += random64_seed((uint64_t)live->at << 8 | live->length);
	}
	return key + (state->shadow.named ? UINT64_C(0xd1b54a32d192ed03) : 0);
}
