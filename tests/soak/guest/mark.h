/* SPDX-License-Identifier: MIT
 * Marks: points from which a run can be continued, on this machine or another, with the outcome that it
 * would have had. Every so many rounds everything is dropped and the heap is settled; what else outlives
 * that (keep.h) is a line of hexadecimal. That a continued run has the digest of one that was not
 * interrupted shows that a heap which has run for hours, and is empty, behaves as one just made. */
#ifndef SOAK_MARK_H
#define SOAK_MARK_H

#include <stdbool.h>
#include <stdint.h>

/* Rounds between two marks: in every run, for settling changes where blocks lie. */
#define MARK_ROUNDS 32

/* Between two rounds: settle; and print a mark, if the run is logged and one is due. */
void mark(void);

/* Go on from the mark whose `state` stands in the file. Behind everything else that is done at the
 * start. NULL, or why it cannot be. */
const char *mark_resume(const char *file);

#endif
