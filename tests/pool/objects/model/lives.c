/* SPDX-License-Identifier: MIT
 * Calls on a whole pool: it opens again, is recycled, is saved and loaded. */
#include "calls.h"

#define MOVED       96 /* words from one place of a pool to the next */
#define IMAGE_BYTES 512

/* The first tag of the next part. */
uint32_t *next_birth(void)
{
	return world->grows ? &((struct tarn_object_full_pool *)(void *)pool)->birth
			    : &pool->part.birth;
}

static void open_at(uint32_t place)
{
	uint32_t bytes = capacity * world->type->facts.stride;

	if (world->type->facts.options & TARN_OBJECT_BITS)
		bytes += (capacity + 31) / 32 * 8;
	expect(tarn_object_open_at(pool, world->type, memory + place, bytes), "open_at");
}

void open_pool(void)
{
	if (world->grows) {
		expect(tarn_object_open(pool, world->type, &heap, capacity, maximum), "open");
	} else {
		open_at(0);
	}
	peak = refused = robbed = 0;
	/* Two generations at least: a recycled slot begins with its second. */
	if (aged && tagged)
		pool->part.birth =
			((UINT32_C(1) << 31) - (2 + below(AGED)) * TARN_OBJECT_GENERATION_) |
			TARN_OBJECT_HELD_;
	if (below(2))
		tarn_object_prewarm(pool, below(capacity + 2));
}

/* Old handles stay stale after it. */
void call_reopen(void)
{
	call_reset();
	expect(tarn_object_close(pool), "close");
	expect(made == unmade || !(pool->part.hooks & 1u << TARN_OBJECT_ONCE),
	       "what was created was destroyed");
	open_pool();
}

/* Leaves two objects in use, or one in use and one idle, two generations each. */
static void wear_some(void)
{
	for (uint32_t i = 0; i < 2 && i < lives; i++) {
		tarn_object_tag *tag = tarn_object_tag_(live[i].creature);

		*tag = ~(((UINT32_C(1) << 31) - 2 * TARN_OBJECT_GENERATION_) |
			 (~*tag & TARN_OBJECT_HELD_));
	}
	if (lives && below(2)) {
		world->put(live[0].creature);
		forget(0);
	}
}

/* The program gives up all its handles. Then each slot has all its generations again. Slots that
 * come back count for the peak, as if all of them had been in use at the same time. */
void call_recycle(void)
{
	bool some_retired = retired();
	struct tarn_object_stats stats;

	if (tagged && !aged)
		wear_some();
	stales = 0;
	tarn_object_recycle(pool);
	tarn_object_stats(pool, &stats);
	expect(stats.peak >= peak && stats.peak <= maximum, "the peak after a recycle");
	if (some_retired && !world->grows)
		peak = stats.peak;
	expect(stats.retired == 0 && (aged || stats.worn == 0), "a recycled pool has new slots");
	for (uint32_t i = 0; tagged && i < lives; i++)
		live[i].handle = handle_of(live[i].creature);
}

/* A model that is saved with its pool. */
static struct {
	struct entry live[CAPACITY_MAX];
	uint64_t stale[STALE];
	uint32_t lives, stales, peak, refused, robbed;
} saved;

static void take(void)
{
	saved.lives = lives;
	saved.stales = stales;
	saved.peak = peak;
	saved.refused = refused;
	saved.robbed = robbed;
	for (uint32_t i = 0; i < lives; i++)
		saved.live[i] = live[i];
	for (uint32_t i = 0; i < STALE; i++)
		saved.stale[i] = stale[i];
}

/* The pool stands `moved` bytes from where it was saved. */
static void give_back(ptrdiff_t moved)
{
	lives = saved.lives;
	stales = saved.stales;
	peak = saved.peak;
	refused = saved.refused;
	robbed = saved.robbed;
	for (uint32_t i = 0; i < lives; i++) {
		live[i] = saved.live[i];
		live[i].creature = (void *)((char *)live[i].creature + moved);
	}
	for (uint32_t i = 0; i < STALE; i++)
		stale[i] = saved.stale[i];
}

/* Saves the pool, plays on, and loads it, there or at another place. No image has what .once makes,
 * so this is made before. */
void call_image(void)
{
	static _Alignas(8) unsigned char image[IMAGE_BYTES];
	bool once = pool->part.hooks & 1u << TARN_OBJECT_ONCE;
	char *base = (char *)pool->part.base;
	size_t bytes;

	if (world->grows || retired())
		return;
	if (once)
		tarn_object_prewarm(pool, capacity);
	bytes = tarn_object_save(pool, image, sizeof(image), 1);
	expect(bytes && bytes <= tarn_object_image_bytes(pool), "an image is saved");
	take();
	for (uint32_t calls = below(20); calls--;)
		below(2) ? call_put() : call_get(ANY);
	if (retired())
		return;
	if (below(2)) {
		call_reset();
		expect(tarn_object_close(pool), "close");
		open_at(below(3) * MOVED);
		if (once)
			tarn_object_prewarm(pool, capacity);
	}
	expect(tarn_object_load(pool, image, bytes, 1), "an image is loaded");
	give_back((char *)pool->part.base - base);
	look_at_all();
}
