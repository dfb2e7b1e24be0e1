/* SPDX-License-Identifier: MIT */
#include "counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

void counters_read(struct counters *counters, const char *name)
{
	FILE *file = fopen(name, "r");
	unsigned number[4] = {0};
	uint32_t read = 0;

	while (file && read <= TARN_CLASSES_MAX + 1 &&
	       fscanf(file, "%u %u %u %u", &number[0], &number[1], &number[2], &number[3]) == 4) {
		if (read++) {
			counters->class[read - 2] =
				(struct counters_class){number[0], number[1], number[2], number[3]};
			continue;
		}
		counters->reports = number[0];
		counters->arena = number[1];
		counters->classes = number[2];
	}
	if (file)
		fclose(file);
	if (counters->reports && read == counters->classes + 2)
		return;
	fprintf(stderr, "error: COUNTERS=%s: not written by counters.py\n", name);
	exit(1);
}

/* ---- Tables -------------------------------------------------------------------------------- */

static void join_cheapest(struct plan *plan)
{
	uint64_t least = UINT64_MAX;
	uint32_t which = 0;

	for (uint32_t i = 0; i + 1 < plan->classes; i++) {
		uint64_t bytes = (uint64_t)plan->class[i].blocks *
				 (plan->class[i + 1].size - plan->class[i].size);

		if (bytes < least) {
			least = bytes;
			which = i;
		}
	}
	plan->class[which + 1].blocks += plan->class[which].blocks;
	plan->classes--;
	for (uint32_t i = which; i < plan->classes; i++)
		plan->class[i] = plan->class[i + 1];
}

void counters_plan(const struct counters *counters, uint32_t most, struct plan *plan)
{
	plan->classes = 0;
	for (uint32_t i = 0; i < counters->classes; i++) {
		const struct counters_class *class = &counters->class[i];

		if (class->peak)
			plan->class[plan->classes++] = (struct tarn_class){
				.size = class->size,
				.blocks = class->peak,
				.overflow = TARN_TO_COMMONS,
			};
	}
	while (plan->classes > most)
		join_cheapest(plan);
}

/* The class for a size; the number of classes if the size is too large. */
static uint32_t holding(const struct plan *plan, uint32_t size)
{
	uint32_t index = 0;

	while (index < plan->classes && plan->class[index].size < size)
		index++;
	return index;
}

/* The blocks that the counters need in each class of a plan; the last: in no class. */
static void wanted(const struct counters *counters, const struct plan *plan, uint32_t *blocks)
{
	memset(blocks, 0, (TARN_CLASSES_MAX + 1) * sizeof(*blocks));
	for (uint32_t i = 0; i < counters->classes; i++)
		blocks[holding(plan, counters->class[i].size)] += counters->class[i].peak;
}

void counters_raise(const struct counters *counters, struct plan *plan)
{
	uint32_t blocks[TARN_CLASSES_MAX + 1];

	for (uint32_t i = 0; plan->classes && i < counters->classes; i++) {
		uint32_t size = counters->class[i].size;

		if (counters->class[i].peak && size > plan->class[plan->classes - 1].size)
			plan->class[plan->classes - 1].size = size;
	}
	wanted(counters, plan, blocks);
	for (uint32_t i = 0; i < plan->classes; i++)
		plan->class[i].blocks = larger(plan->class[i].blocks, blocks[i]);
}

uint64_t counters_commons(const struct counters *counters, const struct plan *plan)
{
	uint32_t blocks[TARN_CLASSES_MAX + 1];
	uint64_t bytes = counters->class[counters->classes].peak;

	wanted(counters, plan, blocks);
	for (uint32_t i = 0; i < counters->classes; i++) {
		uint32_t index = holding(plan, counters->class[i].size);

		if (index == plan->classes)
			bytes += (uint64_t)counters->class[i].peak * counters->class[i].size;
	}
	for (uint32_t i = 0; i < plan->classes; i++) {
		if (blocks[i] > plan->class[i].blocks)
			bytes +=
				(uint64_t)(blocks[i] - plan->class[i].blocks) * plan->class[i].size;
	}
	return bytes;
}
