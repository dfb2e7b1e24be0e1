/* SPDX-License-Identifier: MIT
 * The guest's lines of the log (tests/soak/log), printed if the run is logged: often at first,
 * later every half minute. */
#ifndef SOAK_SAMPLE_H
#define SOAK_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* To be called when a round is over. */
void sample_round_over(void);

/* To be called when the run is over. */
void sample_last(void);

/* Is another mark due? If so, it first prints a sample of all that came before. */
bool sample_before_mark(void);

/* Prints ,"name": */
void sample_name(const char *name);
/* Prints ,"name":value */
void sample_number(const char *name, uint64_t value);
/* Prints ,"name":"text" */
void sample_text(const char *name, const char *text);

#endif
