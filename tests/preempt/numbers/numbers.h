/* SPDX-License-Identifier: MIT
 * What the tasks of main.c run on: the tests' own scheduler (own.c) or a FreeRTOS kernel
 * (kernel.c). */
#ifndef PREEMPT_NUMBERS_H
#define PREEMPT_NUMBERS_H

#include "../tasks/hammer.h"

extern const char numbers_scheduler[];

/* Run hammer() for each of the tasks: numbers_begin() before them, when the scheduler has all
 * the blocks that it needs; when they are done numbers_end(how often one took over from
 * another). */
_Noreturn void numbers_run(uint32_t seed);
void numbers_begin(void);
_Noreturn void numbers_end(uint32_t switches);

/* Look at the numbers, and note in task->wrong what does not hold. */
void numbers_look(struct task *task);

/* tags.c, of each task and the tick: with TARN_TAGS, tasks enter and leave tags at random, and a
 * block is charged to what its context entered last. Without, they do nothing. */
void numbers_tags_begin(struct task *task);
void numbers_tags_step(struct task *task, uint32_t dice);
void numbers_tags_look(struct task *task, const void *block);
void numbers_tags_end(struct task *task);
/* A context that ends here: main(), a task that is deleted. */
void numbers_tags_left_open(void);

/* What a scheduler's tick does itself. */
extern struct task numbers_tick;

#endif
