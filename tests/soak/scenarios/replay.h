/* SPDX-License-Identifier: MIT
 * The recorded programs, packed at build time for this ARENA (tests/soak/traces). */
#ifndef SOAK_REPLAY_H
#define SOAK_REPLAY_H

#include <stdint.h>

/* The packed form: one operation after another, in numbers of 7 bits a byte, the low ones first.
 * All bytes but the last have bit 7 set:
 *     size << 2 | 0          allocate into the slot that was freed last, or the next new one
 *     slot << 2 | 1          free
 *     slot << 2 | 2, size    realloc */
#define PACKED_ALLOC   0
#define PACKED_FREE    1
#define PACKED_REALLOC 2

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
