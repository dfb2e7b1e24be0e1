/* SPDX-License-Identifier: MIT
 * mallinfo() and its relatives for picolibc, from Tarn's counters. */
#include <stdio.h>

#include "libc_stats.h"

#define ENTRY __attribute__((used))

static void to_stderr(void *context, const char *text, size_t length)
{
	(void)context;
	while (length--)
		putc(*text++, stderr);
}

ENTRY struct mallinfo mallinfo(void)
{
	return libc_mallinfo();
}

/* The report of tarn_report(). */
ENTRY void malloc_stats(void)
{
	tarn_report(&tarn_default, to_stderr, NULL);
}

ENTRY void mstats(char *title)
{
	(void)title;
	malloc_stats();
}

/* There is nothing to tune, and nothing is ever given back: 0 means so for both. */
ENTRY int mallopt(int parameter, int value)
{
	(void)parameter, (void)value;
	return 0;
}

ENTRY int malloc_trim(size_t pad)
{
	(void)pad;
	return 0;
}
