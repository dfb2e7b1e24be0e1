/* SPDX-License-Identifier: MIT
 * The ruler (tests/bench/ruler.h) in the core's cycles: an empty function is 0. */
#ifndef KIT_CYCLES_H
#define KIT_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

struct cycles_facts {
	const char *name;   /* of what counts */
	uint32_t overhead;  /* cycles of an empty call, which are taken off each count */
	uint32_t additions; /* cycles of 256 of them */
	uint32_t branches;  /* ... of 256 that are taken */
	bool steady;        /* each of these takes as long the next time */
};

/* As ruler_start() found them. */
const struct cycles_facts *cycles_facts(void);

/* Is it a core that counts? On those that have a kit an addition takes a cycle or more, a branch that is taken takes
 * a quarter longer or more, and both take as long the next time. An emulator's additions take next to no time, or
 * never the same; where its time goes by instructions, a branch takes as long as an addition. */
bool cycles_are_real(void);

#endif
