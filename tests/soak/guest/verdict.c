/* SPDX-License-Identifier: MIT
 * The last line, and how a run ends early. After a failure only the map follows. */
#include "args.h"
#include "audit.h"
#include "inject.h"
#include "maps.h"
#include "print.h"
#include "progress.h"
#include "scenario.h"
#include "rounds.h"
#include "sample.h"
#include "shadow.h"
#include "soak.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#define STATUS_PASS 0
#define STATUS_FAIL 1

#define STATUS_INJECTED 3

const char *fail_pending;

static bool failed;

/* ---- The line -------------------------------------------------------------------------- */

/* The arena as one types it: 64K. */
static void print_arena(void)
{
	uint32_t unit = SOAK_ARENA % 1048576 == 0 ? 1048576 : SOAK_ARENA % 1024 == 0 ? 1024 : 1;

	print_u64(SOAK_ARENA / unit);
	print_text(unit == 1048576 ? "M" : unit == 1024 ? "K" : "");
}

static void field(const char *name, uint64_t value)
{
	print_char(' ');
	print_text(name);
	print_char('=');
	print_u64(value);
}

/* Operations a second, including those beside a tick. */
static uint64_t rate_of(uint64_t ops)
{
	uint64_t ms = progress_ms();

	return ms ? (ops + soak.interrupt_ops) * 1000 / ms : 0;
}

static void print_run(uint64_t ops)
{
	print_text(" board=");
	print_text(soak.board);
	field("seed", soak.seed);
	field("ops", ops);
	print_text(" digest=");
	print_hex(soak.digest[0], 8);
	print_hex(soak.digest[1], 8);
	print_text(" arena=");
	print_arena();
	field("harden", TARN_HARDEN);
	if (TARN_TAGS > 0)
		field("tags", TARN_TAGS);
	field("rounds", soak.rounds);
	field("ms", progress_ms());
	field("rate", rate_of(ops));
	field("refused", soak.refused);
	field("ticks", soak.ticks);
	field("nested", soak.nested);
	field("beside", soak.interrupt_ops);
	if (port_stack_unused() != UINT32_MAX)
		field("stack_unused", port_stack_unused());
}

/* The map comes last: the heap may be damaged, and then the map may crash. */
_Noreturn static void end_failed(const char *reason)
{
	inject_tell();
	print_text("SOAK FAIL reason=");
	print_text(reason);
	print_text(" scenario=");
	print_text(soak.scenario);
	print_run(progress_ops());
	print_newline();
	failed = true;
	maps_failure();
	tarn_port_exit(STATUS_FAIL);
}

_Noreturn void verdict_pass(void)
{
	sample_last();
	rounds_print();
	tarn_report(&tarn_default, print_sink, NULL);
	if (port_stack_unused() == 0)
		fail("stack-overflow");
	if (!soak.examine && soak.injection != INJECT_NONE && soak.injection != INJECT_STATUS)
		fail("undetected");
	print_text("SOAK PASS");
	print_run(progress_ended_at());
	print_newline();
	tarn_port_exit(soak.injection == INJECT_STATUS ? STATUS_INJECTED : STATUS_PASS);
}

/* ---- Failing --------------------------------------------------------------------------- */

_Noreturn void fail(const char *reason)
{
	end_failed(reason);
}

_Noreturn void fail_at(const char *reason, const char *what, uint32_t a, uint32_t b, uint32_t c)
{
	/* A pool whose count has drifted upwards seems to be full. Then the drift is the reason. */
	if (text_equal(reason, "pool-passed-over"))
		audit_pools();
	print_text(reason);
	print_text(": ");
	print_text(what);
	print_text(": ");
	print_u64(a);
	print_text(", ");
	print_u64(b);
	print_text(", ");
	print_u64(c);
	print_newline();
	end_failed(reason);
}

void fail_later(const char *reason)
{
	if (!get_shared(&fail_pending))
		set_shared(&fail_pending, reason);
}

/* ---- Faults ---------------------------------------------------------------------------- */

/* The reason for a fault, where a wrong call raised it. */
static const char *reason_of(uint32_t kind)
{
	switch (kind) {
	case TARN_FAULT_FOREIGN:
		return "foreign-free";
	case TARN_FAULT_LINK:
		return "link-corruption";
	default:
		return tarn_fault_name(kind);
	}
}

/* Also called in the tick's handler, where it must not print. */
static void on_fault(const struct tarn_fault *fault)
{
#if SOAK_POOLS
	if (strays_expect(fault))
		return;
#endif
	if (failed)
		return;
	soak.faults++;
	if (soak.shared) {
		fail_later(reason_of(fault->kind));
		return;
	}
	if (fault->name) {
		print_text("fault in ");
		print_text(fault->name);
		print_newline();
	}
	fail_at(reason_of(fault->kind), "Tarn raised a fault: kind, offset in the arena, heaps",
		fault->kind, (uint32_t)((uintptr_t)fault->pointer - (uintptr_t)soak_arena),
		fault->heap == &tarn_default);
}

void verdict_watch_faults(void)
{
	tarn_on_fault(on_fault);
}
