/* SPDX-License-Identifier: MIT
 * What glibc's calls about the heap answer, from Tarn's counters; and the summary at exit. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "environment.h"
#include "heaps.h"
#include "tarn_port.h"

#define LINE_MAX 512

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

/* Its fields are ints, and wrap: that is why there is mallinfo2. */
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

/* Nothing of these can be set, and nothing depends on it: a success, as the callers expect. */
int mallopt(int parameter, int value)
{
	(void)value;
	return parameter == M_MXFAST || (parameter <= M_TRIM_THRESHOLD && parameter >= M_ARENA_MAX);
}

/* The arena is never given back. */
int malloc_trim(size_t pad)
{
	(void)pad;
	return 0;
}

static void to_stderr(void *context, const char *text, size_t length)
{
	(void)context;
	port_host_write(STDERR_FILENO, text, length);
}

/* glibc's lines, then those of tarn_report() for each heap. Not a point of cancellation. */
void malloc_stats(void)
{
	struct heaps_stats stats = stats_now();
	char text[LINE_MAX];
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

/* ---- At exit ------------------------------------------------------------------------------- */

static int summary_text(char *text, size_t room)
{
	struct heaps_stats stats = stats_now();
	uint64_t lost = stats.granted - stats.requested;
	uint64_t waste = stats.granted ? lost * 1000 / stats.granted : 0;
	int length = snprintf(text, room,
			      "tarn program=%s pid=%d harden=%d peak=%" PRIu64 " waste=%" PRIu64
			      ".%" PRIu64 "%% refused=%" PRIu64 " leaked=%" PRIu64
			      " blocks=%" PRIu64 " calls=%" PRIu64 " heaps=%u\n",
			      program_invocation_short_name, (int)getpid(), TARN_HARDEN, stats.peak,
			      waste / 10, waste % 10, stats.refused, stats.payload, stats.blocks,
			      stats.calls, stats.heaps);

	return length < (int)room ? length : (int)room - 1;
}

/* One write to the end of the file, so that processes that end at once do not mix. */
void report_at_exit(void)
{
	const char *name = environment_text("TARN_SUMMARY");
	char text[LINE_MAX];
	int length;
	int file;

	if (!name)
		return;
	length = summary_text(text, sizeof(text));
	file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (file < 0) {
		file = STDERR_FILENO;
		length = snprintf(text, sizeof(text), "tarn: TARN_SUMMARY=%s: cannot be written\n",
				  name);
	}
	port_host_write(file, text, (size_t)length);
	if (file != STDERR_FILENO)
		close(file);
}
