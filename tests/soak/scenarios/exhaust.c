/* SPDX-License-Identifier: MIT
 * To exhaustion and back. It fills the heap with sizes of one kind until some requests are refused.
 * Then it halves the size until even the smallest is refused. Then it frees some blocks, in one of
 * several orders, and begins again with sizes of another kind. */
#include "block.h"
#include "scenario.h"

enum phase { FILL, BRIM, DRAIN };

/* Refusals of one kind's sizes before the heap is filled to the brim. */
#define REFUSALS 4

static struct {
	struct share share;
	enum phase phase;
	uint32_t kind;
	uint32_t next; /* slot, relative */
	uint32_t left; /* slots still to look at in this phase */
	uint32_t refusals;
	uint32_t size; /* BRIM */
	uint32_t drain;
} tide;

static uint32_t small_size(void)
{
	return between(0, 32);
}

static uint32_t wide_size(void)
{
	uint32_t low = 1u << below(SOAK_ARENA >= 16384 ? 9 : 7);

	return low + below(low);
}

static uint32_t middling_size(void)
{
	uint32_t most = SOAK_ARENA / 64 > 512 ? 512 : SOAK_ARENA / 64;

	return between(most / 4, most);
}

/* A few of them fill the heap, and each costs as much to verify as many small ones. */
static uint32_t large_size(void)
{
	return between(SOAK_ARENA / 64, SOAK_ARENA / 16);
}

static uint32_t (*const sizes[])(void) = {small_size, wide_size, middling_size, large_size};

static void start_fill(void)
{
	tide.phase = FILL;
	tide.kind = once_in(8) ? 3 : below(3);
	tide.left = tide.share.count;
	tide.refusals = 0;
}

static bool begin(struct share share)
{
	tide.share = share;
	tide.next = 0;
	start_fill();
	return share.count >= 16;
}

/* Finds the next slot that is live, or empty. Returns false if the phase has seen them all. */
static inline bool find_slot(bool live, uint32_t *id)
{
	for (; tide.left; tide.left--) {
		*id = tide.share.first + tide.next;
		tide.next = tide.next + 1 == tide.share.count ? 0 : tide.next + 1;
		if (block_live(*id) == live) {
			tide.left--;
			return true;
		}
	}
	return false;
}

static void start_brim(uint32_t size)
{
	tide.phase = BRIM;
	tide.size = size;
	tide.left = tide.share.count;
}

static void start_drain(void)
{
	tide.phase = DRAIN;
	tide.drain = below(4);
	tide.left = tide.share.count;
	tide.next = below(tide.share.count);
	if (tide.drain == 3)
		tide.left = tide.left / 2;
}

/* Small blocks alone do not fill a large arena within the slots. So some large ones come
 * between. */
static void fill(void)
{
	uint32_t size;
	uint32_t id;

	if (!find_slot(false, &id)) {
		start_drain();
		return;
	}
	size = tide.kind == 0 && once_in(64) ? large_size() : sizes[tide.kind]();
	if (!block_take(id, size) && ++tide.refusals == REFUSALS)
		start_brim(size);
}

static void brim(void)
{
	uint32_t id;

	if (!find_slot(false, &id)) {
		start_drain();
		return;
	}
	if (block_take(id, tide.size))
		return;
	if (tide.size == 0)
		start_drain();
	tide.size /= 2;
}

/* Frees, by tide.drain: 0: all; 1: every other; 2: three of four, at random; 3: the first half of
 * the slots to come. */
static void drain(void)
{
	uint32_t id;

	if (!find_slot(true, &id)) {
		start_fill();
		return;
	}
	if (tide.drain == 1 && id & 1)
		return;
	if (tide.drain == 2 && once_in(4))
		return;
	block_drop(id);
}

static bool step(void)
{
	switch (tide.phase) {
	case FILL:
		fill();
		break;
	case BRIM:
		brim();
		break;
	case DRAIN:
		drain();
		break;
	}
	return true;
}

const struct scenario exhaust = {"exhaust", begin, step, NULL, NULL};
