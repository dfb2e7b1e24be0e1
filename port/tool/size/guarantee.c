/* SPDX-License-Identifier: MIT
 * A class ends at a requested size. For each interval of sizes the most blocks that are live at
 * once are counted. Dynamic programming then finds the cheapest way to divide all sizes into
 * intervals. If there are too many sizes, the cheapest ones are joined first. */
#include "guarantee.h"

#include <stdlib.h>
#include <string.h>

#define ENDS_MAX 64 /* sizes at which a class may end */

/* An event of the pools: a block of size `to` is allocated, one of `from` is freed. Sizes are
 * indices of ends, or NONE. A resized block counts with its largest size, because its pool keeps
 * it. An aligned block begins in the commons. Its neighbours decide whether a resize leaves it
 * there or takes a pool's block, so it counts in every place where it may lie. */
#define NONE UINT8_MAX
struct event {
	uint8_t from;
	uint8_t to;
};

/* Where the block of an id may lie. */
struct place {
	uint64_t ends; /* a bit for each end */
	bool commons;
};
_Static_assert(ENDS_MAX <= 64, "a bit for each");

struct divider {
	const struct demand *demand;
	uint32_t end[ENDS_MAX]; /* bytes */
	uint32_t ends;
	struct event *event;
	uint32_t *first; /* the first event of each trace, and the number of all events */
	uint32_t peak[ENDS_MAX][ENDS_MAX];
};

/* ---- Ends ---------------------------------------------------------------------------------- */

/* Joins the size whose blocks then grow by the fewest bytes with the next. */
static void join_cheapest(struct demand_size *size, uint32_t sizes)
{
	uint64_t least = UINT64_MAX;
	uint32_t which = 0;

	for (uint32_t i = 0; i + 1 < sizes; i++) {
		uint64_t cost = (uint64_t)(size[i + 1].bytes - size[i].bytes) * size[i].peak;

		if (cost < least) {
			least = cost;
			which = i;
		}
	}
	size[which + 1].peak += size[which].peak;
	memmove(&size[which], &size[which + 1], (sizes - which - 1) * sizeof(*size));
}

static void choose_ends(struct divider *divider)
{
	const struct demand *demand = divider->demand;
	struct demand_size *size = zeroed(demand->sizes, sizeof(*size));

	memcpy(size, demand->size, demand->sizes * sizeof(*size));
	for (divider->ends = demand->sizes; divider->ends > ENDS_MAX; divider->ends--)
		join_cheapest(size, divider->ends);
	for (uint32_t i = 0; i < divider->ends; i++)
		divider->end[i] = size[i].bytes;
	free(size);
}

static uint8_t end_of(const struct divider *divider, uint32_t size)
{
	uint32_t bytes = plan_block(size);
	uint8_t i = 0;

	while (divider->end[i] < bytes)
		i++;
	return i;
}

/* ---- Events -------------------------------------------------------------------------------- */

/* Where the block may lie after the operation. */
static struct place place_next(const struct divider *divider, const struct place *now,
			       const struct trace_operation *operation)
{
	struct place next = {0};
	uint64_t to;

	if (operation->what == 'f')
		return next;
	next.commons = now->commons || (operation->align > TARN_ALIGN && !plan_aligned.align);
	if (operation->align > TARN_ALIGN && !plan_aligned.align)
		return next;
	to = UINT64_C(1) << end_of(divider, operation->size);
	next.ends = now->ends & (0 - to); /* a block that is large enough stays */
	if (!next.ends || next.commons)
		next.ends |= to;
	return next;
}

/* Pairs what is freed with what is allocated, one of each to an event. */
static struct event *put_events(struct event *event, uint64_t gone, uint64_t come)
{
	for (; gone | come; gone &= gone - 1, come &= come - 1) {
		event->from = gone ? (uint8_t)__builtin_ctzll(gone) : NONE;
		event->to = come ? (uint8_t)__builtin_ctzll(come) : NONE;
		event++;
	}
	return event;
}

static struct event *follow(const struct divider *divider, const struct trace *trace,
			    struct event *event)
{
	struct place *place = zeroed(trace->ids, sizeof(*place));

	for (uint32_t i = 0; i < trace->operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];
		struct place *now = &place[operation->id];
		struct place next = place_next(divider, now, operation);

		event = put_events(event, now->ends & ~next.ends, next.ends & ~now->ends);
		*now = next;
	}
	free(place);
	return event;
}

static void make_events(struct divider *divider)
{
	const struct traces *traces = divider->demand->traces;
	/* Each call allocates at most one block, and each is freed at most once. */
	struct event *event = zeroed(2 * traces->calls, sizeof(*event));

	divider->event = event;
	divider->first = zeroed(traces->traces + 1, sizeof(*divider->first));
	for (uint32_t t = 0; t < traces->traces; t++) {
		event = follow(divider, &traces->trace[t], event);
		divider->first[t + 1] = (uint32_t)(event - divider->event);
	}
}

/* The most live blocks of the ends from `low` to `high`. */
static uint32_t interval_peak(const struct divider *divider, uint8_t low, uint8_t high)
{
	uint32_t peak = 0;
	uint8_t span = high - low;

	for (uint32_t t = 0; t < divider->demand->traces->traces; t++) {
		uint32_t live = 0;

		for (uint32_t i = divider->first[t]; i < divider->first[t + 1]; i++) {
			const struct event *event = &divider->event[i];

			live += (uint8_t)(event->to - low) <= span;
			live -= (uint8_t)(event->from - low) <= span;
			peak = live > peak ? live : peak;
		}
	}
	return peak;
}

/* ---- Division ------------------------------------------------------------------------------ */

/* cost[n][i]: the fewest bytes of n + 1 classes for the ends up to i. from[n][i]: the first end of
 * the last of these classes. */
static uint64_t cost[TARN_CLASSES_MAX][ENDS_MAX];
static uint8_t from[TARN_CLASSES_MAX][ENDS_MAX];

static uint64_t class_cost(const struct divider *divider, uint32_t low, uint32_t high)
{
	uint32_t peak = divider->peak[low][high];

	return (uint64_t)divider->end[high] * peak + plan_metadata(peak);
}

static void divide(const struct divider *divider, uint32_t classes)
{
	for (uint32_t i = 0; i < divider->ends; i++) {
		cost[0][i] = class_cost(divider, 0, i);
		from[0][i] = 0;
	}
	for (uint32_t n = 1; n < classes; n++) {
		for (uint32_t i = 0; i < divider->ends; i++) {
			cost[n][i] = UINT64_MAX;
			for (uint32_t low = 1; low <= i; low++) {
				uint64_t sum = cost[n - 1][low - 1];

				if (sum != UINT64_MAX)
					sum += class_cost(divider, low, i);
				if (sum < cost[n][i]) {
					cost[n][i] = sum;
					from[n][i] = (uint8_t)low;
				}
			}
		}
	}
}

static void read_back(const struct divider *divider, uint32_t classes, struct plan *plan)
{
	uint32_t last = divider->ends - 1;
	uint32_t best = 0;

	for (uint32_t n = 1; n < classes; n++) {
		if (cost[n][last] < cost[best][last])
			best = n;
	}
	plan->classes = best + 1;
	for (uint32_t n = best + 1; n--;) {
		uint32_t low = from[n][last];

		plan->class[n] = (struct tarn_class){
			.size = divider->end[last],
			.blocks = divider->peak[low][last],
			.overflow = TARN_REFUSE,
		};
		last = low - 1;
	}
}

void guarantee(const struct demand *demand, uint32_t classes, struct plan *plan)
{
	struct divider *divider = zeroed(1, sizeof(*divider));

	divider->demand = demand;
	choose_ends(divider);
	make_events(divider);
	for (uint32_t low = 0; low < divider->ends; low++) {
		for (uint32_t high = low; high < divider->ends; high++)
			divider->peak[low][high] =
				interval_peak(divider, (uint8_t)low, (uint8_t)high);
	}
	divide(divider, classes);
	read_back(divider, classes, plan);
	free(divider->event);
	free(divider->first);
	free(divider);
}
