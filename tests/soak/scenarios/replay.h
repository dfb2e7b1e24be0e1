/* SPDX-License-Identifier: MIT
 * The recorded programs, packed at build time for this ARENA (pack.c; size.h explains the
 * format). */
#ifndef SOAK_REPLAY_H
#define SOAK_REPLAY_H

#include <stdint.h>

struct trace {
	const char *name;
	const uint8_t *packed;
	uint32_t bytes;
	uint32_t slots;
	uint32_t peak;
};
extern const struct trace soak_traces[];
extern const uint32_t soak_trace_count;

/* At the start of a run: the next trace is the first. */
void replay_rewind(void);

#endif
