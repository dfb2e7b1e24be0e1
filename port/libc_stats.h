/* SPDX-License-Identifier: MIT
 * mallinfo(), answered from Tarn's counters: the same for newlib and picolibc. */
#ifndef LIBC_STATS_H
#define LIBC_STATS_H

#include <malloc.h>

#include "tarn_libc.h"

/* Bytes of the pools' live blocks. */
static inline uint32_t pools_live(struct tarn_heap *heap, uint32_t classes)
{
	struct tarn_class_stats class;
	uint32_t bytes = 0;

	for (uint32_t i = 0; i < classes; i++) {
		tarn_class_stats(heap, i, &class);
		bytes += class.live * class.size;
	}
	return bytes;
}

/* arena = uordblks + fordblks: what blocks may be made of. keepcost: the longest free run. The
 * other fields are 0; nobody counts free runs. */
static inline struct mallinfo libc_mallinfo(void)
{
	struct mallinfo info = {0};
	struct tarn_heap_stats stats;

	for (uint32_t i = 0; libc_heap(i); i++) {
		tarn_heap_stats(libc_heap(i), &stats);
		info.arena += stats.pools + stats.commons;
		info.uordblks += pools_live(libc_heap(i), stats.classes) + stats.commons -
				 stats.commons_free;
		if (stats.longest_free > info.keepcost)
			info.keepcost = stats.longest_free;
	}
	info.fordblks = info.arena - info.uordblks;
	return info;
}

/* The report of each heap. */
static inline void libc_report(tarn_sink *sink, void *context)
{
	for (uint32_t i = 0; libc_heap(i); i++)
		tarn_report(libc_heap(i), sink, context);
}

#endif
