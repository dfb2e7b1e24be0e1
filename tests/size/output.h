/* SPDX-License-Identifier: MIT
 * What others read of an answer, each in a file of the folder `work`:
 *   classes       the table's classes and its arena, as C
 *   line          the certificate in one line
 *   sizes.dat     for gnuplot: a size, requests of it that pools served, that the commons served
 *   time.dat      of the largest trace, for gnuplot: an operation, bytes asked for, lost to rounding, in
 *                 idle blocks of pools, of metadata, of the arena
 *   classes.dat   for gnuplot: a class's size, its blocks
 *   TRACE.pack    for the ruler (ruler/): each trace with the table; TRACE is its number */
#ifndef SIZE_OUTPUT_H
#define SIZE_OUTPUT_H

#include "fit.h"

/* A file that cannot be written ends with one line, and exit status 1. */
void output_write(const struct observed *observed, const struct wish *wish,
		  const struct answer *answer, const char *work);

#endif
