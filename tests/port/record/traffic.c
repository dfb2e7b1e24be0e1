/* SPDX-License-Identifier: MIT
 * A program to be recorded: the main program and a tick that interrupts it make every call, and
 * misuse the heap. Prints the heap's report. */
#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

#define SLOTS      32
#define TICK_SLOTS 8
#define TICK_US    500

static void *slot[SLOTS];
static void *tick_slot[TICK_SLOTS];
static uint32_t tick_state;
static uint32_t refusals;

/* Misuse is refused, and the program continues. */
static void on_fault(const struct tarn_fault *fault)
{
	(void)fault;
	refusals++;
}

static uint32_t size_drawn(uint32_t *state)
{
	return random_below(state, 1u << (1 + random_below(state, 7)));
}

static void *take(uint32_t *state)
{
	uint32_t size = size_drawn(state);

	switch (random_below(state, 4)) {
	case 0:
		return tarn_alloc_zeroed(&tarn_default, size, 1 + random_below(state, 2));
	case 1:
		return tarn_alloc_aligned(&tarn_default, 1u << random_below(state, 8), size);
	case 2:
		return tarn_realloc(&tarn_default, NULL, size);
	default:
		return tarn_alloc(&tarn_default, size);
	}
}

static void step(uint32_t *state)
{
	void **at = &slot[random_below(state, SLOTS)];

	if (!*at) {
		*at = take(state);
	} else if (random_below(state, 3) == 0) {
		void *resized = tarn_realloc(&tarn_default, *at, size_drawn(state));

		*at = resized ? resized : *at;
	} else {
		tarn_free(&tarn_default, *at);
		if (random_below(state, 8) == 0)
			tarn_free(&tarn_default, (char *)*at + 1);
		*at = NULL;
	}
}

static void tick(void)
{
	void **at = &tick_slot[random_below(&tick_state, TICK_SLOTS)];

	if (*at)
		tarn_free(&tarn_default, *at);
	*at = *at ? NULL : tarn_alloc(&tarn_default, size_drawn(&tick_state));
}

int main(int argc, char **argv)
{
	uint64_t seed = arg_u64(argc, argv, "seed", 1);
	uint32_t state = random32_seed(seed);
	uint32_t ops = (uint32_t)arg_u64(argc, argv, "ops", 20000);

	args_only(argc, argv, "seed ops");
	tick_state = random32_seed(seed + 1);
	tarn_on_fault(on_fault);
	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	port_tick_start(TICK_US, tick);
	for (uint32_t i = 0; i < ops; i++)
		step(&state);
	port_tick_stop();
	tarn_report(&tarn_default, print_sink, NULL);
	print_flush();
	return !refusals;
}
