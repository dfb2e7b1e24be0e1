/* SPDX-License-Identifier: MIT
 * A table in the making, and what it needs. */
#ifndef SIZE_PLAN_H
#define SIZE_PLAN_H

#include "replay.h"

struct plan {
	struct tarn_class class[TARN_CLASSES_MAX];
	uint32_t classes;
};

/* The traces that a table is to hold. */
struct traces {
	struct trace *trace;
	uint32_t traces;
	uint32_t peak; /* the largest of each */
	uint32_t ids;
	uint32_t align;
	uint64_t calls; /* of all */
};

/* The plan as a table. Valid until the next call. */
const struct tarn_table *plan_table(const struct plan *plan);

/* Does every trace run in an arena of `bytes` without a refusal? */
bool plan_serves(const struct plan *plan, const struct traces *traces, uint32_t bytes);

/* The smallest arena in which every trace runs, found by replay: bisection, as if every larger arena
 * served too, then, because that is not always so, smaller ones on trial. `serves`: one that is known to
 * serve. */
uint32_t plan_smallest(const struct plan *plan, const struct traces *traces, uint32_t serves);

/* An arena that serves, to begin with: by doubling. 0: none of up to TARN_ARENA_MAX. */
uint32_t plan_large(const struct plan *plan, const struct traces *traces);

#endif
