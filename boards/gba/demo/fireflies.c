/* SPDX-License-Identifier: MIT
 * Fireflies over the water. Each holds a block of the heap for as long as it glows. Its colour
 * shows the size of the block. They come and go at random, as a load on the heap next to the
 * sparks. */
#include "demo.h"

#define MOST     100
#define LIFE_MIN 60
#define LIFE_MAX 420

/* The bytes that the level adds to a request. Without them, a size would fall into another
 * class. */
#define RECORD (TARN_HARDEN >= 3 ? 12 : TARN_HARDEN == 2 ? 4 : 0)

const char fireflies_tag[] = "FIREFLY";

uint32_t fireflies_refused, fireflies_leaked;

extern unsigned char __tarn_arena_start[];

static struct firefly {
	void *block;
	colour colour;
	uint16_t life;
	uint8_t x, y, phase;
} flies[MOST];
static uint32_t count;

/* For each 16 bytes of the arena: does a block of a firefly begin there? A leaked block keeps its
 * mark: the panel must show the blocks that the program has lost. */
#define MARKS (TARN_ARENA_SIZE / 16)
static uint8_t marks[MARKS];

static uint8_t *mark_of(const void *block)
{
	return &marks[((uintptr_t)block - (uintptr_t)__tarn_arena_start) / 16];
}

static uint32_t some_size(void)
{
	static const uint8_t largest[8] = {16, 16, 16, 32, 32, 48, 64, 160};
	uint32_t most = largest[demo_random(8)];

	return most - RECORD - demo_random(most > 64 ? 60 : 4);
}

static void come(void)
{
	void *block = tarn_alloc_for(&level_heap, some_size(), (void *)(uintptr_t)fireflies_tag);
	struct firefly *fly = &flies[count];

	if (!block) {
		fireflies_refused++;
		return;
	}
	*mark_of(block) = 1;
	fly->block = block;
	fly->colour = panel_colour(block);
	fly->life = (uint16_t)(LIFE_MIN + demo_random(LIFE_MAX - LIFE_MIN));
	fly->x = (uint8_t)(4 + demo_random(SCREEN_WIDTH - 8));
	fly->y = (uint8_t)(BACKDROP_SHORE - 12 + demo_random(SCENE_HEIGHT - BACKDROP_SHORE + 8));
	fly->phase = (uint8_t)demo_random(64);
	count++;
}

static void wipe(const struct firefly *fly)
{
	backdrop_restore(fly->x - 1u, fly->y - 1u, 3, 3);
}

static void forget(uint32_t i)
{
	wipe(&flies[i]);
	flies[i] = flies[--count];
}

static void go(uint32_t i)
{
	*mark_of(flies[i].block) = 0;
	tarn_free(&level_heap, flies[i].block);
	forget(i);
}

/* The colour with half its light. */
static colour dim(colour full)
{
	return (full >> 1) & RGB(15, 15, 15);
}

static void glow(struct firefly *fly)
{
	uint32_t beat = fly->phase++ & 63;
	colour ink = beat < 32 ? fly->colour : dim(fly->colour);

	if (beat == 0 || beat == 32)
		wipe(fly);
	*video_at(fly->x, fly->y) = beat < 8 ? WHITE : ink;
	if (beat >= 32)
		return;
	*video_at(fly->x - 1u, fly->y) = dim(ink);
	*video_at(fly->x + 1u, fly->y) = dim(ink);
	*video_at(fly->x, fly->y - 1u) = dim(ink);
	*video_at(fly->x, fly->y + 1u) = dim(ink);
}

/* They come slowly, one in three frames: the panel must show single allocations and frees. */
void fireflies_frame(void)
{
	uint32_t wanted = choice.load * (MOST / LOAD_MOST);

	if (count < wanted && demo_random(3) == 0)
		come();
	for (uint32_t i = count; i-- > 0;) {
		if (flies[i].life == 0 || (count > wanted && demo_random(30) == 0)) {
			go(i);
			continue;
		}
		flies[i].life--;
		glow(&flies[i]);
	}
}

void fireflies_free_all(void)
{
	while (count)
		go(count - 1);
}

void fireflies_forget_leaks(void)
{
	fireflies_leaked = 0;
	for (uint32_t i = 0; i < MARKS; i++)
		marks[i] = 0;
}

bool fireflies_leak(void)
{
	if (!count)
		return false;
	fireflies_leaked++;
	forget(count - 1);
	return true;
}

bool fireflies_own(const void *block)
{
	return *mark_of(block);
}
