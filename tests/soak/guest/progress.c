/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include "audit.h"
#include "files.h"
#include "inject.h"
#include "keep.h"
#include "maps.h"
#include "print.h"
#include "rounds.h"
#include "shadow.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

/* A little under a second, so that at least one line comes in each second. */
#define LINE_MS 950

/* Looks between two readings of the clock. A reading stops the guest for some microseconds. */
#define CLOCK_CARES 4

uint32_t progress_span = CARE_OPS;
uint32_t progress_until = CARE_OPS;
static struct {
	uint64_t ops_before;
	uint64_t ms_before;
	uint32_t clock; /* as last read */
	uint32_t clock_offset;
	uint32_t cares_to_clock;
	uint32_t ops_to_care;
	uint32_t ops_to_audit;
	uint64_t line_ms; /* when the last line was printed */
	uint64_t line_ops;
	uint64_t ended_at; /* operations; 0: not yet */
} progress;

static uint32_t read_clock(void)
{
	return tarn_port_milliseconds() + progress.clock_offset;
}

static void plan_look(void)
{
	uint64_t left = soak.limit_ops - progress_ops();

	progress_span = progress.ops_to_care;
	if (soak.limit_ops && !soak.stopping && left < progress_span)
		progress_span = (uint32_t)left;
	progress_until = progress_span;
}

/* With WRAP=1 the clock begins late, too, and wraps during the run. */
void progress_start(uint64_t elapsed, uint64_t ops)
{
	progress.ops_before = progress.line_ops = soak.ops = ops;
	progress.ops_to_care = CARE_OPS;
	plan_look();
	progress.ms_before = progress.line_ms = soak.ms = elapsed;
	progress.clock_offset =
		(uint32_t)elapsed ? (uint32_t)elapsed - tarn_port_milliseconds() : 0;
	progress.clock = read_clock();
	progress.cares_to_clock = CLOCK_CARES;
	progress.ops_to_audit = AUDIT_OPS;
}

uint64_t progress_ops(void)
{
	return operations() - progress.ops_before;
}

uint64_t progress_ms(void)
{
	return soak.ms - progress.ms_before;
}

/* The part of the run that is done, in thousandths. */
static uint32_t share_done(void)
{
	uint64_t done = soak.limit_ops ? progress_ops() : progress_ms();
	uint64_t all = soak.limit_ops ? soak.limit_ops : soak.limit_ms;

	for (; all > UINT32_MAX; all >>= 1)
		done >>= 1;
	done = all ? done * 1000 / all : 0;
	return done > 1000 ? 1000 : (uint32_t)done;
}

static void number(const char *name, uint64_t value, unsigned int width)
{
	print_text("  ");
	print_text(name);
	print_char(' ');
	print_padded(value, width);
}

/* All operations, also those outside the digest. */
static uint64_t ops_done(void)
{
	return operations() + soak.interrupt_ops;
}

static void line(void)
{
	uint64_t rate = (ops_done() - progress.line_ops) * 1000 / (soak.ms - progress.line_ms);

	print_text(soak.board);
	print_char(' ');
	print_padded((progress_ms() + 1000 - LINE_MS) / 1000, 6);
	print_text(" s ");
	print_padded(share_done() / 10, 3);
	print_char('%');
	number("ops", progress_ops(), 9);
	number("beside", soak.interrupt_ops, 8);
	number("ops/s", rate, 7);
	number("live", shadow_blocks(), 5);
	number("bytes", shadow.requested, 6);
	number("peak", shadow.peak_requested, 6);
	print_text("  waste ");
	print_percent(rounds_waste());
	number("longest", shadow_longest() * GRANULE_BYTES, 6);
	number("refused", soak.refused, 5);
	number("faults", soak.faults, 1);
	print_text("  ");
	print_text(soak.scenario);
	print_newline();
	progress.line_ms = soak.ms;
	progress.line_ops = ops_done();
}

void progress_clock(void)
{
	uint32_t now = read_clock();

	soak.ms += now - progress.clock;
	progress.clock = now;
	if (soak.limit_ms && progress_ms() >= soak.limit_ms)
		soak.stopping = true;
	if (soak.ms - progress.line_ms < LINE_MS)
		return;
	line();
	maps_second();
	if (port_stop_asked() || (soak.stop_file && file_is_there(soak.stop_file)))
		soak.stopping = true;
}

static void care(void)
{
	inject_between();
	rounds_check_waste();
	progress.ops_to_audit -= CARE_OPS;
	if (progress.ops_to_audit == 0) {
		progress.ops_to_audit = AUDIT_OPS;
		if (!soak.steady)
			audit();
	}
	if (--progress.cares_to_clock == 0) {
		progress.cares_to_clock = CLOCK_CARES;
		progress_clock();
	}
}

static void stop_here(void)
{
	soak.stopping = true;
	if (!soak.examine)
		return;
	audit();
	verdict_pass();
}

/* Adds the operations done since the last look to the count. */
static void count_span(void)
{
	uint32_t done = progress_span - progress_until;

	soak.ops += done;
	progress.ops_to_care -= done;
	progress_span = progress_until = 0;
}

/* An end of the run that comes early moves none of the other checks. */
void progress_look(void)
{
	count_span();
	if (soak.limit_ops && progress_ops() >= soak.limit_ops)
		stop_here();
	if (progress.ops_to_care == 0) {
		progress.ops_to_care = CARE_OPS;
		care();
	}
	plan_look();
}

void progress_keep(keep *keep)
{
	count_span();
	plan_look();
	keep(&soak.ops, sizeof(soak.ops));
	keep(&soak.ms, sizeof(soak.ms));
	keep(&progress.ops_before, sizeof(progress.ops_before));
	keep(&progress.ms_before, sizeof(progress.ms_before));
	keep(&progress.ops_to_care, sizeof(progress.ops_to_care));
	keep(&progress.ops_to_audit, sizeof(progress.ops_to_audit));
}

void progress_resumed(void)
{
	progress.clock = read_clock();
	progress.line_ms = soak.ms;
	progress.line_ops = ops_done();
	plan_look();
}

/* A replay with OPS= stops at the operation where the run turned out to be over. Frees after it are
 * not counted. */
void progress_end(void)
{
	if (!progress.ended_at)
		progress.ended_at = progress_ops();
}

uint64_t progress_ended_at(void)
{
	return progress.ended_at ? progress.ended_at : progress_ops();
}
