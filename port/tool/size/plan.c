/* SPDX-License-Identifier: MIT */
#include "plan.h"

#define GRANULES(bytes) ((bytes) & ~(TARN_ALIGN - 1u))
#define TRIALS          64
#define TRIAL_PARTS     8192 /* the trials' steps are this part of the arena */

uint32_t plan_metadata(uint32_t blocks)
{
	uint32_t pools = blocks ? (blocks - 1) / 1024 + 1 : 1;
	uint32_t bits = (blocks + 31) / 32 * 4;
	uint32_t counts = (TARN_COUNT ? 56 : 0) + (TARN_HARDEN >= 3 ? 12 : 0);

	return 32 * pools + bits + 12 + counts;
}

struct plan_aligned plan_aligned;

static uint32_t granules_up(uint32_t size)
{
	uint32_t bytes = GRANULES(size + TARN_RECORD + TARN_ALIGN - 1);

	return bytes ? bytes : TARN_ALIGN;
}

void plan_align(const struct traces *traces)
{
	struct plan_aligned aligned = {traces->align, UINT32_MAX, 0};
	uint64_t requests = 0;

	for (uint32_t t = 0; t < traces->traces; t++) {
		for (uint32_t i = 0; i < traces->trace[t].operations; i++) {
			const struct trace_operation *operation = &traces->trace[t].operation[i];
			uint32_t bytes = granules_up(operation->size);

			requests += operation->what != 'f';
			if (operation->what != 'm' || operation->align <= TARN_ALIGN)
				continue;
			aligned.requests++;
			bytes = (bytes + aligned.align - 1) & ~(aligned.align - 1);
			aligned.from = bytes < aligned.from ? bytes : aligned.from;
		}
	}
	if (aligned.align > PLAN_ALIGN_MAX || aligned.requests * PLAN_ALIGN_SHARE < requests)
		aligned.align = 0;
	plan_aligned = aligned;
}

uint16_t plan_rule(const struct tarn_class *class)
{
	bool aligned = plan_aligned.align && class->size >= plan_aligned.from;

	if (!aligned)
		return class->overflow;
	/* A power of two. NOLINTNEXTLINE(clang-analyzer-core.DivideZero) */
	return class->overflow | (uint16_t)TARN_ALIGNED(plan_aligned.align);
}

uint32_t plan_block(uint32_t size)
{
	uint32_t bytes = granules_up(size);
	uint32_t align = plan_aligned.align;

	return align && bytes > plan_aligned.from - align ? (bytes + align - 1) & ~(align - 1)
							  : bytes;
}

const struct tarn_table *plan_table(const struct plan *plan)
{
	static uint8_t map[TARN_MAP_ENTRIES];
	static struct tarn_class class[TARN_CLASSES_MAX];
	static struct tarn_table table;

	tarn_table_map(map, plan->class, plan->classes);
	for (uint32_t i = 0; i < plan->classes; i++) {
		class[i] = plan->class[i];
		class[i].overflow = plan_rule(&class[i]);
	}
	table = (struct tarn_table){class, map, plan->classes};
	return &table;
}

bool plan_serves(const struct plan *plan, const struct traces *traces, uint32_t bytes)
{
	const struct tarn_table *table = plan_table(plan);

	for (uint32_t i = 0; i < traces->traces; i++) {
		if (!replay(&traces->trace[i], table, bytes))
			return false;
	}
	return true;
}

static uint32_t bisect(const struct plan *plan, const struct traces *traces, uint32_t refuses,
		       uint32_t serves)
{
	while (serves - refuses > TARN_ALIGN) {
		uint32_t middle = GRANULES(refuses + (serves - refuses) / 2);

		if (plan_serves(plan, traces, middle))
			serves = middle;
		else
			refuses = middle;
	}
	return serves;
}

uint32_t plan_smallest(const struct plan *plan, const struct traces *traces, uint32_t serves)
{
	uint32_t least = GRANULES(traces->peak < ARENA_MIN ? ARENA_MIN : traces->peak) - TARN_ALIGN;
	uint32_t step;
	uint32_t trial;

	serves = bisect(plan, traces, least, serves);
	step = GRANULES(serves / TRIAL_PARTS);
	step = step ? step : TARN_ALIGN;
	for (uint32_t i = 1; i <= TRIALS; i++) {
		trial = serves - i * step;
		if (trial <= least || trial > serves)
			break;
		if (!plan_serves(plan, traces, trial))
			continue;
		serves = bisect(plan, traces, trial - step, trial);
		i = 0;
	}
	return serves;
}

uint32_t plan_large(const struct plan *plan, const struct traces *traces)
{
	uint64_t bytes = GRANULES(traces->peak + traces->peak / 8 + 1024);

	for (; bytes < TARN_ARENA_MAX; bytes *= 2) {
		if (plan_serves(plan, traces, (uint32_t)bytes))
			return (uint32_t)bytes;
	}
	return 0;
}
