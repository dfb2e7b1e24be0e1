/* SPDX-License-Identifier: MIT
 * The tasks of main.c run on the tests' own scheduler (own.c). */
#ifndef PREEMPT_WAITS_H
#define PREEMPT_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#define WAITS_TASKS 3 /* the first one puts, the others wait */

/* Runs waits_task() for each task, and waits_interrupt() in an interrupt that comes all the time.
 * Ends in waits_end(). The tasks are equals. */
_Noreturn void waits_run(uint32_t seed);
void waits_task(uint32_t number);
void waits_interrupt(void);
_Noreturn void waits_end(void);

#endif
