/* SPDX-License-Identifier: MIT
 * Stray writes to freed memory: strays.h says what is tried.
 *
 *   only=NAME   one world, or none
 *   depth=6     calls before the write        after=3  calls after it
 *   short=1     fewer of both, a few seconds
 *   pairs=0     no pairs of words
 *   owners=0    nobody writes to new blocks
 *   seed=1      of the random values and trials
 *   random=N    also N random writes on heaps of 64 KiB
 *   tally=1     count failures and go on
 *   lost=1      a block that is lost without a fault is a failure; otherwise it is counted */
#include "args.h"
#include "print.h"
#include "strays.h"
#include "tarn_port.h"

struct asked asked;

static void report_world(uint32_t depth, uint32_t after)
{
	print_column(world->name, 8);
	print_padded(depth, 3);
	print_text(" +");
	print_padded(after, 2);
	print_text(" calls");
	print_padded(trail_count(), 7);
	print_text(" heaps");
	print_padded(totals.writes, 10);
	print_text(" words");
	print_padded(totals.pairs, 9);
	print_text(" pairs");
	print_padded(totals.read, 8);
	print_text(" read");
	print_padded(totals.continuations, 10);
	print_text(" runs");
	print_text(trail_full ? "; not all old values" : "");
	print_newline();
}

static void world_search(void)
{
	uint32_t depth = asked.depth + world->deeper;

	trial.begun = false;
	world_make();
	learn();
	trail_run(depth + asked.after - 1);
	values_open(asked.seed);
	search_run(depth, asked.after);
	report_world(depth, asked.after);
}

static void all_worlds(const char *only)
{
	uint32_t searched = 0;

	for (world = worlds; world->name; world++) {
		if (*only && !text_equal(only, world->name))
			continue;
		if ((world->classes && !TARN_POOLS) || (world->commons && !TARN_COMMONS))
			continue;
		world_search();
		searched++;
	}
	if (!searched)
		args_refuse("only", "must name a world of tests/pool/model/strays/world.c");
}

int main(int argc, char **argv)
{
	const char *only = arg_text(argc, argv, "only", "");
	bool brief = arg_u64(argc, argv, "short", 0);

	args_only(argc, argv, "only depth after short seed random pairs tally lost owners");
	asked.depth = (uint32_t)arg_u64(argc, argv, "depth", brief ? 4 : 6);
	asked.after = (uint32_t)arg_u64(argc, argv, "after", brief ? 2 : 3);
	asked.seed = arg_u64(argc, argv, "seed", 1);
	if (asked.depth > DEPTH_MOST - 4)
		args_refuse("depth", "must be at most 10");
	if (!asked.after || asked.after > AFTER_MOST - 1)
		args_refuse("after", "must be from 1 to 3");
	pairs_too = arg_u64(argc, argv, "pairs", 1);
	owners_write = arg_u64(argc, argv, "owners", 1);
	lost_fails = arg_u64(argc, argv, "lost", 0);
	tally = arg_u64(argc, argv, "tally", 0);
	image_open();
	judge_open();
	if (!text_equal(only, "none"))
		all_worlds(only);
	random_run(asked.seed, arg_u64(argc, argv, "random", 0));
	wrong_report();
	return wrong_total() ? 1 : 0;
}
