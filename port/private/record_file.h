/* SPDX-License-Identifier: MIT
 * A trace's file: on a host (posix.c), or of the debugger or QEMU (semihosting.c). One at a
 * time. */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"

/* Make it, empty. `path` must last; false: it cannot be made. */
bool record_file_open(const char *path);

/* A tarn_record_sink. */
void record_file_sink(void *context, uint64_t position, const char *bytes, size_t length);

/* Called after tarn_record_close(). False: something could not be written. */
bool record_file_close(void);

#endif
