/* SPDX-License-Identifier: MIT
 * Counts the bench's workloads in cycles. The caller is compiled for another level, and shares only
 * this header and the printing with it. */
#ifndef KIT_COUNT_H
#define KIT_COUNT_H

#include <stdint.h>

#define COUNT_OPERATIONS     50000u
#define COUNT_OPERATIONS_MAX 65535u /* the most that a bin can count */

/* Counts `operations` of each workload, and prints the lines of the block. It overwrites the arena
 * of the default heap. `emulator` says why this cannot be a board, or is NULL. */
void kit_count(uint32_t operations, const char *emulator);

#endif
