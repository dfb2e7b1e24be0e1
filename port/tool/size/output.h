/* SPDX-License-Identifier: MIT
 * Writes an answer into files of the folder `work`:
 *   classes       the table's classes and its arena, in C
 *   line          the certificate in one line
 * sizes.dat for gnuplot: a size, its requests that pools served, those that the commons served
 *   time.dat      for gnuplot, of the largest trace: an operation, requested bytes, bytes lost to
 *                 rounding, bytes in idle blocks of pools, metadata, the arena
 *   classes.dat   for gnuplot: the size of a class, its blocks
 *   TRACE.pack    for the ruler (ruler/): each trace with the table; TRACE is its number */
#ifndef SIZE_OUTPUT_H
#define SIZE_OUTPUT_H

#include "fit.h"

/* If a file cannot be written, prints one line and exits with status 1. */
void output_write(const struct observed *observed, const struct wish *wish,
		  const struct answer *answer, const char *work);

#endif
