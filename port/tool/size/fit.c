/* SPDX-License-Identifier: MIT */
#include "fit.h"

#include <stdio.h>
#include <stdlib.h>

#include "guarantee.h"
#include "headroom.h"
#include "search.h"

#define GUARANTEE_PERCENT 100
#define GOAL_TRIES        4
#define FAST_BEGINNINGS   4

/* Larger arenas are tried up to LARGER_PERCENT more, as long as LARGER_WORK operations allow. */
#define LARGER_PERCENT 5
#define LARGER_WORK    UINT64_C(20000000)

static _Noreturn void end(void)
{
	fputc('\n', stderr);
	exit(1);
}

/* ---- One table ----------------------------------------------------------------------------- */

static uint64_t pool_calls(const struct observed *observed, const struct plan *plan, uint32_t arena)
{
	static struct replay_counts counts;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < observed->traces.traces; i++) {
		replay_count(&observed->traces.trace[i], plan_table(plan), arena, &counts, NULL,
			     NULL);
		sum += counts.pool_calls;
	}
	return sum;
}

/* Replay may serve a little less from pools than the model predicts. Then the goal is raised. */
static uint32_t fit_goal(const struct observed *observed, uint32_t classes, uint64_t wanted,
			 uint64_t goal_calls, struct plan *plan)
{
	struct goal goal = {.classes = classes, .pool_calls = goal_calls};
	uint32_t arena = 0;

	for (int i = 0; i < GOAL_TRIES; i++) {
		uint64_t served;

		search_begin_fast(&observed->demand, classes, plan);
		arena = search(&observed->demand, &goal, plan);
		served = arena ? pool_calls(observed, plan, arena) : wanted;
		if (served >= wanted)
			break;
		goal.pool_calls += wanted - served + observed->traces.calls / 1000;
	}
	return arena;
}

/* A search by small changes does not find everything: a table that serves more calls may take fewer
 * bytes. So the search begins at several goals from `percent` to all calls. */
static uint32_t fit_fast(const struct observed *observed, uint32_t classes, uint32_t percent,
			 struct plan *plan)
{
	uint64_t calls = observed->traces.calls;
	uint64_t wanted = (calls * percent + 99) / 100;
	uint32_t least = 0;

	for (uint64_t part = 0; part < FAST_BEGINNINGS; part++) {
		struct plan other;
		uint64_t goal = wanted + (calls - wanted) * part / FAST_BEGINNINGS;
		uint32_t arena = fit_goal(observed, classes, wanted, goal, &other);

		if (!arena || (least && arena >= least))
			continue;
		least = arena;
		*plan = other;
	}
	return least;
}

/* Begins at no pools, and at the pools of a fast table. The goal is then only few bytes. */
static uint32_t fit_frugal(const struct observed *observed, uint32_t classes, struct plan *plan)
{
	struct goal goal = {.classes = classes};
	struct plan fast;
	uint32_t least;
	uint32_t arena;

	plan->classes = 0;
	least = search(&observed->demand, &goal, plan);
	if (!fit_fast(observed, classes, FAST_PERCENT, &fast))
		return least;
	arena = search(&observed->demand, &goal, &fast);
	if (least && least <= arena)
		return least;
	*plan = fast;
	return arena;
}

/* Finds a table whose pools serve `percent` of all calls. Returns its smallest arena; 0 if none is
 * large enough. */
static uint32_t fit_percent(const struct observed *observed, uint32_t classes, uint32_t percent,
			    struct plan *plan)
{
	uint32_t arena;

	if (percent == 0)
		return fit_frugal(observed, classes, plan);
	if (percent < GUARANTEE_PERCENT)
		return fit_fast(observed, classes, percent, plan);
	guarantee(&observed->demand, classes, plan);
	arena = plan_large(plan, &observed->traces);
	return arena ? plan_smallest(plan, &observed->traces, arena) : 0;
}

/* ---- Headroom and counters ------------------------------------------------------------------ */

static uint32_t percent_of(enum dial dial)
{
	return dial == DIAL_FRUGAL ? 0 : dial == DIAL_FAST ? FAST_PERCENT : GUARANTEE_PERCENT;
}

static _Noreturn void refuse_headroom(const struct observed *observed, const struct wish *wish,
				      const struct plan *plan, uint32_t smallest)
{
	uint32_t honest = headroom_honest(observed, plan, smallest);

	fputs("error: ", stderr);
	if (!wish->honest)
		fprintf(stderr, "HEADROOM=%u: ", wish->headroom);
	fputs("a request of a trace of VERIFY is refused; ", stderr);
	if (honest > HEADROOM_MAX)
		fprintf(stderr, "no headroom of up to %u %% is enough", HEADROOM_MAX);
	else
		fprintf(stderr, "HEADROOM=%u is enough", honest);
	end();
}

/* Enlarges the arena so that it also holds the sum of the counters' peaks. */
static void add_counters(const struct observed *observed, struct answer *answer)
{
	const struct counters *counters = &observed->counters;
	uint64_t commons;

	if (!counters->reports)
		return;
	commons = counters_commons(counters, &answer->plan);
	commons = (commons * (100 + answer->headroom) + 99) / 100;
	if (commons > TARN_ARENA_MAX) {
		fputs("error: the sum of the peaks is more than 128 MiB", stderr);
		end();
	}
	answer->sum = headroom_arena(&answer->plan, (uint32_t)commons);
	if (!answer->sum) {
		fputs("error: no arena of up to 128 MiB holds the sum of the peaks", stderr);
		end();
	}
	if (answer->sum <= answer->arena)
		return;
	answer->arena = headroom_step(observed, &answer->plan, answer->sum);
	if (!answer->arena) {
		fprintf(stderr,
			"error: the counters need an arena of %u bytes; with that, and up to 1 %% "
			"more, a request of a trace is refused",
			answer->sum);
		end();
	}
}

/* Finds the table for the traces. Returns false if it does not serve `verify` with the headroom. */
static bool answer_from_traces(const struct observed *observed, const struct wish *wish,
			       struct answer *answer, struct plan *plan)
{
	answer->smallest = fit_percent(observed, wish->classes, answer->percent, plan);
	if (!answer->smallest) {
		fputs("error: no arena of up to 128 MiB serves the trace", stderr);
		end();
	}
	if (answer->percent == GUARANTEE_PERCENT)
		counters_raise(&observed->counters, plan);
	if (wish->honest)
		answer->headroom = headroom_honest(observed, plan, answer->smallest);
	if (answer->headroom <= HEADROOM_MAX)
		answer->arena = headroom_settle(observed, plan, answer->smallest, answer->headroom,
						&answer->plan);
	return answer->arena != 0;
}

static void plan_from_counters(const struct observed *observed, const struct wish *wish,
			       struct answer *answer)
{
	const struct counters *counters = &observed->counters;
	struct plan *plan = &answer->plan;

	if (answer->percent)
		counters_plan(counters, wish->classes, plan);
	for (uint32_t i = 0; i < plan->classes; i++) {
		uint64_t blocks = plan->class[i].blocks;

		if (answer->percent == GUARANTEE_PERCENT &&
		    !counters->class[counters->classes].peak)
			plan->class[i].overflow = TARN_REFUSE;
		plan->class[i].blocks = (uint32_t)((blocks * (100 + answer->headroom) + 99) / 100);
	}
}

/* Do the runs of VERIFY fit in the sum of the peaks, with the headroom? */
static bool sum_serves(const struct observed *observed, const struct answer *answer)
{
	uint64_t commons = counters_commons(&observed->counters, &answer->plan);
	uint32_t arena;

	commons = (commons * (100 + answer->headroom) + 99) / 100;
	arena = commons < TARN_ARENA_MAX ? headroom_arena(&answer->plan, (uint32_t)commons) : 0;
	return !arena || headroom_serves(observed, &answer->plan, arena);
}

static void answer_from_counters(const struct observed *observed, const struct wish *wish,
				 struct answer *answer)
{
	plan_from_counters(observed, wish, answer);
	while (wish->honest && answer->headroom < HEADROOM_MAX && !sum_serves(observed, answer)) {
		answer->headroom++;
		plan_from_counters(observed, wish, answer);
	}
}

/* Finds the answer at one place of the dial. If it is false, `plan` is the one that refuses. */
static bool answer_at(const struct observed *observed, const struct wish *wish, uint32_t percent,
		      struct answer *answer, struct plan *plan)
{
	*answer = (struct answer){.percent = percent, .headroom = wish->headroom};
	if (!observed->traces.traces)
		answer_from_counters(observed, wish, answer);
	else if (!answer_from_traces(observed, wish, answer, plan))
		return false;
	add_counters(observed, answer);
	return true;
}

/* ---- Within a limit ------------------------------------------------------------------------ */

/* Says which requests are refused within the limit, with the table that needs least. */
static void tell_refused(const struct observed *observed, const struct answer *least,
			 uint32_t arena)
{
	static struct replay_counts counts;

	for (uint32_t i = 0; i < observed->traces.traces; i++) {
		const struct trace *trace = &observed->traces.trace[i];

		if (!replay_count(trace, plan_table(&least->plan), arena, &counts, NULL, NULL))
			fputs("; its table does not fit into that", stderr);
		else if (counts.refused)
			fprintf(stderr,
				"; it would refuse %llu requests of %s, the first in line %u, the "
				"largest of %u bytes",
				(unsigned long long)counts.refused, trace->name,
				counts.first_refused + 5, counts.largest_refused);
	}
}

static _Noreturn void refuse_limit(const struct observed *observed, const struct wish *wish,
				   const struct answer *least)
{
	fprintf(stderr,
		"error: RAM=%u is too little: the smallest is %u bytes (an arena of %u, and %u "
		"outside it)",
		wish->ram, least->arena + wish->heap, least->arena, wish->heap);
	if (least->headroom)
		fprintf(stderr, " with %u %% of headroom", least->headroom);
	tell_refused(observed, least, wish->ram > wish->heap ? wish->ram - wish->heap : 0);
	end();
}

static bool fits(const struct wish *wish, const struct answer *answer)
{
	return !wish->ram || (uint64_t)answer->arena + wish->heap <= wish->ram;
}

/* Counters do not know calls: for them the dial has only its three places. */
static bool is_place(const struct observed *observed, uint32_t percent)
{
	return observed->traces.traces || percent == GUARANTEE_PERCENT || percent == FAST_PERCENT ||
	       !percent;
}

/* Goes from the dial's place towards frugal until the answer fits the limit. With VERIFY or
 * counters a more frugal table need not take less, so all places are tried. */
static void answer_within(const struct observed *observed, const struct wish *wish,
			  struct answer *answer)
{
	static const uint32_t percents[] = {GUARANTEE_PERCENT, 95, 90, FAST_PERCENT, 60, 40, 20, 0};
	uint32_t first = percent_of(wish->dial);
	uint32_t needs = 0;
	struct answer least = {.arena = 0};
	struct plan plan;

	for (uint32_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
		if (percents[i] > first || !is_place(observed, percents[i]))
			continue;
		if (!answer_at(observed, wish, percents[i], answer, &plan)) {
			if (!wish->ram)
				break;
			continue;
		}
		answer->needs = needs;
		if (fits(wish, answer))
			return;
		if (!needs)
			needs = answer->arena + wish->heap;
		if (!least.arena || answer->arena < least.arena)
			least = *answer;
	}
	if (!least.arena)
		refuse_headroom(observed, wish, &plan, answer->smallest);
	refuse_limit(observed, wish, &least);
}

/* Takes all memory of the limit, or as much of it as serves: a larger arena need not serve. */
static void take_all(const struct observed *observed, const struct wish *wish,
		     struct answer *answer)
{
	uint32_t arena = (wish->ram - wish->heap) & ~(TARN_ALIGN - 1u);

	if (arena > TARN_ARENA_MAX)
		arena = TARN_ARENA_MAX;
	while (arena > answer->arena && !headroom_serves(observed, &answer->plan, arena))
		arena -= TARN_ALIGN;
	answer->arena = arena;
}

void fit(const struct observed *observed, const struct wish *wish, struct answer *answer)
{
	answer_within(observed, wish, answer);
	answer->fitted = answer->arena;
	if (wish->ram)
		take_all(observed, wish, answer);
}

void fit_larger(const struct observed *observed, struct answer *answer)
{
	struct larger *larger = &answer->larger;
	uint32_t most = answer->arena / (100 / LARGER_PERCENT * TARN_ALIGN);
	uint64_t calls = observed->traces.calls + observed->verify.calls;
	uint64_t affordable = calls ? LARGER_WORK / calls + 1 : 0;

	*larger = (struct larger){.steady = answer->arena};
	while (larger->looked < most && larger->looked < affordable) {
		uint32_t arena = answer->arena + ++larger->looked * TARN_ALIGN;

		if (headroom_serves(observed, &answer->plan, arena)) {
			if (!larger->steady)
				larger->steady = arena;
		} else {
			larger->refuse++;
			larger->steady = 0;
		}
	}
}
