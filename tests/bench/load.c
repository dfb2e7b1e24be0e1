/* SPDX-License-Identifier: MIT */
#include "load.h"

#include "random.h"

#define SEED 2463534242u /* Marsaglia's own */

/* The number of slots that keeps the workload's share of the arena live. On average half of the
 * slots are full, two thirds in W3R. Mean sizes: W2 3,104 / 64 B; W3 1.5 * 511 / 9 B. */
#define W2_SLOTS(arena)  ((uint32_t)((uint64_t)(arena)*70 * 2 * 64 / (100 * 3104)))
#define W3_SLOTS(arena)  ((uint32_t)((uint64_t)(arena)*60 * 2 * 18 / (100 * 3 * 511)))
#define W3R_SLOTS(arena) (W3_SLOTS(arena) * 3 / 4)
#define W1_SLOTS         64

static uint32_t w2_size(uint32_t *state)
{
	static const struct {
		uint8_t below;
		uint16_t size;
	} share[] = {{20, 16}, {38, 32}, {48, 48}, {57, 64}, {62, 128}, {64, 256}};
	uint32_t draw = random_below(state, 64);
	uint32_t i = 0;

	while (draw >= share[i].below)
		i++;
	return share[i].size;
}

static uint32_t w3_size(uint32_t *state)
{
	uint32_t octave = UINT32_C(1) << random_below(state, 9);

	return octave + random_below(state, octave + 1);
}

uint32_t load_size(enum load_kind kind, uint32_t *state)
{
	switch (kind) {
	case LOAD_W1:
		return 32;
	case LOAD_W2:
		return w2_size(state);
	default:
		return w3_size(state);
	}
}

static uint32_t slots_of(enum load_kind kind, uint32_t arena)
{
	switch (kind) {
	case LOAD_W1:
		return W1_SLOTS;
	case LOAD_W2:
		return W2_SLOTS(arena);
	case LOAD_W3:
		return W3_SLOTS(arena);
	default:
		return W3R_SLOTS(arena);
	}
}

void load_start(struct load *load, enum load_kind kind, uint32_t arena)
{
	load->kind = kind;
	load->slots = slots_of(kind, arena);
	load->state = SEED;
}

struct load_draw load_next(struct load *load)
{
	struct load_draw draw = {.slot = random_below(&load->state, load->slots)};

	draw.size = load_size(load->kind, &load->state);
	if (load->kind == LOAD_W3R)
		draw.again = random_below(&load->state, 2);
	return draw;
}

const char *load_name(enum load_kind kind)
{
	static const char *const name[LOAD_KINDS] = {"W1", "W2", "W3", "W3R"};

	return name[kind];
}
