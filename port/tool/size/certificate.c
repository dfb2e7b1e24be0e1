/* SPDX-License-Identifier: MIT */
#include "certificate.h"

static const char *const dial_name[] = {"frugal", "fast", "guarantee"};

static double percent(double part, double whole)
{
	return whole > 0 ? part * 100 / whole : 0;
}

/* The RAM over the peak payload; 0 without a peak. */
static double ratio(const struct observed *observed, const struct wish *wish, uint32_t arena)
{
	uint32_t peak = observed->traces.peak;

	return peak ? (double)(arena + wish->heap) / peak : 0;
}

/* ---- Replay, of all traces ------------------------------------------------------------------ */

/* Adds counts, and keeps the largest peaks. `peak` is the moment of the trace with the most
 * bytes. */
static void add(struct replay_counts *sum, const struct replay_counts *one, uint32_t classes)
{
	sum->calls += one->calls;
	sum->pool_calls += one->pool_calls;
	sum->refused += one->refused;
	sum->metadata = one->metadata;
	sum->pools = one->pools;
	sum->commons = one->commons;
	if (one->peak.requested > sum->peak.requested)
		sum->peak = one->peak;
	for (uint32_t i = 0; i <= classes; i++) {
		sum->class[i].requests += one->class[i].requests;
		sum->class[i].served += one->class[i].served;
		if (one->class[i].peak > sum->class[i].peak)
			sum->class[i].peak = one->class[i].peak;
	}
}

static void replay_all(const struct traces *traces, const struct answer *answer,
		       struct replay_counts *sum)
{
	static struct replay_counts one;
	const struct tarn_table *table = plan_table(&answer->plan);
	uint32_t commons;

	*sum = (struct replay_counts){0};
	replay_divides(table, answer->arena, &commons);
	sum->commons = commons;
	for (uint32_t i = 0; i < traces->traces; i++) {
		replay_count(&traces->trace[i], table, answer->arena, &one, NULL, NULL);
		add(sum, &one, answer->plan.classes);
	}
}

/* ---- Lines --------------------------------------------------------------------------------- */

static void print_inputs(FILE *file, const struct observed *observed)
{
	const struct counters *counters = &observed->counters;

	for (uint32_t i = 0; i < observed->traces.traces; i++) {
		const struct trace *trace = &observed->traces.trace[i];

		fprintf(file, "fitted on    %s: %u calls, at most %u bytes live and %u blocks\n",
			trace->name, trace->operations, trace->peak, trace->blocks);
	}
	if (counters->reports)
		fprintf(file, "fitted on    counters: %u reports of a heap of %u bytes\n",
			counters->reports, counters->arena);
}

static void print_dial(FILE *file, const struct observed *observed, const struct wish *wish,
		       const struct answer *answer)
{
	fprintf(file,
		"dial         %s, at most %u classes, headroom %u %%, TARN_HARDEN %d, TARN_ALIGN "
		"%d\n",
		dial_name[wish->dial], wish->classes, answer->headroom, TARN_HARDEN, TARN_ALIGN);
	if (!answer->needs)
		return;
	fprintf(file,
		"warning      the table that you asked for needs %u bytes of RAM. Within %u "
		"bytes: ",
		answer->needs, wish->ram);
	if (observed->traces.traces)
		fprintf(file, "pools serve %u %% of the calls\n", answer->percent);
	else
		fprintf(file, "the table of DIAL=%s\n", answer->percent ? "fast" : "frugal");
}

/* Where the arena must start: for aligned requests, or for a granule of 16. The linker and C give
 * multiples of 8 anyway. */
static void print_start(FILE *file, const struct observed *observed)
{
	uint32_t align = observed->traces.align > observed->verify.align ? observed->traces.align
									 : observed->verify.align;

	if (align)
		fprintf(file,
			"             it must start at a multiple of %u, for aligned requests\n",
			align);
	if (plan_aligned.align)
		fprintf(file,
			"aligned      %llu requests, at up to %u: classes from %u on have "
			"TARN_ALIGNED(%u), and serve them\n",
			(unsigned long long)plan_aligned.requests, observed->traces.align,
			plan_aligned.from, plan_aligned.align);
	else if (plan_aligned.requests)
		fprintf(file,
			"aligned      %llu requests, at up to %u: no pool serves them, but the "
			"commons. Classes are\n"
			"             TARN_ALIGNED where one request in %u is, at up to %u\n",
			(unsigned long long)plan_aligned.requests, observed->traces.align,
			(unsigned)PLAN_ALIGN_SHARE, (unsigned)PLAN_ALIGN_MAX);
	if (align)
		return;
	if (TARN_ALIGN > 8)
		fprintf(file, "             it must start at a multiple of %u\n",
			(unsigned)TARN_ALIGN);
}

static void print_arena(FILE *file, const struct observed *observed, const struct wish *wish,
			const struct answer *answer)
{
	uint32_t base = answer->smallest > answer->sum ? answer->smallest : answer->sum;

	fprintf(file, "arena        %u bytes, all metadata included\n", answer->arena);
	if (answer->smallest) {
		fprintf(file, "             %u is the smallest that serves, found by replay",
			answer->smallest);
		if (observed->traces.peak)
			fprintf(file, "; with Tarn's static RAM %.4f of the peak",
				ratio(observed, wish, answer->smallest));
		fputc('\n', file);
	}
	if (answer->sum)
		fprintf(file,
			"             %u is the sum of the counters' peaks, with the headroom. "
			"A sum is no proof:\n"
			"             it leaves out what the commons lose to fragmentation\n",
			answer->sum);
	if (answer->sum && !observed->traces.traces && !observed->verify.traces)
		fputs("             Recorded programs needed a headroom of 0 to 10 %: take "
		      "HEADROOM=10. A recording\n"
		      "             proves it: COUNTERS=<log> VERIFY=<trace> finds the least\n",
		      file);
	print_start(file, observed);
	fprintf(file, "margin       %u bytes, %.1f %%\n", answer->arena - base,
		percent(answer->arena - base, base));
	fprintf(file, "RAM          %u bytes: the arena, and %u of Tarn's static RAM\n",
		answer->arena + wish->heap, wish->heap);
}

static void print_class(FILE *file, const struct answer *answer, uint32_t index,
			const struct replay_counts *counts)
{
	const struct tarn_class *class = &answer->plan.class[index];
	const struct replay_class *seen = &counts->class[index];
	uint32_t bytes = class->blocks * class->size;

	fprintf(file, "%9u %8u %10u %7.1f", class->size, class->blocks, bytes,
		percent(bytes, answer->arena));
	if (counts->calls)
		fprintf(file, " %8u %8u %10llu %10llu", seen->peak, class->blocks - seen->peak,
			(unsigned long long)seen->requests,
			(unsigned long long)(seen->requests - seen->served));
	fprintf(file, "%s\n", class->blocks ? "" : "  a fence: the commons serve it");
}

/* The last four columns need a trace. */
static void print_classes(FILE *file, const struct answer *answer,
			  const struct replay_counts *counts)
{
	const struct replay_class *commons = &counts->class[answer->plan.classes];

	fprintf(file, "class    B   blocks      bytes %% arena%s\n",
		counts->calls ? "     peak    spare   requests elsewhere" : "");
	for (uint32_t i = 0; i < answer->plan.classes; i++)
		print_class(file, answer, i, counts);
	fprintf(file, "  commons          %10u %7.1f", counts->commons,
		percent(counts->commons, answer->arena));
	if (counts->calls)
		fprintf(file, " %8u %8u %10llu", commons->peak, counts->commons - commons->peak,
			(unsigned long long)commons->requests);
	fputc('\n', file);
}

static void print_larger(FILE *file, const struct answer *answer)
{
	const struct larger *larger = &answer->larger;

	fprintf(file,
		"larger       of the next %u arenas, in steps of %u bytes, %u refuse a request",
		larger->looked, (unsigned)TARN_ALIGN, larger->refuse);
	if (larger->refuse && larger->steady)
		fprintf(file, ", none from %u on", larger->steady);
	fputs("; others were not tried\n", file);
}

static void print_proof(FILE *file, const struct answer *answer, const struct replay_counts *counts)
{
	const struct replay_moment *peak = &counts->peak;

	fprintf(file,
		"waste        at the peak: %.1f %% inside blocks, %u bytes in idle blocks of "
		"pools, %u bytes of metadata\n",
		percent(peak->blocks - peak->requested, peak->blocks), peak->idle,
		counts->metadata);
	fprintf(file, "pools serve  %.2f %% of %llu calls\n",
		percent((double)counts->pool_calls, (double)counts->calls),
		(unsigned long long)counts->calls);
	fprintf(file,
		"proof        Tarn replayed each trace in an arena of %u bytes: %llu requests "
		"refused\n",
		answer->arena, (unsigned long long)counts->refused);
	print_larger(file, answer);
}

static void print_verified(FILE *file, const struct observed *observed, const struct answer *answer)
{
	for (uint32_t i = 0; i < observed->verify.traces; i++) {
		const struct trace *trace = &observed->verify.trace[i];
		static struct replay_counts verified;

		replay_count(trace, plan_table(&answer->plan), answer->arena, &verified, NULL,
			     NULL);
		fprintf(file, "verified     %s: %u calls, at most %u bytes live: %llu refused\n",
			trace->name, trace->operations, trace->peak,
			(unsigned long long)verified.refused);
	}
}

static void print_honest(FILE *file, const struct observed *observed, const struct wish *wish,
			 const struct answer *answer)
{
	if (observed->verify.traces && wish->honest)
		fprintf(file,
			"headroom     %u %% is the least that serves the traces of VERIFY, too\n",
			answer->headroom);
}

void certificate_print(FILE *file, const struct observed *observed, const struct wish *wish,
		       const struct answer *answer)
{
	static struct replay_counts counts;

	replay_all(&observed->traces, answer, &counts);
	print_inputs(file, observed);
	print_dial(file, observed, wish, answer);
	print_honest(file, observed, wish, answer);
	print_arena(file, observed, wish, answer);
	print_classes(file, answer, &counts);
	if (observed->traces.traces)
		print_proof(file, answer, &counts);
	print_verified(file, observed, answer);
}

void certificate_line(FILE *file, const struct observed *observed, const struct wish *wish,
		      const struct answer *answer)
{
	static struct replay_counts counts;

	replay_all(&observed->traces, answer, &counts);
	fprintf(file, "dial=%s percent=%u ram=%u ratio=%.4f pools=%.2f refused=%llu headroom=%u\n",
		dial_name[wish->dial], answer->percent, answer->fitted + wish->heap,
		ratio(observed, wish, answer->fitted),
		percent((double)counts.pool_calls, (double)counts.calls),
		(unsigned long long)counts.refused, answer->headroom);
}
