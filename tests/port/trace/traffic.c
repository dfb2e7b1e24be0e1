/* SPDX-License-Identifier: MIT
 * The ledger, and traffic for a tracer: the main program and a tick that interrupts it allocate,
 * resize and free until requests are refused, and misuse the heap. At the end the ledger must have
 * the heap's blocks. */
#include <stdbool.h>

#include "args.h"
#include "ledger.h"
#include "print.h"
#include "random.h"
#include "tarn.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tarn_tag.h"

#define SLOTS      40
#define TICK_SLOTS 8
#define TICK_US    40
#define OPS        20000

static void *slot[SLOTS];
static void *tick_slot[TICK_SLOTS];
static uint32_t tick_state;
static uint32_t faults;
static uint32_t ticks;
static uint32_t failed;

/* Requests that returned NULL, counted in each context. */
static uint32_t nulls;
static uint32_t tick_nulls;

static void check(bool holds, int line)
{
	if (holds)
		return;
	print_text("FAIL tests/port/trace/traffic.c:");
	print_u64((uint64_t)line);
	print_newline();
	failed++;
}

/* ---- The ledger ---------------------------------------------------------------------------- */

struct ledger ledger;

static void expect(bool condition, int line)
{
	if (!condition && !ledger.wrong)
		ledger.wrong = line;
}

struct ledger_block *ledger_find(const void *block)
{
	for (uint32_t i = 0; i < sizeof(ledger.block) / sizeof(*ledger.block); i++)
		if (ledger.block[i].block == block)
			return &ledger.block[i];
	return NULL;
}

void ledger_alloc(const void *block, size_t size, uint32_t origin)
{
	tarn_port_key key = tarn_port_lock();
	struct ledger_block *entry = ledger_find(NULL);

	/* A block is freed before its memory is allocated again. */
	expect(block && entry && !ledger_find(block), __LINE__);
	if (entry)
		*entry = (struct ledger_block){block, size, origin};
	ledger.allocations++;
	tarn_port_unlock(key);
}

void ledger_free(const void *block, size_t size)
{
	tarn_port_key key = tarn_port_lock();
	struct ledger_block *entry = block ? ledger_find(block) : NULL;

	expect(entry && (size == SIZE_MAX || size == entry->size), __LINE__);
	if (entry)
		entry->block = NULL;
	ledger.frees++;
	tarn_port_unlock(key);
}

void ledger_refused(void)
{
	tarn_port_key key = tarn_port_lock();

	ledger.refusals++;
	tarn_port_unlock(key);
}

/* ---- Traffic ------------------------------------------------------------------------------- */

static void on_fault(const struct tarn_fault *fault)
{
	(void)fault;
	faults++;
}

static uint32_t size_drawn(uint32_t *state)
{
	return random_below(state, 1u << (1 + random_below(state, 9)));
}

static void *take(uint32_t *state)
{
	uint32_t size = size_drawn(state);

	switch (random_below(state, 5)) {
	case 0:
		return tarn_alloc_zeroed(&tarn_default, size, 1 + random_below(state, 2));
	case 1:
		return tarn_alloc_aligned(&tarn_default, random_below(state, 70), size);
	case 2:
		return tarn_realloc(&tarn_default, NULL, size);
	case 3:
		return tarn_alloc_zeroed(&tarn_default, SIZE_MAX, size);
	default:
		return tarn_alloc(&tarn_default, size);
	}
}

static void resize(void **at, uint32_t *state)
{
	void *resized = tarn_realloc(&tarn_default, *at, size_drawn(state));

	if (resized)
		*at = resized;
	else
		nulls++;
}

static void give(void **at, uint32_t *state)
{
	tarn_free(&tarn_default, *at);
	if (random_below(state, 8) == 0)
		tarn_free(&tarn_default, (char *)*at + 1);
	*at = NULL;
}

static void step(uint32_t *state)
{
	void **at = &slot[random_below(state, SLOTS)];
	uint32_t tag = random_below(state, TARN_TAGS + 1);

	if (tag)
		tarn_tag_enter(tag);
	if (!*at) {
		*at = take(state);
		nulls += !*at;
	} else if (random_below(state, 2) == 0) {
		resize(at, state);
	} else {
		give(at, state);
	}
	if (tag)
		tarn_tag_leave(tag);
}

static void tick(void)
{
	void **at = &tick_slot[random_below(&tick_state, TICK_SLOTS)];

	ticks++;
	if (*at) {
		tarn_free(&tarn_default, *at);
		*at = NULL;
	} else {
		uint32_t size = size_drawn(&tick_state);

		*at = TARN_TAGS > 0 ? tarn_alloc_tagged(&tarn_default, size, 1)
				    : tarn_alloc(&tarn_default, size);
		tick_nulls += !*at;
	}
}

/* Each block of the heap is in the ledger, and no other. */
static void compare(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t blocks = 0;

	while (tarn_walk(&tarn_default, &block)) {
		const struct ledger_block *told = ledger_find(block.pointer);

		blocks++;
		check(told && told_rightly(told, &block), __LINE__);
	}
	check(blocks > 0 && ledger.allocations - ledger.frees == blocks, __LINE__);
}

/* Has the ledger noted an impossible event? Forgets it. */
static bool noted(void)
{
	bool noted = ledger.wrong != 0;

	ledger.wrong = 0;
	return noted;
}

static void does_the_ledger_notice(void)
{
	check(!noted(), __LINE__);
	ledger_alloc(&ledger, 16, 0);
	check(!noted(), __LINE__);
	ledger_alloc(&ledger, 16, 0);
	check(noted(), __LINE__);
	ledger_free(&ledger, 17);
	check(noted(), __LINE__);
	ledger_free(&ledger, 16);
	check(!noted(), __LINE__);
	ledger_free(&ledger, 16);
	check(noted(), __LINE__);
}

int main(int argc, char **argv)
{
	uint64_t seed = arg_u64(argc, argv, "seed", 1);
	uint32_t state;

	args_only(argc, argv, "seed");
	state = random32_seed(seed);
	tick_state = random32_seed(seed + 1);
	tarn_on_fault(on_fault);
	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	check(told_also(), __LINE__);
	port_tick_start(TICK_US, tick);
	for (uint32_t i = 0; i < OPS; i++)
		step(&state);
	port_tick_stop();

	compare();
	check(ticks > 0, __LINE__);
	check(!ledger.wrong, ledger.wrong);
	check(ledger.allocations > OPS / 4 && ledger.refusals > 100, __LINE__);
	check(ledger.refusals == nulls + tick_nulls, __LINE__);
	check(ledger.faults == (told_all ? faults : 0), __LINE__);
	check(faults > 100, __LINE__);
	check(ledger.heaps == (uint32_t)told_all, __LINE__);
	does_the_ledger_notice();
	print_text(failed ? "trace: failed" : "trace: passed");
	print_text(", allocations ");
	print_u64(ledger.allocations);
	print_text(", ticks ");
	print_u64(ticks);
	print_text(", refusals ");
	print_u64(ledger.refusals);
	print_newline();
	return failed != 0;
}
