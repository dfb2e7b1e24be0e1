/* SPDX-License-Identifier: MIT */
#include "search.h"

#include "random.h"

/* The length of the search, in operations of traces. */
#define MODEL_WORK  UINT64_C(50000000)
#define REPLAY_WORK UINT64_C(20000000)
#define TRIES_MAX   2500
#define TRIES_MIN   60

struct searcher {
	const struct demand *demand;
	const struct goal *goal;
	uint32_t random;
};

/* As many tries as the work allows, each of the traces' operations. */
static uint64_t tries_of(const struct searcher *searcher, uint64_t work)
{
	uint64_t tries = work / searcher->demand->traces->calls;

	return tries < TRIES_MIN ? TRIES_MIN : tries > TRIES_MAX ? TRIES_MAX : tries;
}

/* ---- Changes ------------------------------------------------------------------------------- */

static void remove_class(struct plan *plan, uint32_t index)
{
	plan->classes--;
	for (; index < plan->classes; index++)
		plan->class[index] = plan->class[index + 1];
}

static void set_class(struct plan *plan, uint32_t bytes, uint32_t blocks, uint32_t most)
{
	uint32_t index = 0;

	while (index < plan->classes && plan->class[index].size < bytes)
		index++;
	if (index == plan->classes || plan->class[index].size != bytes) {
		if (plan->classes == most)
			return;
		for (uint32_t i = plan->classes++; i > index; i--)
			plan->class[i] = plan->class[i - 1];
	}
	plan->class[index] =
		(struct tarn_class){.size = bytes, .blocks = blocks, .overflow = TARN_TO_COMMONS};
}

/* A random size. In three of four draws the chance grows with its requests. */
static const struct demand_size *size_drawn(struct searcher *searcher)
{
	const struct demand *demand = searcher->demand;
	uint64_t sum = 0;

	if (random_below(&searcher->random, 4) == 0)
		return &demand->size[random_below(&searcher->random, demand->sizes)];
	for (uint32_t i = 0; i < demand->sizes; i++)
		sum += demand->size[i].requests;
	sum = sum * random_below(&searcher->random, 1 << 16) >> 16;
	for (uint32_t i = 0; i < demand->sizes; i++) {
		if (sum < demand->size[i].requests)
			return &demand->size[i];
		sum -= demand->size[i].requests;
	}
	return demand->size;
}

static uint32_t blocks_drawn(struct searcher *searcher, const struct demand_size *size)
{
	switch (random_below(&searcher->random, 5)) {
	case 0:
		return 0; /* a fence: keeps smaller requests out of a larger class */
	case 1:
		return size->at_peak;
	case 2:
		return size->peak;
	case 3:
		return random_below(&searcher->random, size->peak + 1);
	default:
		return 1 + random_below(&searcher->random, 4);
	}
}

/* A random number of blocks, rarely a large part of `blocks`. */
static uint32_t amount_drawn(struct searcher *searcher, uint32_t blocks)
{
	return 1 +
	       random_below(&searcher->random, (blocks >> random_below(&searcher->random, 9)) + 1);
}

static void change_blocks(struct searcher *searcher, struct tarn_class *class)
{
	uint32_t amount = amount_drawn(searcher, class->blocks);

	if (random_below(&searcher->random, 2))
		class->blocks += amount;
	else
		class->blocks -= amount < class->blocks ? amount : class->blocks;
}

/* Moves about the same number of bytes from one class to another. */
static void move_bytes(struct searcher *searcher, struct plan *plan)
{
	struct tarn_class *from = &plan->class[random_below(&searcher->random, plan->classes)];
	struct tarn_class *to = &plan->class[random_below(&searcher->random, plan->classes)];
	uint32_t amount = amount_drawn(searcher, from->blocks);

	amount = amount < from->blocks ? amount : from->blocks;
	from->blocks -= amount;
	to->blocks += (amount * from->size + to->size / 2) / to->size;
}

static void change_once(struct searcher *searcher, struct plan *plan)
{
	const struct demand_size *size = size_drawn(searcher);
	uint32_t draw = random_below(&searcher->random, 16);
	uint32_t index = plan->classes ? random_below(&searcher->random, plan->classes) : 0;

	if (!plan->classes || draw < 4) {
		set_class(plan, size->bytes, blocks_drawn(searcher, size), searcher->goal->classes);
	} else if (draw < 6) {
		remove_class(plan, index);
		if (draw == 5)
			set_class(plan, size->bytes, blocks_drawn(searcher, size),
				  searcher->goal->classes);
	} else if (draw < 9) {
		move_bytes(searcher, plan);
	} else {
		change_blocks(searcher, &plan->class[index]);
	}
}

static struct plan changed(struct searcher *searcher, const struct plan *plan)
{
	struct plan other = *plan;

	do
		change_once(searcher, &other);
	while (random_below(&searcher->random, 3) == 0);
	return other;
}

/* ---- By the model -------------------------------------------------------------------------- */

/* The rating of a plan in bytes: less is better. Calls that are missing to the goal weigh more than
 * all bytes. */
static uint64_t rate(const struct searcher *searcher, const struct plan *plan)
{
	struct forecast forecast;
	uint64_t missing = 0;
	uint64_t metadata = 0;

	for (uint32_t i = 0; i < plan->classes; i++)
		metadata += plan_metadata(plan->class[i].blocks);
	demand_forecast(searcher->demand, plan, &forecast);
	if (forecast.pool_calls < searcher->goal->pool_calls)
		missing = searcher->goal->pool_calls - forecast.pool_calls;
	return (missing << 32) + forecast.pools + forecast.commons + metadata;
}

static void search_model(struct searcher *searcher, struct plan *plan)
{
	uint64_t best = rate(searcher, plan);

	for (uint64_t tries = tries_of(searcher, MODEL_WORK); tries; tries--) {
		struct plan other = changed(searcher, plan);
		uint64_t rating = rate(searcher, &other);

		if (rating <= best) {
			best = rating;
			*plan = other;
		}
	}
}

/* ---- By replay ----------------------------------------------------------------------------- */

static bool reaches_goal(const struct searcher *searcher, const struct plan *plan, uint64_t least)
{
	struct forecast forecast;

	if (!least)
		return true;
	demand_forecast(searcher->demand, plan, &forecast);
	return forecast.pool_calls >= least;
}

static uint32_t step_of(uint32_t arena, uint32_t part)
{
	uint32_t step = (arena >> part) & ~(TARN_ALIGN - 1u);

	return step ? step : TARN_ALIGN;
}

/* Removes fences without which the plan serves as well. */
static void drop_idle_fences(const struct searcher *searcher, struct plan *plan, uint32_t arena,
			     uint64_t least)
{
	for (uint32_t i = plan->classes; i--;) {
		struct plan other = *plan;

		if (plan->class[i].blocks)
			continue;
		remove_class(&other, i);
		if (reaches_goal(searcher, &other, least) &&
		    plan_serves(&other, searcher->demand->traces, arena))
			*plan = other;
	}
}

/* Takes each change that runs in an arena smaller by a step. The steps get shorter with the
 * tries. */
static uint32_t search_replay(struct searcher *searcher, struct plan *plan, uint32_t arena)
{
	const struct traces *traces = searcher->demand->traces;
	uint64_t tries = tries_of(searcher, REPLAY_WORK);
	uint64_t least = searcher->goal->pool_calls;
	struct forecast forecast;

	demand_forecast(searcher->demand, plan, &forecast);
	if (forecast.pool_calls < least)
		least = forecast.pool_calls;
	for (uint64_t i = 0; i < tries; i++) {
		struct plan other = changed(searcher, plan);
		uint32_t step = step_of(arena, 9 + (uint32_t)(i * 8 / tries));

		if (!reaches_goal(searcher, &other, least))
			continue;
		while (arena - step >= traces->peak && plan_serves(&other, traces, arena - step)) {
			arena -= step;
			*plan = other;
			step *= 2;
		}
	}
	drop_idle_fences(searcher, plan, arena, least);
	return plan_smallest(plan, traces, arena);
}

uint32_t search(const struct demand *demand, const struct goal *goal, struct plan *plan)
{
	struct searcher searcher = {demand, goal, random32_seed(1)};
	uint32_t arena;

	if (goal->pool_calls)
		search_model(&searcher, plan);
	arena = plan_large(plan, demand->traces);
	if (!arena)
		return 0;
	return search_replay(&searcher, plan, plan_smallest(plan, demand->traces, arena));
}

void search_begin_fast(const struct demand *demand, uint32_t classes, struct plan *plan)
{
	plan->classes = 0;
	for (uint32_t rank = 0; rank < classes; rank++) {
		const struct demand_size *most = NULL;

		for (uint32_t i = 0; i < demand->sizes; i++) {
			uint32_t index = 0;

			while (index < plan->classes &&
			       plan->class[index].size != demand->size[i].bytes)
				index++;
			if (index == plan->classes &&
			    (!most || demand->size[i].requests > most->requests))
				most = &demand->size[i];
		}
		if (most)
			set_class(plan, most->bytes, most->peak, classes);
	}
}
