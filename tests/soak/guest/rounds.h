/* SPDX-License-Identifier: MIT
 * The schedule: rounds, each of which begins and ends with nothing live.
 *
 *     round 0, 10, 20, ...   the fixed load (fixed.c)
 *     every third other      two or three scenarios mixed, step by step at random
 *     the rest               one scenario alone, in turn
 *     before 4, 24, 44, ...  a round beside a tick (interrupt.c), outside the digest
 *     after 31, 63, ...      the heap is settled: a mark (mark.h)
 *
 * For each kind of round there are limits, and a tally of the worst that was seen. */
#ifndef SOAK_ROUNDS_H
#define SOAK_ROUNDS_H

#include <stdint.h>

#include "soak.h"

/* The scenarios of a run, a bit each. */
enum {
	RUN_FRAMES,
	RUN_FIRMWARE,
	RUN_EXHAUST,
	RUN_REPLAY,
#if SOAK_POOLS
	RUN_POOLS,
	RUN_PACKED,
	RUN_DEMO,
	RUN_BURSTS,
	RUN_STRAYS,
#endif
#if TARN_TAGS > 0
	RUN_TAGS,
#endif
	RUN_INTERRUPT,
	RUNS
};
#define RUN_ALL ((1u << RUNS) - 1)

/* Kinds of rounds: one for each scenario, mixed, the fixed load. */
#define ROUND_KINDS (RUNS + 2)

const char *rounds_scenario_name(uint32_t run);

/* Runs rounds until the run is over. */
void rounds_run(void);

/* Checks what the scenarios hold outside slots. */
void rounds_audit(void);

/* To be called when a request of `size` bytes was refused: judges how much memory was free. */
void rounds_refused(uint32_t size);

/* The internal waste now: bytes of live blocks that nobody requested, in thousandths of all their
 * bytes. Tarn's records do not count as waste. */
uint32_t rounds_waste(void);
void rounds_check_waste(void);

/* Prints ,"rounds":n,"scenarios":{"name":{...},...}: the log's figures of the kinds of rounds that
 * there were. */
void rounds_tell(void);

/* Prints what was seen, a line for each kind of round. */
void rounds_print(void);

#endif
