/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <stdio.h>

/* ---- The certificate ----------------------------------------------------------------------- */

static double percent(double part, double whole)
{
	return whole > 0 ? part * 100 / whole : 0;
}

static void print_traces(const struct traces *traces)
{
	for (uint32_t i = 0; i < traces->traces; i++) {
		const struct trace *trace = &traces->trace[i];

		printf("fitted on    %s: %u calls, at most %u bytes live and %u blocks\n",
		       trace->name, trace->operations, trace->peak, trace->blocks);
	}
}

static void print_wish(const struct observed *observed, const struct wish *wish,
		       const struct answer *answer)
{
	fputs("dial         ", stdout);
	if (observed->traces.traces)
		printf("%s, at most %u classes, ", wish->dial, wish->classes);
	printf("headroom %u %%, TARN_HARDEN %d, TARN_ALIGN %d\n", answer->headroom, TARN_HARDEN,
	       TARN_ALIGN);
	if (answer->needs)
		printf("warning      the table that you asked for needs %u bytes of RAM. Within %u "
		       "bytes: pools serve %u %% of the calls\n",
		       answer->needs, wish->ram, answer->percent);
	if (observed->verify.traces && wish->honest)
		printf("headroom     %u %% is the least that serves the traces of VERIFY, too\n",
		       answer->headroom);
}

/* Where the arena must start: for aligned requests, or for a granule of 16. The linker and C give
 * multiples of 8 anyway. */
static void print_start(const struct observed *observed)
{
	uint32_t align = observed->traces.align > observed->verify.align ? observed->traces.align
									 : observed->verify.align;

	align = align ? align : TARN_ALIGN;
	if (align > 8)
		printf("             it must start at a multiple of %u\n", align);
	if (!plan_aligned.requests)
		return;
	printf("aligned      %llu requests, at up to %u: ",
	       (unsigned long long)plan_aligned.requests, observed->traces.align);
	if (plan_aligned.align)
		printf("classes from %u on have TARN_ALIGNED(%u), and serve them\n",
		       plan_aligned.from, plan_aligned.align);
	else
		printf("no pool serves them, but the commons\n");
}

static void print_arena(const struct observed *observed, const struct wish *wish,
			const struct answer *answer)
{
	uint32_t peak = observed->traces.peak;

	printf("arena        %u bytes, all metadata included\n", answer->arena);
	if (answer->smallest) {
		printf("             %u is the smallest that serves, found by replay",
		       answer->smallest);
		if (peak)
			printf("; with Tarn's static RAM %.4f of the peak",
			       (double)(answer->smallest + wish->heap) / peak);
		putchar('\n');
	}
	print_start(observed);
	printf("RAM          %u bytes: the arena, and %u of Tarn's static RAM\n",
	       answer->arena + wish->heap, wish->heap);
}

/* The peaks need a trace. */
static void print_peak(const uint32_t *peak, const char *more)
{
	if (peak)
		printf(" %8u", *peak);
	puts(more);
}

static void print_classes(const struct answer *answer, const uint32_t *peak)
{
	uint32_t commons = 0;

	printf("class    B   blocks      bytes %% arena%s\n", peak ? "     peak" : "");
	for (uint32_t i = 0; i < answer->plan.classes; i++) {
		const struct tarn_class *class = &answer->plan.class[i];
		uint32_t bytes = class->blocks * class->size;

		printf("%9u %8u %10u %7.1f", class->size, class->blocks, bytes,
		       percent(bytes, answer->arena));
		print_peak(peak ? peak + i : NULL,
			   class->blocks ? "" : "  a fence: the commons serve it");
	}
	replay_divides(plan_table(&answer->plan), answer->arena, &commons);
	printf("  commons          %10u %7.1f", commons, percent(commons, answer->arena));
	print_peak(peak ? peak + answer->plan.classes : NULL, "");
}

/* Adds the calls, and keeps the largest peaks, of all traces. */
static void replay_all(const struct traces *traces, const struct answer *answer,
		       struct replay_counts *sum)
{
	static struct replay_counts one;

	for (uint32_t t = 0; t < traces->traces; t++) {
		replay_count(&traces->trace[t], plan_table(&answer->plan), answer->arena, &one,
			     NULL, NULL);
		sum->pool_calls += one.pool_calls;
		sum->refused += one.refused;
		for (uint32_t i = 0; i <= answer->plan.classes; i++)
			sum->peak[i] = one.peak[i] > sum->peak[i] ? one.peak[i] : sum->peak[i];
	}
}

static void print_larger(const struct larger *larger)
{
	printf("larger       of the next %u arenas, in steps of %u bytes, %u refuse a request",
	       larger->looked, (unsigned)TARN_ALIGN, larger->refuse);
	if (larger->refuse && larger->steady)
		printf(", none from %u on", larger->steady);
	puts("; others were not tried");
}

static void print_proof(const struct observed *observed, const struct answer *answer,
			const struct replay_counts *counts)
{
	printf("pools serve  %.2f %% of %llu calls\n",
	       percent((double)counts->pool_calls, (double)observed->traces.calls),
	       (unsigned long long)observed->traces.calls);
	printf("proof        Tarn replayed each trace in an arena of %u bytes: %llu requests "
	       "refused\n",
	       answer->arena, (unsigned long long)counts->refused);
	for (uint32_t i = 0; i < observed->verify.traces; i++) {
		const struct trace *trace = &observed->verify.trace[i];
		static struct replay_counts verified;

		replay_count(trace, plan_table(&answer->plan), answer->arena, &verified, NULL,
			     NULL);
		printf("verified     %s: %u calls, at most %u bytes live: %llu refused\n",
		       trace->name, trace->operations, trace->peak,
		       (unsigned long long)verified.refused);
	}
	print_larger(&answer->larger);
}

static void print_certificate(const struct observed *observed, const struct wish *wish,
			      const struct answer *answer)
{
	static struct replay_counts counts;
	bool traced = observed->traces.traces;

	replay_all(&observed->traces, answer, &counts);
	print_traces(&observed->traces);
	print_wish(observed, wish, answer);
	print_arena(observed, wish, answer);
	print_classes(answer, traced ? counts.peak : NULL);
	if (traced)
		print_proof(observed, answer, &counts);
}

/* ---- C ------------------------------------------------------------------------------------- */

static void print_class(const struct tarn_class *class)
{
	printf(" \\\n\tCLASS(%u, %u, 0, %s", class->size, class->blocks,
	       class->overflow == TARN_REFUSE ? "TARN_REFUSE" : "TARN_TO_COMMONS");
	if (plan_rule(class) != class->overflow)
		printf(" | TARN_ALIGNED(%u)", plan_aligned.align);
	fputs(")", stdout);
}

/* The granule comes before the table: the compiler's errors about its sizes would not name the
 * reason. */
static void print_table(const struct answer *answer)
{
	printf("_Static_assert(TARN_ALIGN == %d,\n"
	       "	       \"this table is sized for TARN_ALIGN %d: compile every file with "
	       "-DTARN_ALIGN=%d\");\n\n",
	       TARN_ALIGN, TARN_ALIGN, TARN_ALIGN);
	printf("#define TARN_MALLOC_CLASSES(CLASS)");
	for (uint32_t i = 0; i < answer->plan.classes; i++)
		print_class(&answer->plan.class[i]);
	printf("\nTARN_TABLE_EXTERN(tarn_malloc_table, TARN_MALLOC_CLASSES);\n"
	       "\n"
	       "_Static_assert((uint32_t)(TARN_BUILD_ID) == UINT32_C(%u),\n"
	       "	       \"this table is sized for TARN_HARDEN %d, TARN_ALIGN %d, TARN_TAGS "
	       "%d and the defaults of tarn_config.h\");\n"
	       "TARN_TABLE_FITS(tarn_malloc_table, TARN_MALLOC_CLASSES, %u);\n",
	       (uint32_t)(TARN_BUILD_ID), TARN_HARDEN, TARN_ALIGN, TARN_TAGS, answer->arena);
}

static void print_reserved(const struct answer *answer)
{
	uint32_t steady = answer->larger.steady;

	printf("/* A build that sets TARN_ARENA_SIZE must reserve the arena of the proof, or a "
	       "larger one\n"
	       " * that is known to refuse nothing. */\n"
	       "#ifdef TARN_ARENA_SIZE\n"
	       "_Static_assert(TARN_ARENA_SIZE %s %u",
	       steady == answer->arena ? ">=" : "==", answer->arena);
	if (steady > answer->arena)
		printf(" || TARN_ARENA_SIZE >= %u", steady);
	printf(",\n	       \"this table is sized for an arena of %u bytes", answer->arena);
	if (!steady)
		fputs(", and the next larger ones refuse", stdout);
	else if (steady != answer->arena)
		printf(", or of %u and more", steady);
	puts("\");\n#endif");
}

void output_print(const struct observed *observed, const struct wish *wish,
		  const struct answer *answer)
{
	print_certificate(observed, wish, answer);
	putchar('\n');
	print_table(answer);
	print_reserved(answer);
}
