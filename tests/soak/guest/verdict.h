/* SPDX-License-Identifier: MIT
 * The last line, and how a run comes to it early. (fail() and its kin are in soak.h.) After a
 * failure only its map comes. */
#ifndef SOAK_VERDICT_H
#define SOAK_VERDICT_H

/* Print SOAK PASS and end the program with status 0. */
_Noreturn void verdict_pass(void);

/* Every fault that Tarn raises ends the run: from now on. */
void verdict_watch_faults(void);

#endif
