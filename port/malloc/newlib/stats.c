/* SPDX-License-Identifier: MIT
 * mallinfo() and its relatives for newlib, from Tarn's counters. libc.a has them in one object with
 * malloc_stats(), so all of them are here. */
#include <reent.h>
#include <unistd.h>

#include "../../private/libc_stats.h"
#include "../../private/libc_heaps.h"

static void to_stderr(void *reent, const char *text, size_t length)
{
	_write_r(reent, STDERR_FILENO, text, length);
}

struct mallinfo _mallinfo_r(struct _reent *reent)
{
	(void)reent;
	return libc_mallinfo();
}
TARN_IS(_mallinfo_r);

struct mallinfo mallinfo(void)
{
	return libc_mallinfo();
}
TARN_IS(mallinfo);

/* Prints tarn_report() of each heap. */
void _malloc_stats_r(struct _reent *reent)
{
	libc_report(to_stderr, reent);
}
TARN_IS(_malloc_stats_r);

void malloc_stats(void)
{
	_malloc_stats_r(_REENT);
}
TARN_IS(malloc_stats);

void _mstats_r(struct _reent *reent, char *title)
{
	(void)title;
	_malloc_stats_r(reent);
}
TARN_IS(_mstats_r);

void mstats(char *title)
{
	_mstats_r(_REENT, title);
}
TARN_IS(mstats);

/* Nothing can be tuned, and Tarn never gives memory back. Both calls say so with 0. */
int _mallopt_r(struct _reent *reent, int parameter, int value)
{
	(void)reent, (void)parameter, (void)value;
	return 0;
}
TARN_IS(_mallopt_r);

int mallopt(int parameter, int value)
{
	return _mallopt_r(_REENT, parameter, value);
}
TARN_IS(mallopt);

int _malloc_trim_r(struct _reent *reent, size_t pad)
{
	(void)reent, (void)pad;
	return 0;
}
TARN_IS(_malloc_trim_r);

int malloc_trim(size_t pad)
{
	return _malloc_trim_r(_REENT, pad);
}
TARN_IS(malloc_trim);
