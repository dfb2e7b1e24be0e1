/* SPDX-License-Identifier: MIT
 * The certificate of an answer. */
#ifndef SIZE_CERTIFICATE_H
#define SIZE_CERTIFICATE_H

#include <stdio.h>

#include "fit.h"

/* All lines but those of instructions, as text. */
void certificate_print(FILE *file, const struct observed *observed, const struct wish *wish,
		       const struct answer *answer);

/* The certificate as one line of name=value. */
void certificate_line(FILE *file, const struct observed *observed, const struct wish *wish,
		      const struct answer *answer);

#endif
