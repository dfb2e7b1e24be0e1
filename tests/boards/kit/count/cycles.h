/* SPDX-License-Identifier: MIT
 * The ruler (port/tool/ruler/ruler.h) in the core's cycles: an empty function takes 0. */
#ifndef KIT_CYCLES_H
#define KIT_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

struct cycles_facts {
	const char *name;   /* of the timer */
	uint32_t overhead;  /* cycles of an empty call, which each count leaves out */
	uint32_t additions; /* cycles of 256 additions */
	uint32_t branches;  /* cycles of 256 taken branches */
	bool steady;        /* repeated counts of these are equal */
};

/* The facts that ruler_start() measured. */
const struct cycles_facts *cycles_facts(void);

/* Does a real core count? On each core that has a kit, an addition takes at least a cycle, a taken
 * branch takes at least a quarter longer, and both take the same time again. In an emulator
 * additions take almost no time, or a different time each time. Under -icount a branch takes as
 * long as an addition. */
bool cycles_are_real(void);

#endif
