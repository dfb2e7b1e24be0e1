/* SPDX-License-Identifier: MIT
 * Replays a recorded program. At some moments it prints a line with the number of the operation,
 * and the map of the arena. Arguments:
 *   trace=FILE  a recorded program; its tags are ignored
 *   bytes=N     of the arena, with the default table
 *   moments=N   14 evenly spaced moments; the peak is one more */
#include "../../size/replay.h"
#include "args.h"
#include "print.h"

struct moments {
	const struct trace *trace;
	uint32_t moments;
};

static bool is_due(const struct moments *moments, uint32_t operation)
{
	uint64_t before = (uint64_t)operation * moments->moments;
	uint32_t operations = moments->trace->operations;

	return operation == moments->trace->peak_at ||
	       before / operations != (before + moments->moments) / operations;
}

static void tell(void *context, uint32_t operation)
{
	const struct moments *moments = context;

	if (!is_due(moments, operation))
		return;
	print_text("operation ");
	print_u64(operation + 1);
	if (operation == moments->trace->peak_at)
		print_text(" (peak)");
	print_newline();
	replay_map(print_sink, NULL);
}

int main(int argc, char **argv)
{
	static struct replay_counts counts;
	struct moments at;
	struct trace trace;
	uint64_t bytes = arg_u64(argc, argv, "bytes", 0);
	uint64_t moments = arg_u64(argc, argv, "moments", 14);

	args_only(argc, argv, "trace bytes moments");
	if (!bytes || bytes > TARN_ARENA_MAX)
		args_refuse("bytes", "1 to 128M, the size of the arena");
	trace_read(&trace, arg_text(argc, argv, "trace", "-"));
	if (!moments || moments > trace.operations)
		args_refuse("moments", "1 to the number of the trace's operations");
	replay_room((uint32_t)bytes, trace.align, trace.ids);
	at = (struct moments){&trace, (uint32_t)moments};
	if (!replay_count(&trace, &tarn_table_default, (uint32_t)bytes, &counts, tell, &at))
		args_refuse("bytes", "the default table does not fit in this arena");
	if (counts.refused)
		args_refuse("bytes", "the arena is too small: requests of the trace were refused");
	print_flush();
	return 0;
}
