/* SPDX-License-Identifier: MIT
 * The search for a table: small changes at random, kept where they lead to a smaller arena. First by
 * the model of demand.h, then by replay. The same traces give the same table. */
#ifndef SIZE_SEARCH_H
#define SIZE_SEARCH_H

#include "demand.h"

struct goal {
	uint32_t classes;    /* at most */
	uint64_t pool_calls; /* at least so many are to be served by pools; 0: no matter */
};

/* In: the plan to start from. Out: the best that was found, and the smallest arena that serves it. 0:
 * none does, however large. */
uint32_t search(const struct demand *demand, const struct goal *goal, struct plan *plan);

/* Pools for the sizes asked for most often, each for its peak: where a search for speed begins. */
void search_begin_fast(const struct demand *demand, uint32_t classes, struct plan *plan);

#endif
