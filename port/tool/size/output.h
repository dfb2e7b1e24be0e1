/* SPDX-License-Identifier: MIT
 * What is told of an answer. */
#ifndef SIZE_OUTPUT_H
#define SIZE_OUTPUT_H

#include "fit.h"

/* Prints the certificate, an empty line, and the table in C. */
void output_print(const struct observed *observed, const struct wish *wish,
		  const struct answer *answer);

#endif
