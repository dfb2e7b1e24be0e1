/* SPDX-License-Identifier: MIT
 * The tasks of main.c run on the tests' own scheduler (own.c), or on a FreeRTOS kernel (kernel.c).
 */
#ifndef PREEMPT_NUMBERS_H
#define PREEMPT_NUMBERS_H

#include "../tasks/hammer.h"

extern const char numbers_scheduler[];

/* Runs hammer() for each task. It calls numbers_begin() before them, when the scheduler has all the
 * blocks that it needs. When they are done, it calls numbers_end() with the number of switches. */
_Noreturn void numbers_run(uint32_t seed);
void numbers_begin(void);
_Noreturn void numbers_end(uint32_t switches);

/* Looks at the numbers, and notes in task->wrong what does not hold. */
void numbers_look(struct task *task);

/* tags.c has these, for each task and the tick. With TARN_TAGS, tasks enter and leave tags at
 * random, and each block must have the tag that its context entered last. Without, they do nothing.
 */
void numbers_tags_begin(struct task *task);
void numbers_tags_step(struct task *task, uint32_t dice);
void numbers_tags_look(struct task *task, const void *block);
void numbers_tags_end(struct task *task);
/* Enters a tag and does not leave it: for main(), and for a task that is deleted. */
void numbers_tags_left_open(void);

/* The calls of the scheduler's tick. */
extern struct task numbers_tick;

#endif
