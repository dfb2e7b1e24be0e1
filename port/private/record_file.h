/* SPDX-License-Identifier: MIT
 * The file of a trace, on a host (posix.c), or on the machine of the debugger or QEMU
 * (semihosting.c). One at a time. */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"

/* Creates the file, empty. `path` must stay valid. False: it cannot be created. */
bool record_file_open(const char *path);

/* A tarn_record_sink. */
void record_file_sink(void *context, uint64_t position, const char *bytes, size_t length);

/* Closes the file, after tarn_record_close(). False: some write failed. */
bool record_file_close(void);

#endif
