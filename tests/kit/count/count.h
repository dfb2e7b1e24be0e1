/* SPDX-License-Identifier: MIT
 * The bench's workloads in cycles. What calls it is compiled for another level, and shares nothing with it but this
 * and the printing. */
#ifndef KIT_COUNT_H
#define KIT_COUNT_H

#include <stdint.h>

#define COUNT_OPERATIONS     50000u
#define COUNT_OPERATIONS_MAX 65535u /* what a bin holds */

/* Counts `operations` of each workload in the default heap's arena, whatever is there, and prints the lines of the
 * block that tell of it. `emulator`: NULL, or why this cannot be a board. */
void kit_count(uint32_t operations, const char *emulator);

#endif
