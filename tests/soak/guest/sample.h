/* SPDX-License-Identifier: MIT
 * The guest's lines of the log (tests/soak/log): printed when the run is logged, often at first, later every
 * half minute. */
#ifndef SOAK_SAMPLE_H
#define SOAK_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* A round is over. `full`: its looks are to be told before another round. */
void sample_round_over(bool full);

/* The run is over. */
void sample_last(void);

/* Has the run gone on long enough since the last mark for another? Then all that came before is told. */
bool sample_before_mark(void);

/* ,"name": */
void sample_name(const char *name);
/* ,"name":value */
void sample_number(const char *name, uint64_t value);
/* ,"name":"text" */
void sample_text(const char *name, const char *text);
/* ,"digest":"..." */
void sample_digest(void);

#endif
