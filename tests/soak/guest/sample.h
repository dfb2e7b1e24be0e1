/* SPDX-License-Identifier: MIT
 * The guest's lines of the log (tests/soak/log): printed when the run is logged, often at first, later every
 * half minute. */
#ifndef SOAK_SAMPLE_H
#define SOAK_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* With each progress line. */
void sample_if_due(void);

/* A round is over, and this is still live. */
void sample_round_over(void);

/* The run is over. */
void sample_last(void);

/* Has the run gone on long enough since the last mark for another? */
bool sample_mark_due(void);

/* ,"name":value */
void sample_number(const char *name, uint64_t value);
/* ,"digest":"..." */
void sample_digest(void);

#endif
