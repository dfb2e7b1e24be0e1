/* SPDX-License-Identifier: MIT
 * An interrupt at every instruction of every operation; on a host (model/windows) after each of its
 * lock windows.
 *
 *   points=n          at least so many interrupted instructions (10,000), in equal shares
 *   seed=n            seed of the scenes
 *   op=name           this operation alone
 *   scene=n at=n      this scene alone; this instruction alone
 *   board=name        for the replay line
 *   lost=1            the lock does nothing: the sweep must see each operation corrupted */
#include <stddef.h>

#include "args.h"
#include "print.h"
#include "shot.h"
#include "sweep.h"

#ifndef PORT_BARE_METAL
#include "../../model/windows/windows.h"
#define LOCK "mutex"
#elif defined(TARN_BASEPRI)
#define LOCK "basepri"
#else
#define LOCK "primask"
#endif

static struct {
	struct sweep_range range;
	const char *only;
	const char *board;
	bool lost;
} asked;

static struct {
	uint32_t operations, scenes, points, masked, corrupted;
	bool failed;
} sum;

#ifdef __ARM_ARCH_6M__
#define CORE " CORE=cortex-m0"
#else
#define CORE ""
#endif

static const char *lock_name(void)
{
	return asked.lost ? "none" : LOCK;
}

/* The command that repeats one point. */
static void print_replay(const char *name, const struct sweep_tally *tally)
{
#ifdef PORT_BARE_METAL
	print_text(" replay=\"make sweep BOARD=");
	print_text(asked.board);
	print_field("HARDEN", TARN_HARDEN);
	print_text(CORE);
	if (TARN_TAGS)
		print_field("TAGS", TARN_TAGS);
	print_text(" LOCK=");
	print_text(lock_name());
	print_field("SEED", asked.range.seed);
	print_text(" OP=");
	print_text(name);
	print_field("SCENE", tally->scene);
	if (tally->at != SWEEP_ALL)
		print_field("AT", tally->at);
#else
	print_text("\nreplay: make -f boards/build/program.mk PROGRAM=tests/pool/model/windows "
		   "BOARD=host " MODEL_BUILD " run ARGS=\"op=");
	print_text(name);
	print_field("seed", asked.range.seed);
	print_field("scene", tally->scene);
	if (tally->at != SWEEP_ALL)
		print_field("at", tally->at);
#endif
	print_char('"');
}

static void print_tally(const char *name, const struct sweep_tally *tally)
{
	print_column(name, 15);
	print_text("scenes ");
	print_padded(tally->scenes, 5);
	print_text("  instructions ");
	print_padded(tally->least, 3);
	print_text(" to ");
	print_padded(tally->most, 4);
	print_text("  points ");
	print_padded(tally->points, 6);
	print_text(" (in the lock ");
	print_padded(tally->masked, 6);
	print_text(")  corrupted ");
	print_padded(tally->corrupted, 5);
	if (tally->reason) {
		print_text("  first: ");
		print_text(tally->reason);
		print_field("SCENE", tally->scene);
		print_field("AT", tally->at);
	}
	print_newline();
}

static void add(const struct sweep_tally *tally)
{
	sum.operations++;
	sum.scenes += tally->scenes;
	sum.points += tally->points;
	sum.masked += tally->masked;
	sum.corrupted += tally->corrupted;
}

static void fail(const char *name, const struct sweep_tally *tally, const char *reason)
{
	print_text("SWEEP FAIL reason=");
	print_text(reason);
	print_text(" op=");
	print_text(name);
	print_replay(name, tally);
	print_newline();
	sum.failed = true;
}

static void sweep_operation(const struct operation *operation)
{
	struct sweep_tally tally;

	sweep(operation, &asked.range, &tally);
	add(&tally);
	print_tally(operation->name, &tally);
	if (!(TARN_POOLS && TARN_COMMONS) && tally.reason && text_equal(tally.reason, "no-scene"))
		return; /* the operation needs the other zone */
	if (asked.lost && !tally.corrupted)
		fail(operation->name, &tally, "not-corrupted");
	else if (!asked.lost && tally.reason)
		fail(operation->name, &tally, tally.reason);
}

static bool wanted(const struct operation *operation)
{
	return !asked.only || text_equal(operation->name, asked.only);
}

static uint32_t for_each(const struct operation *operations, uint32_t count,
			 void (*work)(const struct operation *))
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < count; i++) {
		if (!wanted(&operations[i]))
			continue;
		found++;
		if (work && (asked.lost || !sum.failed))
			work(&operations[i]);
	}
	return found;
}

/* A pool calls the program, in hooks. In such a call a host's port takes an interrupt, which is of
 * the same thread, for the hook. So a host interrupts no pool. */
static uint32_t for_all(void (*work)(const struct operation *))
{
	return for_each(heap_operations, heap_operations_count, work) +
#ifdef PORT_BARE_METAL
	       for_each(pool_operations, pool_operations_count, work) +
#else
	       for_each(window_operations, window_operations_count, work) +
#endif
	       for_each(tag_operations, tag_operations_count, work);
}

static void arguments(int argc, char **argv)
{
	uint64_t points;
	uint32_t operations;

	args_only(argc, argv, "points seed op scene at board lost");
	points = arg_u64(argc, argv, "points", 10000);
	asked.range.seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	asked.range.scene = (uint32_t)arg_u64(argc, argv, "scene", SWEEP_ALL);
	asked.range.at = (uint32_t)arg_u64(argc, argv, "at", SWEEP_ALL);
	asked.only = arg_text(argc, argv, "op", NULL);
	asked.board = arg_text(argc, argv, "board", "?");
	asked.lost = asked.range.go_on = arg_u64(argc, argv, "lost", 0) != 0;
	operations = for_all(NULL);
	if (!operations)
		args_refuse("op", "no such operation");
	else
		asked.range.points = (uint32_t)(points / operations) + 1;
}

static void print_verdict(void)
{
	print_text("SWEEP PASS board=");
	print_text(asked.board);
	print_text(" lock=");
	print_text(lock_name());
	print_field("harden", TARN_HARDEN);
	print_field("seed", asked.range.seed);
	print_field("operations", sum.operations);
	print_field("scenes", sum.scenes);
	print_field("points", sum.points);
	print_field("masked", sum.masked);
	print_field("corrupted", sum.corrupted);
	print_newline();
}

int main(int argc, char **argv)
{
	arguments(argc, argv);
	if (!sweep_begin()) {
		print_text("error: the ruler's calibration failed: run under QEMU with ICOUNT=7\n");
		return 2;
	}
#ifndef PORT_BARE_METAL
	check_restarts();
	check_watch();
	if (TARN_POOLS)
		check_stacks();
#endif
	for_all(sweep_operation);
	if (!sum.failed)
		print_verdict();
	return sum.failed;
}
