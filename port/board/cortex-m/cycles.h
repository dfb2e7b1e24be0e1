/* SPDX-License-Identifier: MIT
 * What counts the core's cycles, for programs that measure: DWT's CYCCNT where the core has it and
 * it counts, else a timer that runs at the core's clock, which tick_<TICK>.c knows. */
#ifndef PORT_CORTEX_M_CYCLES_H
#define PORT_CORTEX_M_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

struct port_cycles {
	const char *name;
	volatile uint32_t *capture;     /* 1 is written to it before each reading */
	const volatile uint32_t *count; /* what is read */
	uint32_t span;                  /* it begins anew after so many; 0: after 2^32 */
	bool down;                      /* it counts down */
};

/* Starts the counter; the tick runs (port_tick_start). False: nothing counts. */
bool port_cycles_start(struct port_cycles *cycles);

/* tick_<TICK>.c: its timer, or another of its kind. False: it stands still. */
bool tick_source_cycles(struct port_cycles *cycles);

/* From one reading to a later one, less than a span apart. */
static inline uint32_t port_cycles_between(const struct port_cycles *cycles, uint32_t before,
					   uint32_t after)
{
	uint32_t count = cycles->down ? before - after : after - before;

	return cycles->span && count >= cycles->span ? count + cycles->span : count;
}

#endif
