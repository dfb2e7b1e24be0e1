/* SPDX-License-Identifier: MIT
 * How a process measures its own malloc. Each measure prints one line. */
#ifndef BENCH_HOST_REPLAY_H
#define BENCH_HOST_REPLAY_H

#include "operations.h"

/* Prints the nanoseconds of processor time that the operations after the warm-up take. The loop
 * around the calls is included. */
void replay_time(const struct operations *operations);

/* Writes each block to its last byte. Prints five numbers of bytes: live at the peak and at the
 * end; resident before the first operation, at the peak, and at the end. */
void replay_memory(const struct operations *operations);

/* Counts the first `calls` operations after the warm-up under callgrind (counts.c), which writes
 * the counts to its log. Prints a letter for each: a, f, s (realloc, the block stays) or m (it
 * moves). */
void replay_counts(const struct operations *operations, uint32_t calls);

/* Makes the operations from `from` to before `to`. `block` holds the block of each id. */
void replay(const struct operations *operations, uint32_t from, uint32_t to, void **block);

/* Resident anonymous memory of this process, in bytes. Exact, and slow. */
uint64_t resident_bytes(void);

#endif
