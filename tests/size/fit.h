/* SPDX-License-Identifier: MIT
 * From what was observed to a table and its arena. */
#ifndef SIZE_FIT_H
#define SIZE_FIT_H

#include "counters.h"
#include "demand.h"

enum dial {
	DIAL_FRUGAL,   /* the fewest bytes, perhaps no pools at all */
	DIAL_FAST,     /* pools serve at least FAST_PERCENT of all calls, in the fewest bytes */
	DIAL_GUARANTEE /* every class has its own peak, no commons */
};
#define FAST_PERCENT 80

/* What was asked for. */
struct wish {
	enum dial dial;
	uint32_t classes;  /* at most */
	uint32_t ram;      /* bytes; 0: no limit */
	uint32_t headroom; /* percent */
	bool honest;       /* the least headroom that serves `verify` instead */
	uint32_t heap;     /* bytes of the target's RAM that are Tarn's outside the arena */
};

struct observed {
	struct traces traces; /* the table is fitted on them */
	struct traces verify; /* and holds these too */
	struct counters counters;
	struct demand demand; /* of `traces` */
};

/* What larger arenas do: of the next so many, in steps of TARN_ALIGN. */
struct larger {
	uint32_t looked;
	uint32_t refuse;
	uint32_t steady; /* from this one on none of them does; 0: the last does */
};

struct answer {
	struct plan plan;
	uint32_t arena;
	uint32_t fitted;   /* the arena before RAM= made it all the memory that there is */
	uint32_t smallest; /* without headroom, found by replay; 0: no trace */
	uint32_t sum;      /* the arena that the sum of the counters' peaks takes; 0: no counters */
	uint32_t headroom; /* percent */
	struct larger larger;
	uint32_t
		percent; /* what was asked of the pools: 0 frugal, FAST_PERCENT, ... 100 guarantee */
	uint32_t
		needs; /* bytes of RAM, where the dial as it was asked for does not fit the limit */
};

/* What cannot be done ends with one line, `error: `..., and exit status 1. */
void fit(const struct observed *observed, const struct wish *wish, struct answer *answer);

/* The answer's `larger`: takes about a second at most. */
void fit_larger(const struct observed *observed, struct answer *answer);

#endif
