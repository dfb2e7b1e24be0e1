/* SPDX-License-Identifier: MIT
 * A counter of the core's cycles, for programs that measure. It is the DWT's CYCCNT, if the core
 * has it and it counts. Otherwise it is a timer at the core's clock (tick_<TICK>.c). */
#ifndef PORT_CORTEX_M_CYCLES_H
#define PORT_CORTEX_M_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

struct port_cycles {
	const char *name;
	volatile uint32_t *capture;     /* 1 is written to it before each reading */
	const volatile uint32_t *count; /* the counter's register */
	uint32_t span;                  /* it wraps after so many cycles; 0: after 2^32 */
	bool down;                      /* it counts down */
};

/* Starts the counter, while the tick runs (port_tick_start). False: the board has no counter. */
bool port_cycles_start(struct port_cycles *cycles);

/* In tick_<TICK>.c: uses the tick's timer, or another of its kind. False: the timer is halted. */
bool tick_source_cycles(struct port_cycles *cycles);

/* The cycles from one reading to a later one, less than a span apart. */
static inline uint32_t port_cycles_between(const struct port_cycles *cycles, uint32_t before,
					   uint32_t after)
{
	uint32_t count = cycles->down ? before - after : after - before;

	return cycles->span && count >= cycles->span ? count + cycles->span : count;
}

#endif
