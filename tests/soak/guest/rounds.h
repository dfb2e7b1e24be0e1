/* SPDX-License-Identifier: MIT
 * The schedule: rounds, each beginning and ending with nothing live.
 *
 *     round 0, 10, 20, ...   the fixed load (fixed.c)
 *     every third other      two or three scenarios mixed, step by step at random
 *     the rest               one scenario alone, in turn
 *     before 4, 24, 44, ...  a round beside a tick (interrupt.c), outside the digest
 *     behind 31, 63, ...     everything is settled: a mark (mark.h)
 *
 * For each kind of round there are limits, and a tally of the worst that was seen. */
#ifndef SOAK_ROUNDS_H
#define SOAK_ROUNDS_H

#include <stdint.h>

#include "soak.h"

/* Which scenarios a run has: a bit each. */
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

/* Run them until the run is over. */
void rounds_run(void);

/* A round of one scenario alone. */
void rounds_one(uint32_t run);

/* Check what the scenarios hold in no slot. */
void rounds_audit(void);

/* A request of `size` bytes was refused: with how much memory idle? */
void rounds_refused(uint32_t size);

/* Internal waste now: thousandths of the live blocks' bytes that nobody asked for, Tarn's
 * records aside. */
uint32_t rounds_waste(void);
void rounds_check_waste(void);

/* A look at the heap as it is now in the round under way (ranges.h); but at the fixed load only at those points
 * that each of its rounds comes to. */
void rounds_look(void);
void rounds_look_fixed(void);

/* ,"rounds":n,"scenarios":{"name":{...},...}: the log's figures of the kinds of rounds that there were. */
void rounds_tell(void);

/* What was seen, a line for each kind of round. */
void rounds_print(void);

#endif
