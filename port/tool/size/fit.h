/* SPDX-License-Identifier: MIT
 * Finds the table and its arena for what was observed. */
#ifndef SIZE_FIT_H
#define SIZE_FIT_H

#include "counters.h"
#include "demand.h"

enum dial {
	DIAL_FRUGAL,   /* the fewest bytes, perhaps no pools */
	DIAL_FAST,     /* pools serve at least FAST_PERCENT of all calls, in the fewest bytes */
	DIAL_GUARANTEE /* every class has blocks for its own peak; no commons */
};
#define FAST_PERCENT 80

/* The user's request. */
struct wish {
	enum dial dial;
	uint32_t classes;  /* at most */
	uint32_t ram;      /* bytes; 0: no limit */
	uint32_t headroom; /* percent */
	bool honest;       /* instead: the least headroom that serves `verify` */
	uint32_t heap;     /* bytes of the target's RAM that Tarn takes outside the arena */
};

struct observed {
	struct traces traces; /* the table is fitted on these */
	struct traces verify; /* and must serve these, too */
	struct counters counters;
	struct demand demand; /* of `traces` */
};

/* The next larger arenas, in steps of TARN_ALIGN. */
struct larger {
	uint32_t looked; /* arenas tried */
	uint32_t refuse; /* of these refuse a request */
	uint32_t steady; /* from this arena on none refuses; 0: the last one does */
};

struct answer {
	struct plan plan;
	uint32_t arena;
	uint32_t fitted;   /* the arena before it was enlarged to RAM= */
	uint32_t smallest; /* without headroom, found by replay; 0: no trace */
	uint32_t sum;      /* the arena for the sum of the counters' peaks; 0: no counters */
	uint32_t headroom; /* percent */
	struct larger larger;
	uint32_t percent; /* of the calls for pools: 0 frugal, FAST_PERCENT, ... 100 guarantee */
	uint32_t needs;   /* bytes of RAM for the dial, if they exceed the limit; else 0 */
};

/* If it is impossible, prints one line `error: ...` and exits with status 1. */
void fit(const struct observed *observed, const struct wish *wish, struct answer *answer);

/* Sets the answer's `larger`. Takes about a second at most. */
void fit_larger(const struct observed *observed, struct answer *answer);

#endif
