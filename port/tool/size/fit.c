/* SPDX-License-Identifier: MIT */
#include "fit.h"

#include <stdio.h>
#include <stdlib.h>

#include "guarantee.h"
#include "search.h"

#define GOAL_TRIES      4
#define FAST_BEGINNINGS 4

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
	if (!fit_fast(observed, classes, DIAL_FAST, &fast))
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

	if (percent == DIAL_FRUGAL)
		return fit_frugal(observed, classes, plan);
	if (percent < DIAL_GUARANTEE)
		return fit_fast(observed, classes, percent, plan);
	guarantee(&observed->demand, classes, plan);
	arena = plan_large(plan, &observed->traces);
	return arena ? plan_smallest(plan, &observed->traces, arena) : 0;
}

/* ---- Headroom ------------------------------------------------------------------------------ */

/* Rounds up if only this class may serve its requests, else to the nearest: the commons grow,
 * too. */
static uint32_t scaled(const struct tarn_class *class, uint32_t percent)
{
	uint64_t hundredths = (uint64_t) class->blocks * (100 + percent);

	return (uint32_t)((hundredths + (class->overflow == TARN_REFUSE ? 99 : 50)) / 100);
}

static bool serves_all(const struct observed *observed, const struct plan *plan, uint32_t arena)
{
	return plan_serves(plan, &observed->traces, arena) &&
	       plan_serves(plan, &observed->verify, arena);
}

uint32_t fit_arena(const struct plan *plan, uint32_t commons)
{
	uint32_t low = 0;
	uint32_t high = TARN_ARENA_MAX;

	while (high - low > TARN_ALIGN) {
		uint32_t middle = low + ((high - low) / 2 & ~(TARN_ALIGN - 1u));
		uint32_t left;

		if (replay_divides(plan_table(plan), middle, &left) && left >= commons)
			high = middle;
		else
			low = middle;
	}
	return high < TARN_ARENA_MAX ? high : 0;
}

/* Do no requests go to the commons? Then the arena need not have room for any. */
static bool pools_only(const struct observed *observed, const struct plan *plan)
{
	return plan->classes && plan->class[0].overflow == TARN_REFUSE &&
	       (plan_aligned.align ? observed->verify.align <= plan_aligned.align
				   : !observed->traces.align && !observed->verify.align);
}

/* Gives each class of `plan` the headroom. Returns an arena that serves every trace, at least so
 * much larger than `smallest` and less than one percent more; 0 if none of these does. */
static uint32_t settle(const struct observed *observed, const struct plan *plan, uint32_t smallest,
		       uint32_t percent, struct plan *roomy)
{
	uint64_t arena = ((uint64_t)smallest * (100 + percent) + 99) / 100;
	uint64_t beyond = arena + smallest / 100;

	*roomy = *plan;
	for (uint32_t i = 0; i < plan->classes; i++)
		roomy->class[i].blocks = scaled(&plan->class[i], percent);
	if (pools_only(observed, plan))
		beyond = arena = fit_arena(roomy, 0);
	arena = (arena + TARN_ALIGN - 1) & ~(uint64_t)(TARN_ALIGN - 1);
	do {
		if (arena <= TARN_ARENA_MAX && serves_all(observed, roomy, (uint32_t)arena))
			return (uint32_t)arena;
		arena += TARN_ALIGN;
	} while (arena < beyond);
	return 0;
}

/* The least headroom that serves every trace; more than HEADROOM_MAX: there is none. The next
 * HEADROOM_SURE percentages serve, too. */
static uint32_t honest(const struct observed *observed, const struct plan *plan, uint32_t smallest)
{
	struct plan roomy;
	uint32_t sure = 0;

	for (uint32_t percent = 0; percent <= HEADROOM_MAX + HEADROOM_SURE; percent++) {
		sure = settle(observed, plan, smallest, percent, &roomy) ? sure + 1 : 0;
		if (sure > HEADROOM_SURE)
			return percent - HEADROOM_SURE;
	}
	return HEADROOM_MAX + 1;
}

static _Noreturn void refuse_headroom(const struct observed *observed, const struct wish *wish,
				      const struct plan *plan, uint32_t smallest)
{
	uint32_t enough = honest(observed, plan, smallest);

	fputs("error: ", stderr);
	if (!wish->honest)
		fprintf(stderr, "HEADROOM=%u: ", wish->headroom);
	fputs("a request of a trace of VERIFY is refused; ", stderr);
	if (enough > HEADROOM_MAX)
		fprintf(stderr, "no headroom of up to %u %% is enough", HEADROOM_MAX);
	else
		fprintf(stderr, "HEADROOM=%u is enough", enough);
	end();
}

/* Finds the answer at one place of the dial. Returns false if the traces of VERIFY do not fit in
 * it. `plan` is the table without headroom. */
static bool answer_at(const struct observed *observed, const struct wish *wish, uint32_t percent,
		      struct answer *answer, struct plan *plan)
{
	*answer = (struct answer){.percent = percent, .headroom = wish->headroom};
	answer->smallest = fit_percent(observed, wish->classes, percent, plan);
	if (!answer->smallest) {
		fputs("error: no arena of up to 128 MiB serves the trace", stderr);
		end();
	}
	if (wish->honest)
		answer->headroom = honest(observed, plan, answer->smallest);
	if (answer->headroom <= HEADROOM_MAX)
		answer->arena =
			settle(observed, plan, answer->smallest, answer->headroom, &answer->plan);
	return answer->arena != 0;
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

/* Goes from the dial's place towards frugal until the answer fits the limit. With VERIFY
 * a more frugal table need not take less, so all places are tried. */
static void answer_within(const struct observed *observed, const struct wish *wish,
			  struct answer *answer)
{
	static const uint32_t percents[] = {DIAL_GUARANTEE, 95, 90, DIAL_FAST, 60, 40, 20,
					    DIAL_FRUGAL};
	uint32_t needs = 0;
	struct answer least = {.arena = 0};
	struct plan plan;

	for (uint32_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
		if (percents[i] > wish->percent)
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
	while (arena > answer->arena && !serves_all(observed, &answer->plan, arena))
		arena -= TARN_ALIGN;
	answer->arena = arena;
}

/* Tries the next larger arenas, for about a second at most. */
static void look_larger(const struct observed *observed, struct answer *answer)
{
	struct larger *larger = &answer->larger;
	uint32_t most = answer->arena / (100 / LARGER_PERCENT * TARN_ALIGN);
	uint64_t affordable = LARGER_WORK / (observed->traces.calls + observed->verify.calls) + 1;

	larger->steady = answer->arena;
	while (larger->looked < most && larger->looked < affordable) {
		uint32_t arena = answer->arena + ++larger->looked * TARN_ALIGN;

		if (serves_all(observed, &answer->plan, arena)) {
			if (!larger->steady)
				larger->steady = arena;
		} else {
			larger->refuse++;
			larger->steady = 0;
		}
	}
}

void fit(const struct observed *observed, const struct wish *wish, struct answer *answer)
{
	answer_within(observed, wish, answer);
	if (wish->ram)
		take_all(observed, wish, answer);
	look_larger(observed, answer);
}
