/* SPDX-License-Identifier: MIT
 * TARN_TRACE: the process's calls, recorded in a file of its own (port/record). */
#ifndef HOST_TRACE_H
#define HOST_TRACE_H

/* At the first call of all. Nothing, where the variable is not set; what cannot be made ends the
 * program with a line. */
void trace_open(void);

/* At exit. */
void trace_close(void);

#endif
