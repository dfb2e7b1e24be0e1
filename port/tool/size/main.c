/* SPDX-License-Identifier: MIT
 * The sizing tool: see README.md. Arguments, all NAME=value, as for make size:
 *   TRACE, VERIFY             files, separated by spaces
 *   DIAL                      frugal, fast or guarantee
 *   CLASSES, HEADROOM, RAM
 *   HEAP                      bytes of the target's RAM that Tarn takes outside the arena
 *   PLAN, COMMONS             instead of traces: the arena for a table, size:blocks,..., and for so
 *                             many bytes of commons
 * Prints the certificate, an empty line and the table in C. Status 1: the input is wrong, or no
 * table is possible. Status 2: an argument is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "output.h"

#define ARGUMENTS "TRACE VERIFY DIAL CLASSES HEADROOM RAM HEAP PLAN COMMONS"

static void add_trace(struct traces *traces, const char *name)
{
	struct trace *trace = &traces->trace[traces->traces++];

	trace_read(trace, name);
	if (trace->tags > TARN_TAGS)
		args_refuse("TAGS", "the traces have tags, so each block is 4 bytes longer: set it "
				    "to TARN_TAGS of the program");
	traces->calls += trace->operations;
	traces->peak = trace->peak > traces->peak ? trace->peak : traces->peak;
	traces->ids = trace->ids > traces->ids ? trace->ids : traces->ids;
	traces->align = trace->align > traces->align ? trace->align : traces->align;
}

static void read_traces(struct traces *traces, const char *names)
{
	size_t bytes = strlen(names) + 1;
	char *rest = zeroed(bytes, 1);

	memcpy(rest, names, bytes);
	traces->trace = zeroed(bytes / 2, sizeof(*traces->trace)); /* a letter and a space */
	for (char *name = strtok(rest, " "); name; name = strtok(NULL, " "))
		add_trace(traces, name);
}

static uint32_t number(int argc, char **argv, const char *name, uint32_t otherwise, uint32_t least,
		       uint32_t most, const char *allowed)
{
	uint64_t value = arg_u64(argc, argv, name, otherwise);

	if (arg_text(argc, argv, name, NULL) && (value < least || value > most))
		args_refuse(name, allowed);
	return (uint32_t)value;
}

static uint32_t percent_of(const char *dial)
{
	if (text_equal(dial, "frugal"))
		return DIAL_FRUGAL;
	if (text_equal(dial, "fast"))
		return DIAL_FAST;
	if (!text_equal(dial, "guarantee"))
		args_refuse("DIAL", "must be frugal, fast or guarantee");
	return DIAL_GUARANTEE;
}

static struct wish read_wish(int argc, char **argv)
{
	struct wish wish;

	args_only(argc, argv, ARGUMENTS);
	wish.dial = arg_text(argc, argv, "DIAL", "fast");
	wish.percent = percent_of(wish.dial);
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

	read_traces(&observed->traces, arg_text(argc, argv, "TRACE", ""));
	read_traces(&observed->verify, arg_text(argc, argv, "VERIFY", ""));
	if (!traces->traces)
		args_refuse("TRACE", "set it to a trace, or COUNTERS to a log with counters");
	replay_room(TARN_ARENA_MAX, traces->align > verify->align ? traces->align : verify->align,
		    traces->ids > verify->ids ? traces->ids : verify->ids);
	plan_align(traces);
	demand_make(&observed->demand, traces);
}

/* Finds the arena for the table that PLAN lists. */
static void measure(const char *list, uint32_t commons, const struct wish *wish,
		    struct answer *answer)
{
	unsigned size;
	unsigned blocks;
	int end;

	*answer = (struct answer){.headroom = wish->headroom};
	while (sscanf(list, "%u:%u%n", &size, &blocks, &end) == 2) {
		if (answer->plan.classes == TARN_CLASSES_MAX)
			args_refuse("PLAN", "more than 64 classes");
		answer->plan.class[answer->plan.classes++] = (struct tarn_class){
			.size = size, .blocks = blocks, .overflow = TARN_TO_COMMONS};
		list += end + (list[end] == ',');
	}
	replay_room(TARN_ARENA_MAX, 0, 0);
	answer->arena = fit_arena(&answer->plan, commons);
	answer->larger.steady = answer->arena;
	if (answer->arena)
		return;
	fputs("error: no arena of up to 128 MiB holds the sum of the peaks\n", stderr);
	exit(1);
}

int main(int argc, char **argv)
{
	static struct observed observed;
	static struct answer answer;
	struct wish wish = read_wish(argc, argv);
	const char *plan = arg_text(argc, argv, "PLAN", NULL);

	if (plan) {
		measure(plan, number(argc, argv, "COMMONS", 0, 0, TARN_ARENA_MAX, "at most 128M"),
			&wish, &answer);
	} else {
		read_observed(argc, argv, &observed);
		fit(&observed, &wish, &answer);
	}
	output_print(&observed, &wish, &answer);
	return 0;
}
