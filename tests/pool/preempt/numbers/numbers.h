/* SPDX-License-Identifier: MIT
 * The tasks of main.c run on the tests' own scheduler (own.c). */
#ifndef PREEMPT_NUMBERS_H
#define PREEMPT_NUMBERS_H

#include "../tasks/hammer.h"

/* Runs hammer() for each task. Returns the number of switches. */
uint32_t numbers_run(uint32_t seed);

/* tags.c has these, for each task. With TARN_TAGS, tasks enter and leave tags at
 * random, and each block must have the tag that its context entered last. Without, they do nothing.
 */
void numbers_tags_begin(struct task *task);
void numbers_tags_step(struct task *task, uint32_t dice);
void numbers_tags_look(struct task *task, const void *block);
void numbers_tags_end(struct task *task);
/* Enters a tag and does not leave it: for main(). */
void numbers_tags_left_open(void);

#endif
