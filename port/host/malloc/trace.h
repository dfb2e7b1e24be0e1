/* SPDX-License-Identifier: MIT
 * TARN_TRACE: the process's calls, recorded in a file of its own (port/record). */
#ifndef HOST_TRACE_H
#define HOST_TRACE_H

#include <stdbool.h>

#include "../../private/names.h"

/* At the first call of all. Nothing, where the variable is not set; what cannot be made ends the
 * program with a line. */
void trace_open(void);

/* At exit; `idle` is false where a call was under way. */
void trace_close(bool idle);

#endif
