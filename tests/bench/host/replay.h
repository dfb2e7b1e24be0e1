/* SPDX-License-Identifier: MIT
 * The measures that a process takes of its own malloc; each prints one line. */
#ifndef BENCH_HOST_REPLAY_H
#define BENCH_HOST_REPLAY_H

#include "operations.h"

/* Times the operations behind the warm-up: nanoseconds of this process's processor time. The
 * loop around the calls is among them. */
void replay_time(const struct operations *operations);

/* Writes each block to its last byte. Prints five numbers of bytes: live at the peak and at the
 * end; resident before the first operation, the most, and at the end. */
void replay_memory(const struct operations *operations);

/* Under callgrind, see counts.c: what it reports of each of the first `calls` operations behind
 * the warm-up goes to its log. Prints a letter for each: a, f, s (realloc, the block stays) or
 * m (it moves). */
void replay_counts(const struct operations *operations, uint32_t calls);

/* Makes the operations `from` to `to`, without the latter; `block` holds those of all ids. */
void replay(const struct operations *operations, uint32_t from, uint32_t to, void **block);

/* Anonymous memory of this process that is resident, in bytes; exact, and slow. */
uint64_t resident_bytes(void);

#endif
