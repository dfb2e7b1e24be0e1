/* SPDX-License-Identifier: MIT
 * The demo mode, on its own. Arguments:
 *   seed=N    the game that is played (1)
 *   frames=N  how long (3000: a minute at 50 frames a second) */
#include "../say.h"
#include "args.h"
#include "demo.h"

static uint64_t arena[DEMO_ARENA / 8];

static void report(const struct demo_counts *counts)
{
	say_number("frames", counts->frames);
	say_number("levels", counts->levels);
	say_number("sparks", counts->sparks);
	say_number("sounds robbed", counts->sounds_robbed);
	say_number("bullets robbed", counts->bullets_robbed);
	say_number("goblins kept out", counts->goblins_kept_out);
	print_text("digest: ");
	print_hex(counts->digest, 8);
	print_newline();
}

static void stop(const char *wrong, uint64_t seed)
{
	if (!wrong)
		return;
	print_text("demo: ");
	say(wrong);
	print_text("replay: make run PROGRAM=tests/examples/demo ARGS=\"seed=");
	print_u64(seed);
	print_text(" frames=");
	print_u64(demo_counts()->frames + 1);
	print_text("\"\n");
	tarn_port_exit(1);
}

int main(int argc, char **argv)
{
	uint64_t seed = arg_u64(argc, argv, "seed", 1);
	uint64_t frames = arg_u64(argc, argv, "frames", 3000);

	args_only(argc, argv, "seed frames");
	if (!demo_begin((uint32_t)seed, arena, sizeof(arena)))
		stop("the first level does not begin", seed);
	while (frames--)
		stop(demo_frame(), seed);
	report(demo_counts());
	stop(demo_end(), seed);
	return 0;
}
