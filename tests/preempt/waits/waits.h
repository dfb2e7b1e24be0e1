/* SPDX-License-Identifier: MIT
 * What the tasks of main.c run on: the tests' own scheduler (own.c) or a FreeRTOS kernel
 * (kernel.c). */
#ifndef PREEMPT_WAITS_H
#define PREEMPT_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#define WAITS_TASKS 3 /* the first one puts, the others wait */

extern const char waits_scheduler[];

/* Run waits_task() for each of the tasks, waits_interrupt() in an interrupt that comes all the time, and
 * end in waits_end(). `urgent`: each task is more urgent than those before it; else those that
 * wait are equals. The tests' own scheduler knows none more urgent. */
_Noreturn void waits_run(uint32_t seed, bool urgent);
void waits_task(uint32_t number);
void waits_interrupt(void);
_Noreturn void waits_end(void);

#endif
