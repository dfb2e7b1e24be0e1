/* SPDX-License-Identifier: MIT
 * TARN_TRACE: records the calls of each process in a file of its own (port/tool/record). */
#ifndef HOST_TRACE_H
#define HOST_TRACE_H

#include <stdbool.h>

#include "../../private/names.h"

/* Runs at the first call of malloc. Does nothing if the variable is not set. If the file cannot be
 * created, it ends the program with a line. */
void trace_open(void);

/* Runs at exit. `idle` is false if the process ended inside a call. */
void trace_close(bool idle);

#endif
