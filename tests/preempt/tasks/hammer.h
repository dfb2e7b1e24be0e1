/* SPDX-License-Identifier: MIT
 * What each task does: it hammers its own slots of a heap that all share, and its own objects of a
 * shared pool, and exchanges blocks with the others through a mailbox, so that they free what it has
 * allocated. Every block is verified before it is given away. */
#ifndef PREEMPT_HAMMER_H
#define PREEMPT_HAMMER_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn.h"

#define TASKS 3

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
	bool done; /* read by the others: get_done() */
};
extern struct task tasks[TASKS];

static inline bool get_done(struct task *task)
{
	return __atomic_load_n(&task->done, __ATOMIC_ACQUIRE);
}

/* Before all tasks, and behind them: NULL, or what is wrong. */
const char *hammer_begin(uint32_t seed, uint32_t ops);
const char *hammer_end(void);

/* A task's life. */
void hammer(struct task *task);

/* Of the target (switch.c) and of the host (threads.c): run all tasks until they are done; returns
 * how often one took over from another (0: nobody knows). And the mailbox's lock, which is not
 * Tarn's. */
uint32_t tasks_run(uint32_t seed);
uint32_t mailbox_lock(void);
void mailbox_unlock(uint32_t key);

/* Of the target: the number of the task that runs, and how often the tick came. */
uint32_t tasks_current(void);
uint32_t tasks_ticks(void);

/* And called, where it is set, as a task is switched to. */
extern void (*tasks_on_switch)(uint32_t next);

/* They do not get done: end the program. */
_Noreturn void tasks_hang(uint32_t switches);

#endif
