/* SPDX-License-Identifier: MIT
 * The soak: see README.md. The arguments are all name=value. tests/soak/run makes them from the
 * variables of `make soak`: board, seed, ops, seconds, scenarios, inject, after, stop (a file),
 * wrap, log, resume (a file), examine, maps. */
#include "age.h"
#include "args.h"
#include "audit.h"
#include "budget.h"
#include "inject.h"
#include "mark.h"
#include "print.h"
#include "progress.h"
#include "random.h"
#include "replay.h"
#include "rounds.h"
#include "shadow.h"
#include "soak.h"
#include "tarn_port.h"

#define ARGUMENTS "board seed ops seconds scenarios inject after stop wrap log resume examine maps"

#define STATUS_USAGE 2

struct soak soak = {.scenario = "start"};

/* ---- Arguments ------------------------------------------------------------------------- */

/* error: NAME=text: there are ... */
static void begin_refusal(const char *name, const char *text)
{
	print_text("error: ");
	print_text(name);
	print_char('=');
	print_text(text);
	print_text(": ");
}

_Noreturn static void end_refusal(void)
{
	print_newline();
	tarn_port_exit(STATUS_USAGE);
}

static enum injection parse_injection(const char *text)
{
	for (int i = 0; i < INJECTIONS; i++) {
		if (text_equal(text, inject_name((enum injection)i)))
			return (enum injection)i;
	}
	begin_refusal("INJECT", text);
	print_text("one of ");
	inject_print_names();
	end_refusal();
}

/* Does the list's first word (up to a comma or the end) equal `word`? */
static bool begins_with(const char *list, const char *word)
{
	while (*word && *list == *word) {
		list++;
		word++;
	}
	return !*word && (!*list || *list == ',');
}

_Noreturn static void refuse_scenarios(const char *text)
{
	begin_refusal("SCENARIOS", text);
	print_text(SOAK_POOLS ? "" : "below ARENA=6K, ");
	print_text("all, untimed (all but interrupt), or a list, with commas, of");
	for (uint32_t i = 0; i < RUNS; i++) {
		print_char(' ');
		print_text(rounds_scenario_name(i));
	}
	end_refusal();
}

static uint32_t parse_scenarios(const char *text)
{
	const char *list = text;
	uint32_t chosen = 0;

	if (text_equal(text, "all"))
		return RUN_ALL;
	if (text_equal(text, "untimed"))
		return RUN_ALL & ~(1u << RUN_INTERRUPT);
	for (;;) {
		uint32_t i = 0;

		while (i < RUNS && !begins_with(list, rounds_scenario_name(i)))
			i++;
		if (i == RUNS)
			refuse_scenarios(text);
		chosen |= 1u << i;
		while (*list && *list != ',')
			list++;
		if (!*list++)
			return chosen;
	}
}

static void check_injection(bool wrap)
{
	const char *why = inject_impossible(soak.injection, wrap);

	if (!why)
		return;
	begin_refusal("INJECT", inject_name(soak.injection));
	print_text(why);
	end_refusal();
}

static __attribute__((noinline)) void parse(int argc, char **argv)
{
	args_only(argc, argv, ARGUMENTS);
	soak.board = arg_text(argc, argv, "board", "?");
	soak.stop_file = arg_text(argc, argv, "stop", NULL);
	soak.seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	soak.limit_ops = arg_u64(argc, argv, "ops", 0);
	soak.limit_ms = arg_u64(argc, argv, "seconds", soak.limit_ops ? 0 : 60) * 1000;
	soak.scenarios = parse_scenarios(arg_text(argc, argv, "scenarios", "all"));
	soak.injection = parse_injection(arg_text(argc, argv, "inject", "none"));
	check_injection(arg_u64(argc, argv, "wrap", 0) != 0);
	soak.after = arg_u64(argc, argv, "after", 0);
	inject_keep_arguments(argv);
	soak.logged = arg_u64(argc, argv, "log", 0) != 0;
	soak.examine = arg_u64(argc, argv, "examine", 0) != 0;
	soak.maps = arg_u64(argc, argv, "maps", 0) != 0;
}

/* ---- The run --------------------------------------------------------------------------- */

static void print_start(void)
{
	print_text("soak on ");
	print_text(soak.board);
	print_text(": arena ");
	print_u64(SOAK_ARENA);
	print_text(" B, slots ");
	print_u64(SOAK_SLOTS);
	print_text(", TARN_HARDEN ");
	print_u64(TARN_HARDEN);
	if (TARN_TAGS > 0) {
		print_text(", TARN_TAGS ");
		print_u64(TARN_TAGS);
	}
	print_text(", classes ");
	print_u64(shadow.classes);
	print_text(", seed ");
	print_u64(soak.seed);
	print_text(SOAK_POOLS ? "" : "; no object pools below ARENA=6K");
	print_newline();
}

/* A function of its own, so that its text is on no other function's stack. The smallest board's
 * stack has 1 KB. */
static __attribute__((noinline)) _Noreturn void refuse_arena(enum tarn_status status,
							     const struct tarn_misfit *why)
{
	char text[96];

	tarn_misfit_text(text, sizeof(text), status, &tarn_table_default, why);
	args_refuse("ARENA", text);
}

static __attribute__((noinline)) void make_heap(void)
{
	struct tarn_misfit why;
	enum tarn_status status = tarn_default_init(NULL, &why);
	const char *wrong;

	if (status != TARN_OK)
		refuse_arena(status, &why);
	if ((uintptr_t)soak_arena % SOAK_ALIGN_MAX || soak.injection == INJECT_ARENA_MISALIGNED)
		fail("arena-misaligned");
	wrong = shadow_start(&tarn_default);
	if (wrong)
		fail(wrong);
	if (TARN_TAGS > 0)
		budget_start();
}

static void go_on(const char *file)
{
	const char *why = mark_resume(file);

	if (why)
		args_refuse("RESUME", why);
}

int main(int argc, char **argv)
{
	const char *resume;
	bool wrap;

	parse(argc, argv);
	soak.random = random32_seed(soak.seed);
	verdict_watch_faults();
	make_heap();
	print_start();
	wrap = arg_u64(argc, argv, "wrap", 0) != 0;
	progress_start(wrap ? AGE_MS : 0, wrap ? AGE_OPS : 0);
	if (wrap)
		age_heap();
	inject_start();
	replay_rewind();
	audit_empty();
	resume = arg_text(argc, argv, "resume", NULL);
	if (resume)
		go_on(resume);
	rounds_run();
	verdict_pass();
}
