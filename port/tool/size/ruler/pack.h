/* SPDX-License-Identifier: MIT
 * A trace and a table for a target, in 32-bit words: a header, the classes, the operations. */
#ifndef SIZE_PACK_H
#define SIZE_PACK_H

#include <stdint.h>

#define PACK_MAGIC UINT32_C(0x4e524154)

struct pack_header {
	uint32_t magic;
	uint32_t build; /* TARN_BUILD_ID */
	uint32_t arena;
	uint32_t classes;
	uint32_t ids;
	uint32_t operations;
};

struct pack_class {
	uint32_t size;
	uint32_t blocks;
	uint32_t overflow;
};

/* `what` holds the kind in its low two bits, the binary logarithm of the alignment in the next
 * five, then the id. */
struct pack_operation {
	uint32_t what;
	uint32_t size;
};
enum { PACK_ALLOC, PACK_ALIGNED, PACK_RESIZE, PACK_FREE };
#define PACK_KIND(what)  ((what)&3)
#define PACK_ALIGN(what) ((what) >> 2 & 31)
#define PACK_ID(what)    ((what) >> 7)

#endif
