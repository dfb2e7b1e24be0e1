/* SPDX-License-Identifier: MIT
 * Who asks for the blocks of a class, if the traces have callers or tags. */
#ifndef SIZE_ORIGIN_H
#define SIZE_ORIGIN_H

#include <stdio.h>

#include "fit.h"

/* Lines of a certificate: the callers that ask most for each class and for the commons; for each
 * tag, the most blocks of each class that it holds at once, and the most bytes of the commons.
 * Prints nothing if the traces have neither. */
void origin_print(FILE *file, const struct traces *traces, const struct plan *plan);

#endif
