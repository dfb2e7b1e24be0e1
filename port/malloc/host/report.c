/* SPDX-License-Identifier: MIT
 * glibc's calls for statistics, from Tarn's counters; and the summary at exit. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "environment.h"
#include "../../private/guest.h"
#include "heaps.h"
#include "tarn_port.h"

#define REPORT_MAX 512

static struct heaps_stats stats_now(void)
{
	struct heaps_stats stats;

	heaps_enter(__builtin_return_address(0));
	heaps_stats(&stats);
	heaps_leave();
	return stats;
}

struct mallinfo2 mallinfo2(void)
{
	struct heaps_stats stats = stats_now();

	return (struct mallinfo2){
		.arena = stats.arena,
		.ordblks = stats.heaps,
		.uordblks = stats.in_use,
		.fordblks = stats.arena - stats.in_use,
	};
}

/* The fields are ints, which wrap. mallinfo2 exists for that reason. */
struct mallinfo mallinfo(void)
{
	struct mallinfo2 info = mallinfo2();

	return (struct mallinfo){
		.arena = (int)info.arena,
		.ordblks = (int)info.ordblks,
		.uordblks = (int)info.uordblks,
		.fordblks = (int)info.fordblks,
	};
}

/* No parameter has an effect. Returns 1, success, for those that glibc has. */
int mallopt(int parameter, int value)
{
	(void)value;
	return parameter == M_MXFAST || (parameter <= M_TRIM_THRESHOLD && parameter >= M_ARENA_MAX);
}

/* Does nothing: Tarn never gives an arena back. */
int malloc_trim(size_t pad)
{
	(void)pad;
	return 0;
}

static void to_stderr(void *context, const char *text, size_t length)
{
	(void)context;
	port_guest_say(text, length);
}

/* Prints glibc's lines, then those of tarn_report() for each heap. It is not a cancellation
 * point. */
void malloc_stats(void)
{
	struct heaps_stats stats = stats_now();
	char text[REPORT_MAX];
	int length;
	int state;

	length = snprintf(text, sizeof(text),
			  "system bytes     = %10" PRIu64 "\nin use bytes     = %10" PRIu64
			  "\nmax mmap regions = %10d\nmax mmap bytes   = %10d\n",
			  stats.arena, stats.in_use, 0, 0);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	to_stderr(NULL, text, (size_t)length);
	heaps_enter(__builtin_return_address(0));
	for (unsigned int i = 0; heaps_at(i); i++)
		tarn_report(heaps_at(i), to_stderr, NULL);
	heaps_leave();
	pthread_setcancelstate(state, NULL);
}

int malloc_info(int options, FILE *file)
{
	struct heaps_stats stats = stats_now();

	if (options)
		return EINVAL;
	fprintf(file,
		"<malloc version=\"1\">\n"
		"<heap nr=\"0\"><sizes></sizes></heap>\n"
		"<total type=\"rest\" count=\"%u\" size=\"%" PRIu64 "\"/>\n"
		"<system type=\"current\" size=\"%" PRIu64 "\"/>\n"
		"<system type=\"max\" size=\"%" PRIu64 "\"/>\n"
		"<aspace type=\"total\" size=\"%" PRIu64 "\"/>\n"
		"</malloc>\n",
		stats.heaps, stats.arena - stats.in_use, stats.arena, stats.arena, stats.arena);
	return 0;
}

/* ---- At exit: without a stream, which the program may have closed ---------------------------- */

static void counters(char *text, size_t room)
{
	struct heaps_stats stats = stats_now();
	uint64_t lost = stats.granted - stats.requested;
	uint64_t waste = stats.granted ? lost * 1000 / stats.granted : 0;

	snprintf(text, room,
		 " peak=%" PRIu64 " waste=%" PRIu64 ".%" PRIu64 "%% refused=%" PRIu64
		 " leaked=%" PRIu64 " blocks=%" PRIu64 " calls=%" PRIu64 " heaps=%u",
		 stats.peak, waste / 10, waste % 10, stats.refused, stats.payload, stats.blocks,
		 stats.calls, stats.heaps);
}

/* Appends the summary with one write, so that lines of processes that end at the same time do not
 * mix. */
void report_at_exit(bool idle)
{
	char counted[REPORT_MAX / 2] = " unknown: " HEAPS_BUSY;
	char text[REPORT_MAX];
	int length;

	if (!*heaps_environment.summary)
		return;
	if (idle)
		counters(counted, sizeof(counted));
	length = snprintf(text, sizeof(text), "tarn program=%s pid=%ld harden=%d%s\n",
			  heaps_environment.program, (long)getpid(), TARN_HARDEN, counted);
	if (!port_guest_write(heaps_environment.summary, O_CREAT | O_APPEND, GUEST_AT_END, text,
			      (size_t)length))
		environment_say("TARN_SUMMARY", heaps_environment.summary, "cannot be written");
}
