/* SPDX-License-Identifier: MIT
 * What the traces ask for, by size; and a quick model of how a table would serve it: which calls its
 * pools take, and what the commons then hold. The model knows nothing of fragmentation, and is
 * there to choose what is worth a replay. */
#ifndef SIZE_DEMAND_H
#define SIZE_DEMAND_H

#include "plan.h"

/* A size of blocks: what was asked for and its record, rounded up to granules. */
struct demand_size {
	uint32_t bytes;
	uint64_t requests;
	uint32_t peak;    /* most blocks of it live at once, in any trace */
	uint32_t at_peak; /* those live when the most bytes of blocks are, the most of any trace */
};

struct demand {
	const struct traces *traces;
	struct demand_size *size; /* ascending */
	uint32_t sizes;
	uint32_t peak; /* bytes of blocks, at most; the largest of the traces */
};

void demand_make(struct demand *demand, const struct traces *traces);

/* The bytes of a block for a request. */
uint32_t demand_block(uint32_t size);

struct forecast {
	uint64_t pool_calls; /* as in replay.h */
	uint32_t pools;      /* bytes */
	uint32_t commons;    /* bytes of blocks at most */
};
void demand_forecast(const struct demand *demand, const struct plan *plan,
		     struct forecast *forecast);

#endif
