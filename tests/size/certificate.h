/* SPDX-License-Identifier: MIT
 * What is told of an answer. */
#ifndef SIZE_CERTIFICATE_H
#define SIZE_CERTIFICATE_H

#include <stdio.h>

#include "fit.h"

/* All of it but the instructions, as text. */
void certificate_print(FILE *file, const struct observed *observed, const struct wish *wish,
		       const struct answer *answer);

/* The same in one line of name=value, for tables of many. */
void certificate_line(FILE *file, const struct observed *observed, const struct wish *wish,
		      const struct answer *answer);

#endif
