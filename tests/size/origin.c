/* SPDX-License-Identifier: MIT */
#include "origin.h"

#include <stdlib.h>
#include <string.h>

#include "demand.h"
#include "input.h"

#define NAMED 3 /* callers of a class that are named */

/* The class of a request; the number of classes: the commons. */
static uint32_t class_of(const struct plan *plan, const struct trace_operation *operation)
{
	uint32_t bytes = plan_block(operation->size);
	uint32_t index = 0;

	if (operation->align > TARN_ALIGN)
		return plan->classes;
	while (index < plan->classes && plan->class[index].size < bytes)
		index++;
	return index;
}

/* ---- Callers ------------------------------------------------------------------------------- */

struct asker {
	uint64_t caller;
	uint64_t requests;
	uint32_t class;
};

static int by_caller(const void *a, const void *b)
{
	const struct asker *one = a, *other = b;

	if (one->class != other->class)
		return one->class < other->class ? -1 : 1;
	return (one->caller > other->caller) - (one->caller < other->caller);
}

static int by_requests(const void *a, const void *b)
{
	const struct asker *one = a, *other = b;

	if (one->class != other->class)
		return one->class < other->class ? -1 : 1;
	if (one->requests != other->requests)
		return one->requests > other->requests ? -1 : 1;
	return (one->caller > other->caller) - (one->caller < other->caller);
}

/* One entry for each request that has a caller. */
static size_t collect(struct asker *asker, const struct traces *traces, const struct plan *plan)
{
	size_t count = 0;

	for (uint32_t t = 0; t < traces->traces; t++) {
		const struct trace *trace = &traces->trace[t];

		for (uint32_t i = 0; trace->origin && i < trace->operations; i++)
			if (trace->origin[i].caller)
				asker[count++] = (struct asker){
					.caller = trace->origin[i].caller,
					.requests = 1,
					.class = class_of(plan, &trace->operation[i]),
				};
	}
	return count;
}

/* Joins equal entries, and sorts them by requests. */
static size_t sum_up(struct asker *asker, size_t count)
{
	size_t sums = 0;

	qsort(asker, count, sizeof(*asker), by_caller);
	for (size_t i = 0; i < count; i++)
		if (sums && by_caller(&asker[sums - 1], &asker[i]) == 0)
			asker[sums - 1].requests++;
		else
			asker[sums++] = asker[i];
	qsort(asker, sums, sizeof(*asker), by_requests);
	return sums;
}

static void print_name(FILE *file, const struct plan *plan, uint32_t class)
{
	if (class < plan->classes)
		fprintf(file, "%u", plan->class[class].size);
	else
		fputs("the commons", file);
}

/* The askers of one class, most first. Returns how many there are. */
static size_t print_class(FILE *file, const struct plan *plan, const struct asker *asker,
			  size_t count)
{
	uint64_t others = 0;
	size_t same = 0;

	fputs("callers      of ", file);
	print_name(file, plan, asker->class);
	for (; same < count && asker[same].class == asker->class; same++) {
		if (same < NAMED)
			fprintf(file, "%s 0x%08llx %llu", same ? "," : ":",
				(unsigned long long)asker[same].caller,
				(unsigned long long)asker[same].requests);
		else
			others += asker[same].requests;
	}
	if (others)
		fprintf(file, ", %zu others %llu", same - NAMED, (unsigned long long)others);
	fputc('\n', file);
	return same;
}

static void print_callers(FILE *file, const struct traces *traces, const struct plan *plan)
{
	struct asker *asker = input_memory(traces->calls, sizeof(*asker));
	size_t count = sum_up(asker, collect(asker, traces, plan));

	for (size_t i = 0; i < count;)
		i += print_class(file, plan, &asker[i], count - i);
	free(asker);
}

/* ---- Tags ---------------------------------------------------------------------------------- */

/* What a tag holds: blocks of each class, bytes of the commons. */
struct holding {
	uint32_t live[TARN_CLASSES_MAX + 1];
	uint32_t peak[TARN_CLASSES_MAX + 1];
};

/* What the block of an id counts for; 0: it is not live. */
struct held {
	uint32_t amount;
	uint32_t class;
	uint32_t tag;
};

static void hold(struct holding *holding, struct held *held, const struct plan *plan,
		 const struct trace_operation *operation, uint32_t tag)
{
	uint32_t class = class_of(plan, operation);
	uint32_t *live = &holding[tag].live[class];

	*held = (struct held){class < plan->classes ? 1 : plan_block(operation->size), class, tag};
	*live += held->amount;
	if (*live > holding[tag].peak[class])
		holding[tag].peak[class] = *live;
}

static void count_tags(struct holding *holding, const struct trace *trace, const struct plan *plan)
{
	struct held *held = input_memory(trace->ids, sizeof(*held));

	for (uint32_t tag = 0; tag <= TRACE_TAG_MAX; tag++)
		memset(holding[tag].live, 0, sizeof(holding[tag].live));
	for (uint32_t i = 0; i < trace->operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];
		struct held *of = &held[operation->id];

		holding[of->tag].live[of->class] -= of->amount;
		*of = (struct held){0, 0, 0};
		if (operation->what != 'f')
			hold(holding, of, plan, operation,
			     trace->origin ? trace->origin[i].tag : 0);
	}
	free(held);
}

static void print_tag(FILE *file, const struct plan *plan, const struct holding *holding,
		      uint32_t tag)
{
	const char *before = ":";

	for (uint32_t class = 0; class <= plan->classes; class ++) {
		if (!holding->peak[class])
			continue;
		if (*before == ':')
			fprintf(file, "tag %-8u holds at most", tag);
		fprintf(file, "%s %u%s of ", *before == ':' ? "" : ",", holding->peak[class],
			class < plan->classes ? "" : " bytes");
		print_name(file, plan, class);
		before = ",";
	}
	if (*before == ',')
		fputc('\n', file);
}

static void print_tags(FILE *file, const struct traces *traces, const struct plan *plan)
{
	struct holding *holding = input_memory(TRACE_TAG_MAX + 1, sizeof(*holding));

	for (uint32_t t = 0; t < traces->traces; t++)
		count_tags(holding, &traces->trace[t], plan);
	for (uint32_t tag = 0; tag <= TRACE_TAG_MAX; tag++)
		print_tag(file, plan, &holding[tag], tag);
	free(holding);
}

void origin_print(FILE *file, const struct traces *traces, const struct plan *plan)
{
	print_callers(file, traces, plan);
	if (TARN_TAGS > 0)
		print_tags(file, traces, plan);
}
