/* SPDX-License-Identifier: MIT
 * A tick preempts the main program at times of its own. A second, more urgent interrupt preempts
 * both, if the board has one. All use the same heap, each with its own slots. The outcome depends
 * on when the ticks come. So nothing of it counts, and afterwards the pools are put in
 * order. (On a chip, a tick that finds another context using the shadow returns at once, and is not
 * counted.) */
#include "audit.h"
#include "beside.h"
#include "block.h"
#include "budget.h"
#include "print.h"
#include "progress.h"
#include "random.h"
#include "rounds.h"
#include "scenario.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

/* How much slower than usual a board is. */
#ifndef PORT_TICK_SCALE
#define PORT_TICK_SCALE 1
#endif

/* A round has at least so many operations of the main program, so many ticks, and so many second
 * interrupts during a tick. But it ends after ROUND_OPS_MAX operations: by then ticks would have
 * come. */
#define ROUND_OPS     (PORT_TICK_SCALE > 1 ? 2500 : 20000)
#define ROUND_TICKS   40
#define ROUND_NESTED  (second.there ? 1 : 0)
#define ROUND_OPS_MAX 2000000

/* Until the second interrupt came ENOUGH_NESTED times during a tick, one tick in LINGER lingers, so
 * that it is there when the interrupt comes; but for LINGER_OPS operations at most. The run fails
 * after BARREN_MOST rounds in a row without nesting. On a host the threads meet by chance, and wait
 * for their turn where it is busy. */
#define ENOUGH_NESTED 16
#define LINGER        8
#ifdef PORT_BARE_METAL
#define LINGER_OPS  1000
#define BARREN_MOST 1
#else
#define LINGER_OPS  200000
#define BARREN_MOST 3
#endif

/* After so many ticks the tick gets another period: some five times a round. QEMU stands still
 * meanwhile, for as long as some hundred operations take. */
#define TICKS_A_PERIOD 20
#define OPS_A_PERIOD   65536 /* ... or after so many operations, if none come */
#define PERIOD_MIN     20    /* microseconds, times PORT_TICK_SCALE */
#define PERIOD_MAX     400

#define TICK_SLOTS (SOAK_USABLE / 8)
#define MAIN_SLOTS (SOAK_USABLE - 2 * TICK_SLOTS)

/* Once in so many operations, the main program frees all its blocks at once. */
#define ALL_AT_ONCE 4096

struct handler {
	uint32_t first; /* of its slots */
	uint32_t random;
	uint32_t ticks;
	uint32_t ops;
};
static struct handler tick = {.first = MAIN_SLOTS};

static struct {
	struct handler handler;
	uint32_t nested; /* how often it came in the middle of a tick */
	bool there;      /* the board has it */
	bool said;
} second = {.handler = {.first = MAIN_SLOTS + TICK_SLOTS}};

static uint32_t handlers; /* running now */
static uint32_t in_tick;  /* one of them is the tick's */

static uint32_t size_for(uint32_t *random)
{
	uint32_t low = 8u << random_below(random, SOAK_ARENA >= 16384 ? 6 : 4);

	return random_between(random, low / 2, low);
}

/* With TAGS=n each context has a tag: the tag of a slot's context. */
static uint32_t tag_of(uint32_t id)
{
	if (TARN_TAGS == 0)
		return TARN_UNTAGGED;
	if (id < MAIN_SLOTS)
		return TAG_LEVEL;
	return id < MAIN_SLOTS + TICK_SLOTS ? TAG_GREEDY : TAG_STEADY;
}

/* For either context: fills an empty slot; frees a full one, or sometimes reallocs it. */
static const char *use(uint32_t id, uint32_t *random, bool in_tick)
{
	uint32_t size = size_for(random);
	uint32_t dice = random_below(random, 8);

	if (!block_live(id))
		slot_tag_set(id, tag_of(id));
	if (!block_live(id))
		return shared_take(id, size, dice == 0 ? 32 : TARN_ALIGN, in_tick);
	return dice < 2 ? shared_resize(id, size, in_tick) : shared_drop(id);
}

/* The main program may judge a refusal exactly only if neither handler ran meanwhile. */
static void enter_handler(const struct handler *handler)
{
	tarn_port_key key = tarn_port_lock();

	if (handlers++ == 0)
		tick_edge();
	tarn_port_unlock(key);
	if (TARN_TAGS > 0)
		tarn_tag_enter(tag_of(handler->first));
}

static void leave_handler(const struct handler *handler)
{
	tarn_port_key key = tarn_port_lock();

	if (TARN_TAGS > 0)
		tarn_tag_leave(tag_of(handler->first));

	if (--handlers == 0)
		tick_edge();
	tarn_port_unlock(key);
}

static void use_some(struct handler *handler)
{
	for (uint32_t n = random_between(&handler->random, 1, 4); n; n--) {
		uint32_t id = handler->first + random_below(&handler->random, TICK_SLOTS);
		const char *wrong = use(id, &handler->random, true);

		if (wrong)
			fail_later(wrong);
		handler->ops++;
	}
}

static void linger(void)
{
	uint32_t nested = get_shared(&second.nested);
	uint32_t until = tick.ops + LINGER_OPS;

	while (get_shared(&second.nested) == nested && tick.ops < until)
		use_some(&tick);
}

static void on_tick(void)
{
	if (shadow_busy())
		return;
	enter_handler(&tick);
	set_shared(&in_tick, 1);
	use_some(&tick);
	if (ROUND_NESTED && get_shared(&second.nested) < ENOUGH_NESTED &&
	    random_below(&tick.random, LINGER) == 0)
		linger();
	set_shared(&tick.ticks, get_shared(&tick.ticks) + 1);
	set_shared(&in_tick, 0);
	leave_handler(&tick);
}

static void on_second(void)
{
	if (shadow_busy())
		return;
	enter_handler(&second.handler);
	use_some(&second.handler);
	if (get_shared(&in_tick) && soak.injection != INJECT_NO_NESTING)
		set_shared(&second.nested, second.nested + 1);
	second.handler.ticks++;
	leave_handler(&second.handler);
}

static void main_operation(void)
{
	uint32_t id = below(MAIN_SLOTS);
	const char *wrong = use(id, &soak.random, false);

#if TARN_TAGS > 0
	if (!wrong && once_in(ALL_AT_ONCE))
		wrong = shared_drop_tag(TAG_LEVEL, 0, MAIN_SLOTS);
#endif
	if (wrong)
		fail_at(wrong, "beside a tick: slot, granule, size", id,
			slots[id].place & SLOT_GRANULE, slots[id].size);
}

static bool enough(uint32_t done)
{
	if (soak.stopping || done == ROUND_OPS_MAX)
		return true;
	return done >= ROUND_OPS && get_shared(&tick.ticks) >= ROUND_TICKS &&
	       get_shared(&second.nested) >= ROUND_NESTED;
}

static void stop_ticks(void)
{
	port_tick_stop();
	port_urgent_stop();
}

static uint32_t period(void)
{
	return between(PERIOD_MIN, PERIOD_MAX) * PORT_TICK_SCALE;
}

/* No tick while a line is printed: the stack of the smallest board does not hold both. */
static void change_period(void)
{
	stop_ticks();
	progress_clock();
	if (soak.injection == INJECT_NO_INTERRUPTS)
		return;
	second.there = port_urgent_start(period(), on_second);
	port_tick_start(period(), on_tick);
}

static uint32_t run_beside(void)
{
	uint32_t ticks_to_change = 0;
	uint32_t done;

	if (TARN_TAGS > 0)
		budget_enter(TAG_LEVEL);
	for (done = 0; !enough(done); done++) {
		if (get_shared(&tick.ticks) >= ticks_to_change || done % OPS_A_PERIOD == 0) {
			ticks_to_change = get_shared(&tick.ticks) + TICKS_A_PERIOD;
			change_period();
		}
		main_operation();
		fail_if_pending();
	}
	stop_ticks();
	fail_if_pending();
	if (TARN_TAGS > 0)
		budget_leave();
	return done;
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

/* Once a run: says whether the board has it, and whether it preempted the tick. */
static void say_second(void)
{
	if (second.said || soak.stopping)
		return;
	second.said = true;
	print_text("interrupt: ");
	if (second.there) {
		print_text("in the first round the second interrupt preempted the tick ");
		print_u64(second.nested);
		print_text(" times\n");
	} else {
		print_text("no second interrupt: this board has no timer for it\n");
	}
}

static void begin(struct handler *handler)
{
	handler->random = random32_seed(soak.random + handler->first);
	handler->ticks = handler->ops = 0;
}

static void judge_nesting(void)
{
	static uint32_t barren;

	if (second.nested >= ROUND_NESTED || soak.stopping)
		barren = 0;
	else if (++barren == BARREN_MOST)
		fail("no-nesting");
}

void interrupt_round(void)
{
	uint32_t lanes[2] = {soak.digest[0], soak.digest[1]};

	begin(&tick);
	begin(&second.handler);
	second.nested = 0;
	if (TARN_TAGS > 0)
		budget_lift(true);
	block_share(true);
	soak.interrupt_ops += run_beside();
	block_share(false);
	if (!tick.ticks && !soak.stopping)
		fail("no-interrupts");
	judge_nesting();
	say_second();
	soak.interrupt_ops += tick.ops + second.handler.ops;
	soak.ticks += tick.ticks;
	soak.nested += second.nested;
	audit_adopt_peaks();
	audit();
	clear();
	block_ask_impossible();
	settle_pools();
	audit_empty();
	if (TARN_TAGS > 0)
		budget_lift(false);
	soak.digest[0] = lanes[0];
	soak.digest[1] = lanes[1];
}
