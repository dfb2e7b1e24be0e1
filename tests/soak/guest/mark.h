/* SPDX-License-Identifier: MIT
 * Marks: points from which a run can continue, on this machine or another, with the result that it
 * would have had. Every MARK_ROUNDS rounds the soak forgets its blocks and settles the heap. A mark
 * writes what else outlives that (keep.h) as a line of hexadecimal.
 *
 * A continued run has the digest of an uninterrupted one. That shows that a heap which has run for
 * hours, and is empty, behaves as one just made. */
#ifndef SOAK_MARK_H
#define SOAK_MARK_H

#include <stdbool.h>
#include <stdint.h>

/* Rounds between two marks. Every run settles that often, logged or not, because settling changes
 * where blocks lie. */
#define MARK_ROUNDS 32

/* Between two rounds: settles the heap. Prints a mark if the run is logged and one is due. */
void mark(void);

/* Continues from the mark whose `state` is in the file. Call it last at the start. Returns NULL, or
 * the reason why the run cannot continue. */
const char *mark_resume(const char *file);

#endif
