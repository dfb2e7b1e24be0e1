/* SPDX-License-Identifier: MIT
 * The requests of the traces, by size, and a quick model of how a table serves them: which calls
 * its pools serve, and what the commons then hold. The model ignores fragmentation. It chooses the
 * tables that are worth a replay. */
#ifndef SIZE_DEMAND_H
#define SIZE_DEMAND_H

#include "plan.h"

/* A size of blocks: the request and its record, rounded up to granules. */
struct demand_size {
	uint32_t bytes;
	uint64_t requests;
	uint32_t peak;    /* the most live blocks of this size, in any trace */
	uint32_t at_peak; /* the same at the moment when the trace has the most bytes in blocks */
};

struct demand {
	const struct traces *traces;
	struct demand_size *size; /* ascending */
	uint32_t sizes;
	uint32_t peak; /* the most bytes in live blocks, in any trace */
};

void demand_make(struct demand *demand, const struct traces *traces);

struct forecast {
	uint64_t pool_calls; /* as in replay.h */
	uint32_t pools;      /* bytes */
	uint32_t commons;    /* the most bytes in live blocks */
};
void demand_forecast(const struct demand *demand, const struct plan *plan,
		     struct forecast *forecast);

#endif
