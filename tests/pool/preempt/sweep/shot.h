/* SPDX-License-Identifier: MIT
 * One interrupt after an exact number of instructions of a call, under QEMU with ICOUNT=7.
 *
 * SysTick comes at this instruction. Its handler pends PendSV, the least urgent exception, which
 * does the work of the interrupt. If the lock masks both, they wait for its end. From then on
 * SysTick is a watchdog, which may preempt PendSV: it ends a call or a handler that never ends. A
 * fault ends the call, too. The program then continues. */
#ifndef PREEMPT_SHOT_H
#define PREEMPT_SHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "../../../../port/tool/ruler/ruler.h"

enum shot_end { SHOT_DONE, SHOT_CRASH, SHOT_HANG };

/* Takes over the exceptions and calibrates the ruler. False: the ruler fails (ICOUNT is not 7).
 * `interrupt` is the work of each interrupt. */
bool shot_begin(void (*interrupt)(void));

/* Makes the call. Its interrupt comes after `instructions`, of which the first few come before the
 * call. */
enum shot_end shot_at(struct ruler_call *call, uint32_t instructions);

/* The instruction of the call before which SysTick came in the last shot, and the one before which
 * its work was done: a later one, if the lock was held. 0: outside the call. */
uint32_t shot_place(void);
uint32_t shot_place_served(void);

/* Was the lock held when SysTick came? Known only with a lock by BASEPRI, which does not mask
 * SysTick. PRIMASK masks it: then both places are the first one after the lock. */
bool shot_place_masked(void);

/* The length of the undisturbed call in instructions. */
uint32_t shot_measure(struct ruler_call *call);

/* Makes the call without an interrupt, and survives it. */
enum shot_end shot_guarded(struct ruler_call *call);

#endif
