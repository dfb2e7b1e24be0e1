/* SPDX-License-Identifier: MIT
 * The search for a table: small random changes, which are kept if they lead to a smaller arena. The
 * model of demand.h judges them first, then replay. The same traces give the same table. */
#ifndef SIZE_SEARCH_H
#define SIZE_SEARCH_H

#include "demand.h"

struct goal {
	uint32_t classes;    /* at most */
	uint64_t pool_calls; /* calls that pools must serve at least; 0: any number */
};

/* In: the plan to start from. Out: the best plan that was found. Returns the smallest arena that
 * serves it, or 0 if no arena is large enough. */
uint32_t search(const struct demand *demand, const struct goal *goal, struct plan *plan);

/* The plan to start from for speed: pools for the most requested sizes, each for its peak. */
void search_begin_fast(const struct demand *demand, uint32_t classes, struct plan *plan);

#endif
