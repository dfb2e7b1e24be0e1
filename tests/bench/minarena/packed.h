/* SPDX-License-Identifier: MIT
 * A recorded program in the target's memory: struct packed, then the operations. */
#ifndef MINARENA_PACKED_H
#define MINARENA_PACKED_H

#include <stdint.h>

#define PACKED_MAGIC 0x31504552u

struct packed {
	uint32_t magic;
	uint32_t operations;
	uint32_t ids;
	uint32_t peak; /* the most requested bytes that were live */
};

struct packed_operation {
	uint32_t what; /* a, r or f */
	uint32_t id;
	uint32_t size;
};

#endif
