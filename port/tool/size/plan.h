/* SPDX-License-Identifier: MIT
 * A table that can change, and the arena that it needs. */
#ifndef SIZE_PLAN_H
#define SIZE_PLAN_H

#include "replay.h"

struct plan {
	struct tarn_class class[TARN_CLASSES_MAX];
	uint32_t classes;
};

/* The traces that a table must serve. */
struct traces {
	struct trace *trace;
	uint32_t traces;
	uint32_t peak; /* peak, ids, align: the largest of all traces */
	uint32_t ids;
	uint32_t align;
	uint64_t calls; /* of all traces together */
};

/* The bytes of metadata that a class of so many blocks adds: the sizing law of tarn.h. */
uint32_t plan_metadata(uint32_t blocks);

/* Traces that mostly ask for aligned blocks: of which alignment, and how large the smallest such
 * block is. From there on blocks are multiples of it, and classes have TARN_ALIGNED. `align` 0: the
 * commons serve aligned requests. */
#define PLAN_ALIGN_MAX   2048 /* of TARN_ALIGNED */
#define PLAN_ALIGN_SHARE 5    /* "mostly": one request in so many */
struct plan_aligned {
	uint32_t align;
	uint32_t from;
	uint64_t requests; /* that are aligned */
};
extern struct plan_aligned plan_aligned;
void plan_align(const struct traces *traces);

/* A class's rule, with TARN_ALIGNED where it has that. */
uint16_t plan_rule(const struct tarn_class *class);

/* The bytes of a block for a request. */
uint32_t plan_block(uint32_t size);

/* The plan as a table. Valid until the next call. */
const struct tarn_table *plan_table(const struct plan *plan);

/* Does every trace run in an arena of `bytes` without a refusal? */
bool plan_serves(const struct plan *plan, const struct traces *traces, uint32_t bytes);

/* The smallest arena in which every trace runs, found by replay. `serves` is an arena that is known
 * to serve. Bisection assumes that every larger arena serves, too. That is not always true, so some
 * smaller arenas are tried afterwards. */
uint32_t plan_smallest(const struct plan *plan, const struct traces *traces, uint32_t serves);

/* Some arena that serves, found by doubling; 0 if none of up to TARN_ARENA_MAX does. */
uint32_t plan_large(const struct plan *plan, const struct traces *traces);

#endif
