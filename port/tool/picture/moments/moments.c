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
	uint32_t operations; /* of the trace */
	uint32_t moments;
	uint32_t peak; /* after this operation */
};

static bool is_due(const struct moments *moments, uint32_t operation)
{
	uint64_t before = (uint64_t)operation * moments->moments;

	return operation == moments->peak ||
	       before / moments->operations != (before + moments->moments) / moments->operations;
}

static void tell(void *context, const struct trace_operation *operation, uint32_t served,
		 const struct replay_moment *now)
{
	const struct moments *moments = context;

	(void)operation;
	(void)served;
	if (!is_due(moments, now->operation))
		return;
	print_text("operation ");
	print_u64(now->operation + 1);
	if (now->operation == moments->peak)
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
	if (!replay_count(&trace, &tarn_table_default, (uint32_t)bytes, &counts, NULL, NULL))
		args_refuse("bytes", "the default table does not fit in this arena");
	if (counts.refused)
		args_refuse("bytes", "the arena is too small: requests of the trace were refused");
	at = (struct moments){trace.operations, (uint32_t)moments, counts.peak.operation};
	replay_count(&trace, &tarn_table_default, (uint32_t)bytes, &counts, tell, &at);
	print_flush();
	return 0;
}
