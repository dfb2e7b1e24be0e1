/* SPDX-License-Identifier: MIT
 * What each task does. It allocates, resizes and frees in slots of its own, on a heap that all
 * share, and it gets and puts objects of a shared pool. It exchanges blocks with the other tasks
 * through a mailbox, so that they free its blocks. A task verifies each block before it frees
 * it. */
#ifndef PREEMPT_HAMMER_H
#define PREEMPT_HAMMER_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn.h"

#ifndef TASKS
#define TASKS 3
#endif

struct task {
	uint32_t number;
	uint32_t random;
	uint32_t marks;
	uint32_t ops; /* to do */
	uint32_t allocations;
	uint32_t frees;
	uint32_t refused;
	uint32_t mailed;
	uint32_t objects;
	uint32_t looks; /* at the heap's numbers */
	const char *wrong;
	bool done; /* other tasks read it: get_done() */
};
extern struct task tasks[TASKS];

static inline bool get_done(struct task *task)
{
	return __atomic_load_n(&task->done, __ATOMIC_ACQUIRE);
}

/* Called before and after all tasks. Return NULL, or what is wrong. */
const char *hammer_begin(uint32_t seed, uint32_t ops);
const char *hammer_end(void);

/* The code of a task, and one of its steps. */
void hammer(struct task *task);
void hammer_step(struct task *task);

/* switch.c has these for a target, threads.c for a host, tests/boards/rp2040 for two cores.
 * tasks_run runs all tasks until they are done, and returns the number of switches (0: unknown).
 * The mailbox's lock is not Tarn's. */
uint32_t tasks_run(uint32_t seed);
uint32_t mailbox_lock(void);
void mailbox_unlock(uint32_t key);

/* On a target: the number of the running task, and the number of ticks. */
uint32_t tasks_current(void);
uint32_t tasks_ticks(void);

/* On a target, if set: called when a task is switched to. */
extern void (*tasks_on_switch)(uint32_t next);

/* Ends the program: the tasks hang. */
_Noreturn void tasks_hang(uint32_t switches);

#endif
