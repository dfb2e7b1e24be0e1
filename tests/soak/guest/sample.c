/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include "block.h"
#include "fixed.h"
#include "print.h"
#include "progress.h"
#include "rounds.h"
#include "soak.h"
#include "tarn_port_extra.h"
#include "worst.h"

/* Between two samples, and between two marks: a sixtieth of the time that the run has gone on, but */
#define SPARSEST_MS 30000
#define DENSEST_MS  900 /* less than there is between two progress lines */

#define NOTHING UINT32_MAX

static struct {
	uint64_t sample_ms; /* of the last one */
	uint64_t mark_ms;
	bool marked;
	uint32_t least;
} log = {0, 0, false, NOTHING};

/* ---- When ------------------------------------------------------------------------------ */

static bool due(uint64_t last)
{
	uint64_t elapsed = progress_ms();
	uint64_t interval = SPARSEST_MS;

	if (elapsed < UINT64_C(60) * SPARSEST_MS)
		interval = (uint32_t)elapsed / 60;
	if (interval < DENSEST_MS)
		interval = DENSEST_MS;
	return elapsed - last >= interval;
}

/* The first mark comes at the first occasion: however fast the machine, a run can go on from its log. */
bool sample_mark_due(void)
{
	progress_clock();
	if (!soak.logged || (log.marked && !due(log.mark_ms)))
		return false;
	log.mark_ms = progress_ms();
	log.marked = true;
	return true;
}

void sample_round_over(void)
{
	if (shadow.requested < log.least)
		log.least = shadow.requested;
}

/* ---- What ------------------------------------------------------------------------------ */

static void name_of(const char *name)
{
	print_text(",\"");
	print_text(name);
	print_text("\":");
}

void sample_number(const char *name, uint64_t value)
{
	name_of(name);
	print_u64(value);
}

static void maybe(const char *name, bool known, uint64_t value)
{
	if (known) {
		sample_number(name, value);
		return;
	}
	name_of(name);
	print_text("null");
}

static void hex(const char *name, uint64_t value, unsigned int digits)
{
	name_of(name);
	print_char('"');
	print_hex(value, digits);
	print_char('"');
}

void sample_digest(void)
{
	hex("digest", (uint64_t)soak.digest[0] << 32 | soak.digest[1], 16);
}

static void refusals(void)
{
	struct tarn_class_stats stats;

	sample_number("refused", soak.refused);
	name_of("refused_by_class");
	for (uint32_t i = 0; i <= shadow.classes; i++) {
		tarn_class_stats(&tarn_default, i, &stats);
		print_char(i ? ',' : '[');
		print_u64(stats.refused);
	}
	print_char(']');
}

static void memory(void)
{
	uint32_t held;
	uint32_t longest;
	bool known = fixed_told(&held, &longest);

	sample_number("live", shadow_blocks());
	sample_number("bytes", shadow.requested);
	sample_number("peak", shadow.peak_requested);
	maybe("least", log.least != NOTHING, log.least);
	sample_number("waste", rounds_waste());
	sample_number("stranded", rounds_stranded());
	sample_number("longest", shadow_longest() * GRANULE_BYTES);
	sample_number("commons", shadow.commons->live * GRANULE_BYTES);
	maybe("fixed_held", known, held);
	maybe("fixed_longest", known, longest);
}

static void sample(void)
{
	print_text("{\"record\":\"sample\"");
	sample_number("ms", progress_ms());
	sample_number("ops", progress_ops());
	sample_number("beside", soak.interrupt_ops);
	sample_number("rounds", soak.rounds);
	name_of("scenario");
	print_char('"');
	print_text(soak.scenario);
	print_char('"');
	memory();
	refusals();
	sample_number("faults", soak.faults);
	maybe("alloc_worst", worst_known(), worst_instructions(WORST_ALLOC));
	maybe("free_worst", worst_known(), worst_instructions(WORST_FREE));
	maybe("stack_unused", port_stack_unused() != UINT32_MAX, port_stack_unused());
	hex("contents", block_contents(), 8);
	sample_digest();
	sample_number("seed", soak.seed);
	print_text("}\n");
	log.sample_ms = progress_ms();
	log.least = NOTHING;
}

void sample_if_due(void)
{
	if (soak.logged && due(log.sample_ms))
		sample();
}

void sample_last(void)
{
	if (soak.logged)
		sample();
}
