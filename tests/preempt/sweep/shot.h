/* SPDX-License-Identifier: MIT
 * One interrupt behind an exact number of instructions of a call, under QEMU with ICOUNT=7.
 *
 * SysTick is set to come then. Its handler pends PendSV, the least urgent exception, which does what
 * the interrupt is to do: masked by the lock, both wait for its end. SysTick, from then on a watchdog,
 * may still preempt PendSV: so a call or a handler that never ends is ended by it, and one that
 * faults is ended, too, and the program goes on. */
#ifndef PREEMPT_SHOT_H
#define PREEMPT_SHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "../../bench/ruler.h"

enum shot_end { SHOT_DONE, SHOT_CRASH, SHOT_HANG };

/* Take over the exceptions and calibrate the ruler; false when it does not hold (ICOUNT is not 7).
 * `interrupt` is then what comes. */
bool shot_begin(void (*interrupt)(void));

/* Make the call; its interrupt comes behind `instructions` of it and a few before it. */
enum shot_end shot_at(struct ruler_call *call, uint32_t instructions);

/* The instruction of the call before which the last shot's time came, and that before which it was
 * served: later, where the lock was held. 0: none of the call's. */
uint32_t shot_place(void);
uint32_t shot_place_served(void);

/* Was the lock held when its time came? Known of a lock by BASEPRI alone, which SysTick is above:
 * by PRIMASK both places are the one behind the lock. */
bool shot_place_masked(void);

/* The undisturbed call's length in instructions. */
uint32_t shot_measure(struct ruler_call *call);

/* Make the call, uninterrupted, and survive it. */
enum shot_end shot_guarded(struct ruler_call *call);

#endif
