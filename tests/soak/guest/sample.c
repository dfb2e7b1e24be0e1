/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include "print.h"
#include "progress.h"
#include "rounds.h"
#include "shadow.h"
#include "soak.h"
#include "tarn_port_extra.h"

/* The time between two samples, and between two marks: a sixtieth of the time so far, within these
 * bounds. */
#define SPARSEST_MS 30000
#define DENSEST_MS  900 /* less than the time between two progress lines */

#define NOTHING UINT32_MAX

/* The last sample and the last mark. Times are compared modulo 2^32. */
static struct {
	uint32_t sample_ms;
	uint32_t mark_ms;
	uint32_t least;
	bool marked;
	bool told; /* no round has ended since the last sample */
} log = {0, 0, NOTHING, false, true};

static void sample(void);

/* ---- When ------------------------------------------------------------------------------ */

static bool due(uint32_t last)
{
	uint64_t elapsed = progress_ms();
	uint32_t interval = SPARSEST_MS;

	if (elapsed < UINT64_C(60) * SPARSEST_MS)
		interval = (uint32_t)elapsed / 60;
	if (interval < DENSEST_MS)
		interval = DENSEST_MS;
	return (uint32_t)elapsed - last >= interval;
}

/* Prints a sample of the rounds since the last one. A mark calls it first, so a run that continues
 * from the mark loses none of them. */
void sample_last(void)
{
	if (soak.logged && !log.told)
		sample();
}

/* The first mark comes as early as possible, so that even a run of less than a second can continue
 * from its log. */
bool sample_before_mark(void)
{
	progress_clock();
	if (!soak.logged || (log.marked && !due(log.mark_ms)))
		return false;
	sample_last();
	log.mark_ms = (uint32_t)progress_ms();
	log.marked = true;
	return true;
}

void sample_round_over(void)
{
	log.told = false;
	if (shadow.requested < log.least)
		log.least = shadow.requested;
	if (due(log.sample_ms))
		sample_last();
}

/* ---- What ------------------------------------------------------------------------------ */

void sample_name(const char *name)
{
	print_text(",\"");
	print_text(name);
	print_text("\":");
}

void sample_number(const char *name, uint64_t value)
{
	sample_name(name);
	print_u64(value);
}

void sample_text(const char *name, const char *text)
{
	sample_name(name);
	print_char('"');
	print_text(text);
	print_char('"');
}

static void maybe(const char *name, bool known, uint64_t value)
{
	if (known) {
		sample_number(name, value);
		return;
	}
	sample_name(name);
	print_text("null");
}

static void sample(void)
{
	print_text("{\"record\":\"sample\"");
	sample_number("ms", progress_ms());
	sample_number("ops", progress_ops());
	sample_number("beside", soak.interrupt_ops);
	sample_number("beside_ms", soak.interrupt_ms);
	maybe("least", log.least != NOTHING, log.least);
	maybe("stack_unused", port_stack_unused() != UINT32_MAX, port_stack_unused());
	rounds_tell();
	print_text("}\n");
	log.sample_ms = (uint32_t)progress_ms();
	log.least = NOTHING;
	log.told = true;
}
