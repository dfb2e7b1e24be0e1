/* SPDX-License-Identifier: MIT
 * mallinfo() and its relatives for picolibc, from Tarn's counters. */
#include <stdio.h>

#include "../../private/libc_stats.h"
#include "../../private/libc_heaps.h"

static void to_stderr(void *context, const char *text, size_t length)
{
	(void)context;
	while (length--)
		putc(*text++, stderr);
}

struct mallinfo mallinfo(void)
{
	return libc_mallinfo();
}
TARN_IS(mallinfo);

/* Prints tarn_report() of each heap. */
void malloc_stats(void)
{
	libc_report(to_stderr, NULL);
}
TARN_IS(malloc_stats);

void mstats(char *title)
{
	(void)title;
	malloc_stats();
}
TARN_IS(mstats);

/* Nothing can be tuned, and Tarn never gives memory back. Both calls say so with 0. */
int mallopt(int parameter, int value)
{
	(void)parameter, (void)value;
	return 0;
}
TARN_IS(mallopt);

int malloc_trim(size_t pad)
{
	(void)pad;
	return 0;
}
TARN_IS(malloc_trim);
