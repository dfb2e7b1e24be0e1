/* SPDX-License-Identifier: MIT
 * The sizing tool: see README.md. Arguments, all NAME=value, as for make size:
 *   TRACE, VERIFY             files, separated by spaces
 *   COUNTERS                  what counters.py found in logs
 *   DIAL                      frugal, fast or guarantee
 *   CLASSES, HEADROOM, RAM
 *   HEAP                      bytes of the target's RAM that Tarn takes outside the arena
 * WORK a folder for the files that output.h lists; without it, none is written
 *   LINE=1                    the certificate in one line, without the larger arenas
 * Prints the certificate, without what Python adds (size.py): callers, tags, object pools. Status
 * 1: the input is wrong, or no table is possible. Status 2: an argument is wrong. */
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "certificate.h"
#include "headroom.h"
#include "input.h"
#include "output.h"

#define ARGUMENTS "TRACE VERIFY COUNTERS DIAL CLASSES HEADROOM RAM HEAP WORK LINE"
#define NAMES_MAX 64

/* Splits a text into words. Returns their number. */
static uint32_t split(const char *about, const char *text, const char **word)
{
	size_t room = strlen(text) + 1;
	char *rest = input_memory(room, 1);
	uint32_t words = 0;

	snprintf(rest, room, "%s", text);
	for (char *at = strtok(rest, " "); at; at = strtok(NULL, " ")) {
		if (words == NAMES_MAX)
			args_refuse(about, "more than 64 files");
		word[words++] = at;
	}
	return words;
}

static void read_traces(struct traces *traces, const char *about, const char *text)
{
	const char *name[NAMES_MAX];
	uint32_t count = split(about, text, name);

	traces->trace = input_memory(count, sizeof(*traces->trace));
	for (uint32_t i = 0; i < count; i++) {
		struct trace *trace = &traces->trace[i];

		trace_read(trace, name[i]);
		if (trace->tags > TARN_TAGS)
			args_refuse("TAGS",
				    "the traces have tags, so each block is 4 bytes longer: set it "
				    "to TARN_TAGS of the program");
		traces->traces++;
		traces->calls += trace->operations;
		traces->peak = trace->peak > traces->peak ? trace->peak : traces->peak;
		traces->ids = trace->ids > traces->ids ? trace->ids : traces->ids;
		traces->align = trace->align > traces->align ? trace->align : traces->align;
	}
}

static uint32_t number(int argc, char **argv, const char *name, uint32_t otherwise, uint32_t least,
		       uint32_t most, const char *allowed)
{
	uint64_t value = arg_u64(argc, argv, name, otherwise);

	if (arg_text(argc, argv, name, NULL) && (value < least || value > most))
		args_refuse(name, allowed);
	return (uint32_t)value;
}

static enum dial dial_of(const char *text)
{
	if (text_equal(text, "frugal"))
		return DIAL_FRUGAL;
	if (text_equal(text, "fast"))
		return DIAL_FAST;
	if (!text_equal(text, "guarantee"))
		args_refuse("DIAL", "must be frugal, fast or guarantee");
	return DIAL_GUARANTEE;
}

static struct wish read_wish(int argc, char **argv)
{
	struct wish wish;

	args_only(argc, argv, ARGUMENTS);
	wish.dial = dial_of(arg_text(argc, argv, "DIAL", "fast"));
	wish.classes = number(argc, argv, "CLASSES", 8, 1, TARN_CLASSES_MAX, "must be 1 to 64");
	wish.headroom =
		number(argc, argv, "HEADROOM", 0, 0, HEADROOM_MAX, "must be 0 to 400 percent");
	wish.honest =
		*arg_text(argc, argv, "VERIFY", "") && !arg_text(argc, argv, "HEADROOM", NULL);
	wish.ram = number(argc, argv, "RAM", 0, 256, UINT32_C(1) << 30, "must be 256 bytes to 1G");
	wish.heap = number(argc, argv, "HEAP", sizeof(struct tarn_heap), 0, 1 << 20,
			   "must be 0 bytes to 1M");
	return wish;
}

static void read_observed(int argc, char **argv, struct observed *observed)
{
	const struct traces *traces = &observed->traces;
	const struct traces *verify = &observed->verify;
	const char *counters = arg_text(argc, argv, "COUNTERS", NULL);

	read_traces(&observed->traces, "TRACE", arg_text(argc, argv, "TRACE", ""));
	read_traces(&observed->verify, "VERIFY", arg_text(argc, argv, "VERIFY", ""));
	if (counters)
		counters_read(&observed->counters, counters);
	if (!traces->traces && !counters)
		args_refuse("TRACE", "set it to a trace, or COUNTERS to a log with counters");
	replay_room(TARN_ARENA_MAX, traces->align > verify->align ? traces->align : verify->align,
		    traces->ids > verify->ids ? traces->ids : verify->ids);
	plan_align(traces);
	if (traces->traces)
		demand_make(&observed->demand, traces);
}

int main(int argc, char **argv)
{
	static struct observed observed;
	static struct answer answer;
	struct wish wish = read_wish(argc, argv);
	const char *work = arg_text(argc, argv, "WORK", NULL);

	read_observed(argc, argv, &observed);
	fit(&observed, &wish, &answer);
	if (arg_u64(argc, argv, "LINE", 0)) {
		certificate_line(stdout, &observed, &wish, &answer);
	} else {
		fit_larger(&observed, &answer);
		certificate_print(stdout, &observed, &wish, &answer);
	}
	if (work)
		output_write(&observed, &wish, &answer, work);
	return 0;
}
