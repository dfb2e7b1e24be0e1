/* SPDX-License-Identifier: MIT
 * The last line, and how a run ends early (fail() and fail_at() are in soak.h). After a failure
 * only the map follows. */
#ifndef SOAK_VERDICT_H
#define SOAK_VERDICT_H

/* Prints SOAK PASS and ends the program with status 0. */
_Noreturn void verdict_pass(void);

/* From now on, every fault that Tarn raises ends the run. */
void verdict_watch_faults(void);

#endif
