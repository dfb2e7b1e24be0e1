/* SPDX-License-Identifier: MIT
 * Interrupts at every place where one may come: between the lock windows of each public call.
 *
 * The scenes, the calls, the interrupts and what must hold are those of tests/pool/preempt/sweep.
 * There an interrupt comes at an instruction, here when a window closes (shot.c). The other files
 * have what a host alone asks. */
#ifndef TESTS_MODEL_WINDOWS_H
#define TESTS_MODEL_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../preempt/sweep/scene.h"

/* How this program was built, for the replay line. program.mk sets it. */
#ifndef MODEL_BUILD
#define MODEL_BUILD "HARDEN=1"
#endif

/* calls.c: calls that the sweep leaves out. */
extern const struct operation window_operations[];
extern const uint32_t window_operations_count;

/* Ends the program: this does not hold. */
_Noreturn void broken(const char *what);

/* watch.c: a test of its own; a window of scene.heap closes. */
void check_watch(void);
void watch_window(void);

/* restarts.c: searches in very many windows. restart_window is called when a window closes, and
 * returns whether it was one of theirs. */
void check_restarts(void);
bool restart_window(void);

/* stacks.c: classes of several pools. stacks_interrupt is called before and after each window, and
 * returns whether it was one of theirs. */
void check_stacks(void);
bool stacks_interrupt(void);

#endif
