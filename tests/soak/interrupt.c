/* SPDX-License-Identifier: MIT
 * A tick preempts the main program at points of its own and uses the same heap, each its own
 * slots. What comes of it depends on when the ticks come: so nothing of it counts, and behind
 * it the pools' free lists are put in order. */
#include "audit.h"
#include "block.h"
#include "progress.h"
#include "random.h"
#include "scenario.h"
#include "tarn_port_extra.h"

/* A round: so many operations of the main program, and so many ticks; but no more operations
 * than would see them come if they came at all. */
#define ROUND_OPS     20000
#define ROUND_TICKS   40
#define ROUND_OPS_MAX 2000000

#define TICKS_A_PERIOD 5     /* then the tick gets another period */
#define OPS_A_PERIOD   65536 /* ... or now, should none come */
#define PERIOD_MIN     20    /* microseconds */
#define PERIOD_MAX     200

#define TICK_SLOTS (SOAK_USABLE / 8)
#define MAIN_SLOTS (SOAK_USABLE - TICK_SLOTS)

static struct {
	uint32_t random;
	uint32_t ticks;
	uint32_t ops;
} tick;

static uint32_t size_for(uint32_t *random)
{
	uint32_t low = 8u << random_below(random, SOAK_ARENA >= 16384 ? 6 : 4);

	return random_between(random, low / 2, low);
}

/* Either context: free a full slot, sometimes realloc it instead; fill an empty one. */
static const char *use(uint32_t id, uint32_t *random, bool in_tick)
{
	uint32_t size = size_for(random);
	uint32_t dice = random_below(random, 8);

	if (!block_live(id))
		return shared_take(id, size, dice == 0 ? 32 : TARN_ALIGN, in_tick);
	return dice < 2 ? shared_resize(id, size, in_tick) : shared_drop(id);
}

static void on_tick(void)
{
	block_tick_edge();
	for (uint32_t n = random_between(&tick.random, 1, 4); n; n--) {
		uint32_t id = MAIN_SLOTS + random_below(&tick.random, TICK_SLOTS);
		const char *wrong = use(id, &tick.random, true);

		if (wrong)
			fail_later(wrong);
		tick.ops++;
	}
	set_shared(&tick.ticks, get_shared(&tick.ticks) + 1);
	block_tick_edge();
}

static void main_operation(void)
{
	uint32_t id = below(MAIN_SLOTS);
	const char *wrong = use(id, &soak.random, false);

	if (wrong)
		fail_at(wrong, "beside a tick: slot, granule, size", id,
			slots[id].place & SLOT_GRANULE, slots[id].size);
}

static bool enough(uint32_t done)
{
	if (soak.stopping || done == ROUND_OPS_MAX)
		return true;
	return done >= ROUND_OPS && get_shared(&tick.ticks) >= ROUND_TICKS;
}

/* No tick while a line is printed: the stack of the smallest board does not hold both. */
static void change_period(void)
{
	port_tick_stop();
	progress_clock();
	port_tick_start(between(PERIOD_MIN, PERIOD_MAX), on_tick);
}

static uint32_t run_beside(void)
{
	uint32_t ticks_to_change = 0;
	uint32_t done;

	for (done = 0; !enough(done); done++) {
		if (get_shared(&tick.ticks) >= ticks_to_change || done % OPS_A_PERIOD == 0) {
			ticks_to_change = get_shared(&tick.ticks) + TICKS_A_PERIOD;
			change_period();
		}
		main_operation();
		fail_if_pending();
	}
	port_tick_stop();
	fail_if_pending();
	return done;
}

/* Take every block of a pool, and give them back in descending order: whatever the ticks left,
 * its free list is then the same on every machine. */
static void put_in_order(uint32_t index)
{
	struct shadow_class *class = &shadow.class[index];
	uint32_t size = class->granules * GRANULE_BYTES - TARN_RECORD;
	struct place place = {0, class->granules, class};

	for (uint32_t n = class->capacity; n; n--) {
		struct place had;
		void *block = tarn_alloc(&tarn_default, size);
		const char *wrong = "false-null";

		if (block)
			wrong = shadow_take(block, size, TARN_ALIGN, true, &had);
		if (wrong)
			fail_at(wrong, "putting a pool in order: class, left, size", index, n,
				size);
	}
	for (uint32_t n = class->capacity; n; n--) {
		place.granule = class->start + (n - 1) * class->granules;
		shadow_give(place, size);
		tarn_free(&tarn_default, soak_arena + (uintptr_t)place.granule * GRANULE_BYTES);
	}
}

static void clear(void)
{
	for (uint32_t id = 0; id < SOAK_USABLE; id++) {
		const char *wrong = block_live(id) ? shared_drop(id) : NULL;

		if (wrong)
			fail_at(wrong, "after ticks: slot, granule, size", id,
				slots[id].place & SLOT_GRANULE, slots[id].size);
	}
}

void interrupt_round(void)
{
	uint32_t lanes[2] = {soak.digest[0], soak.digest[1]};

	tick.random = random32_seed(soak.random);
	tick.ticks = tick.ops = 0;
	block_share(true);
	soak.interrupt_ops += run_beside();
	block_share(false);
	if (!tick.ticks && !soak.stopping)
		fail("no-interrupts");
	soak.interrupt_ops += tick.ops;
	soak.ticks += tick.ticks;
	audit_adopt_peaks();
	audit();
	clear();
	block_ask_impossible();
	for (uint32_t i = 0; i < shadow.classes; i++)
		put_in_order(i);
	audit_empty();
	soak.digest[0] = lanes[0];
	soak.digest[1] = lanes[1];
}
