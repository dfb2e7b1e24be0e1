/* SPDX-License-Identifier: MIT
 * mallinfo(), answered from Tarn's counters: the same for newlib and picolibc. */
#ifndef LIBC_STATS_H
#define LIBC_STATS_H

#include <malloc.h>

#include "tarn.h"

/* Bytes of the pools' live blocks. */
static inline uint32_t pools_live(uint32_t classes)
{
	struct tarn_class_stats class;
	uint32_t bytes = 0;

	for (uint32_t i = 0; i < classes; i++) {
		tarn_class_stats(&tarn_default, i, &class);
		bytes += class.live * class.size;
	}
	return bytes;
}

/* arena = uordblks + fordblks: what blocks may be made of. keepcost: the longest free run. The
 * other fields are 0; nobody counts free runs. */
static inline struct mallinfo libc_mallinfo(void)
{
	struct mallinfo info = {0};
	struct tarn_heap_stats heap;

	tarn_heap_stats(&tarn_default, &heap);
	info.arena = heap.pools + heap.commons;
	info.uordblks = pools_live(heap.classes) + heap.commons - heap.commons_free;
	info.fordblks = info.arena - info.uordblks;
	info.keepcost = heap.longest_free;
	return info;
}

#endif
