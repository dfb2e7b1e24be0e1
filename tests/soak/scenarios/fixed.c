/* SPDX-License-Identifier: MIT
 * The fixed load: always the same requests, whatever the seed, on an empty heap. The first time
 * warms up. Each later time must hold exactly the same bytes of the commons, leave exactly the same
 * longest run, and be refused exactly the same requests. Otherwise fragmentation creeps. */
#include "block.h"
#include "keep.h"
#include "progress.h"
#include "random.h"
#include "scenario.h"

#define PHASES   3
#define REFUSALS 4
#define SEED     0x7a217a21u

struct mark {
	uint32_t held;    /* bytes of the commons in use */
	uint32_t longest; /* free run, bytes */
	uint32_t refused; /* which requests: a hash of their slots */
};

static struct {
	struct mark reference[PHASES];
	uint32_t times;
	uint32_t random;
	uint32_t refusals;
	struct mark mark;
} load;

static void note(bool had, uint32_t id)
{
	if (had)
		return;
	load.refusals++;
	load.mark.refused = (load.mark.refused ^ (id + 1)) * 16777619u;
}

static uint32_t wide_size(void)
{
	uint32_t low = 1u << random_below(&load.random, SOAK_ARENA >= 16384 ? 10 : 7);

	return low + random_below(&load.random, low);
}

static void fill(uint32_t most)
{
	uint32_t align = 8;

	load.refusals = 0;
	for (uint32_t id = 0; id < SOAK_USABLE && load.refusals < REFUSALS; id++) {
		uint32_t size = most ? random_between(&load.random, most / 8, most) : wide_size();

		align = align == 64 ? 8 : 2 * align;
		if (!block_live(id))
			note(block_take_aligned(id, size, id % 16 ? 8 : align), id);
	}
}

/* Thins by slot number, so that the same slots stay whatever the order of the pools. */
static void thin(uint32_t every)
{
	for (uint32_t id = 0; id < SOAK_USABLE; id++) {
		if (id % every)
			block_drop(id);
	}
}

static void stretch(void)
{
	for (uint32_t id = 0; id < SOAK_USABLE; id++) {
		uint32_t by = random_below(&load.random, 64);

		if (!block_live(id))
			continue;
		if (by & 1)
			note(block_resize(id, slots[id].size + by), id);
		else
			note(block_resize(id, slots[id].size / 2), id);
	}
}

static void compare(const struct mark *reference, uint32_t phase)
{
	if (load.mark.held != reference->held)
		fail_at("fragmentation", "fixed load holds of the commons: phase, now, before",
			phase, load.mark.held, reference->held);
	if (load.mark.refused != reference->refused)
		fail_at("fragmentation", "fixed load is refused other requests: phase, now, before",
			phase, load.mark.refused, reference->refused);
	if (load.mark.longest != reference->longest)
		fail_at("fragmentation", "fixed load leaves a longest run: phase, now, before",
			phase, load.mark.longest, reference->longest);
}

static void mark_phase(uint32_t phase)
{
	struct tarn_heap_stats stats;

	block_ask_impossible();
	tarn_heap_stats(&tarn_default, &stats);
	load.mark.held = stats.commons - stats.commons_free;
	load.mark.longest = stats.longest_free;
	if (load.times <= 1)
		load.reference[phase] = load.mark;
	else
		compare(&load.reference[phase], phase);
	load.mark.refused = 0;
}

/* The end of the run does not cut it short, because only whole rounds can be compared. */
void fixed_round(void)
{
	soak.steady = true;
	load.random = SEED;
	load.mark.refused = 0;
	fill(0);
	mark_phase(0);
	thin(3);
	fill(SOAK_ARENA / 64);
	mark_phase(1);
	thin(2);
	stretch();
	mark_phase(2);
	load.times++;
	soak.steady = false;
}

void fixed_keep(keep *keep)
{
	keep(load.reference, sizeof(load.reference));
	keep(&load.times, sizeof(load.times));
}
