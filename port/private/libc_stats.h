/* SPDX-License-Identifier: MIT
 * mallinfo(), from Tarn's counters: the same for newlib and picolibc. */
#ifndef LIBC_STATS_H
#define LIBC_STATS_H

#include <malloc.h>

#include "libc_heaps.h"

/* arena = uordblks + fordblks, all bytes that blocks can have. keepcost is the longest free run.
 * The other fields are 0, because Tarn does not count free runs. Each heap's numbers are of one
 * instant. */
static inline struct mallinfo libc_mallinfo(void)
{
	struct mallinfo info = {0};
	struct tarn_heap_stats stats;

	for (uint32_t i = 0; libc_heap(i); i++) {
		tarn_heap_stats(libc_heap(i), &stats);
		info.arena += stats.pools + stats.commons;
		info.fordblks += stats.free;
		if (stats.longest_free > info.keepcost)
			info.keepcost = stats.longest_free;
	}
	info.uordblks = info.arena - info.fordblks;
	return info;
}

/* Prints tarn_report() of each heap. */
static inline void libc_report(tarn_sink *sink, void *context)
{
	for (uint32_t i = 0; libc_heap(i); i++)
		tarn_report(libc_heap(i), sink, context);
}

#endif
