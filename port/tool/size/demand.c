/* SPDX-License-Identifier: MIT */
#include "demand.h"

#include <stdlib.h>

/* ---- Sizes --------------------------------------------------------------------------------- */

static int by_bytes(const void *a, const void *b)
{
	uint32_t first = ((const struct demand_size *)a)->bytes;
	uint32_t second = ((const struct demand_size *)b)->bytes;

	return (first > second) - (first < second);
}

/* Lists each size that the traces request, in ascending order. */
static void collect(struct demand *demand)
{
	const struct traces *traces = demand->traces;
	uint32_t count = 0;

	demand->size = zeroed(traces->calls, sizeof(*demand->size));
	for (uint32_t t = 0; t < traces->traces; t++) {
		for (uint32_t i = 0; i < traces->trace[t].operations; i++) {
			const struct trace_operation *operation = &traces->trace[t].operation[i];

			if (operation->what != 'f')
				demand->size[count++].bytes = plan_block(operation->size);
		}
	}
	qsort(demand->size, count, sizeof(*demand->size), by_bytes);
	demand->sizes = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (!i || demand->size[i].bytes != demand->size[demand->sizes - 1].bytes)
			demand->size[demand->sizes++] =
				(struct demand_size){.bytes = demand->size[i].bytes};
		demand->size[demand->sizes - 1].requests++;
	}
}

static uint32_t index_of(const struct demand *demand, uint32_t bytes)
{
	uint32_t low = 0;
	uint32_t high = demand->sizes - 1;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (demand->size[middle].bytes < bytes)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Follows a trace for `operations`. `live` is all 0 before, and then has the live blocks of each
 * size. Returns the operation after which the most bytes were live. */
static uint32_t follow(struct demand *demand, const struct trace *trace, uint32_t operations,
		       uint32_t *live)
{
	uint32_t *of = zeroed(trace->ids, sizeof(*of)); /* of each id: index of its size + 1 */
	uint32_t bytes = 0;
	uint32_t peak = 0;
	uint32_t when = 0;

	for (uint32_t i = 0; i < operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];
		uint32_t *size = &of[operation->id];

		if (*size) {
			live[*size - 1]--;
			bytes -= demand->size[*size - 1].bytes;
		}
		*size = 0;
		if (operation->what == 'f')
			continue;
		*size = index_of(demand, plan_block(operation->size)) + 1;
		bytes += demand->size[*size - 1].bytes;
		if (++live[*size - 1] > demand->size[*size - 1].peak)
			demand->size[*size - 1].peak = live[*size - 1];
		if (bytes > peak) {
			peak = bytes;
			when = i;
		}
	}
	if (peak > demand->peak)
		demand->peak = peak;
	free(of);
	return when;
}

void demand_make(struct demand *demand, const struct traces *traces)
{
	*demand = (struct demand){.traces = traces};
	collect(demand);
	for (uint32_t t = 0; t < traces->traces; t++) {
		const struct trace *trace = &traces->trace[t];
		uint32_t *live = zeroed(demand->sizes, sizeof(*live));
		uint32_t when = follow(demand, trace, trace->operations, live);

		for (uint32_t s = 0; s < demand->sizes; s++)
			live[s] = 0;
		follow(demand, trace, when + 1, live);
		for (uint32_t s = 0; s < demand->sizes; s++) {
			if (live[s] > demand->size[s].at_peak)
				demand->size[s].at_peak = live[s];
		}
		free(live);
	}
}

/* ---- The model ----------------------------------------------------------------------------- */

struct place {
	uint32_t class; /* the number of classes: the commons */
	uint32_t bytes; /* of the block */
};

struct model {
	const struct plan *plan;
	struct place *place;
	uint32_t live[TARN_CLASSES_MAX];
	uint32_t commons;
	uint32_t most;
	uint64_t pool_calls;
};

static uint32_t class_of(const struct model *model, uint32_t bytes)
{
	uint32_t index = 0;

	while (index < model->plan->classes && model->plan->class[index].size < bytes)
		index++;
	return index;
}

static void take(struct model *model, struct place *place, uint32_t class, uint32_t bytes)
{
	if (class < model->plan->classes && model->live[class] < model->plan->class[class].blocks) {
		model->live[class]++;
		*place = (struct place){class, model->plan->class[class].size};
		return;
	}
	*place = (struct place){model->plan->classes, bytes};
	model->commons += bytes;
	if (model->commons > model->most)
		model->most = model->commons;
}

static void give(struct model *model, const struct place *place)
{
	if (place->class < model->plan->classes)
		model->live[place->class]--;
	else
		model->commons -= place->bytes;
}

/* A pool's block stays while it is large enough. The model assumes that a run stays in the
 * commons. */
static void resize(struct model *model, struct place *place, uint32_t bytes)
{
	uint32_t commons = model->plan->classes;
	struct place old = *place;

	if (old.class == commons) {
		give(model, &old);
		take(model, place, commons, bytes);
	} else if (bytes > old.bytes) {
		take(model, place, class_of(model, bytes), bytes);
		give(model, &old);
	}
	model->pool_calls += old.class < commons && place->class < commons;
}

static void model_run(struct model *model, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations; i++) {
		const struct trace_operation *operation = &trace->operation[i];
		struct place *place = &model->place[operation->id];
		uint32_t bytes = plan_block(operation->size);

		if (operation->what == 'f') {
			give(model, place);
		} else if (operation->what == 'r') {
			resize(model, place, bytes);
			continue;
		} else {
			take(model, place,
			     operation->align > TARN_ALIGN && !plan_aligned.align
				     ? model->plan->classes
				     : class_of(model, bytes),
			     bytes);
		}
		model->pool_calls += place->class < model->plan->classes;
	}
}

void demand_forecast(const struct demand *demand, const struct plan *plan,
		     struct forecast *forecast)
{
	static struct place *place;
	struct model model = {.plan = plan};

	if (!place)
		place = zeroed(demand->traces->ids, sizeof(*place));
	model.place = place;
	*forecast = (struct forecast){0};
	for (uint32_t t = 0; t < demand->traces->traces; t++) {
		for (uint32_t i = 0; i < plan->classes; i++)
			model.live[i] = 0;
		model.commons = 0;
		model_run(&model, &demand->traces->trace[t]);
	}
	forecast->pool_calls = model.pool_calls;
	forecast->commons = model.most;
	for (uint32_t i = 0; i < plan->classes; i++)
		forecast->pools += plan->class[i].blocks * plan->class[i].size;
}
