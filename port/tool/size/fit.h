/* SPDX-License-Identifier: MIT
 * Finds the table and its arena for what was recorded. */
#ifndef SIZE_FIT_H
#define SIZE_FIT_H

#include "demand.h"

/* The user's request. */
struct wish {
	const char *dial;
	uint32_t percent;  /* of the calls that pools must serve: the dial's place */
	uint32_t classes;  /* at most */
	uint32_t ram;      /* bytes; 0: no limit */
	uint32_t headroom; /* percent */
	bool honest;       /* instead: the least headroom that serves `verify` */
	uint32_t heap;     /* bytes of the target's RAM that Tarn takes outside the arena */
};

/* The dial: in the fewest bytes, pools serve any share of the calls, at least 80 %, or all that no
 * alignment sends to the commons. At the last place every class has blocks for its own peak. */
#define DIAL_FRUGAL    0
#define DIAL_FAST      80
#define DIAL_GUARANTEE 100

#define HEADROOM_MAX  400 /* percent */
#define HEADROOM_SURE 5   /* the next percentages that must serve, too */

struct observed {
	struct traces traces; /* the table is fitted on these */
	struct traces verify; /* and must serve these, too */
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
	uint32_t smallest; /* without headroom, found by replay; 0: no trace */
	uint32_t headroom; /* percent */
	struct larger larger;
	uint32_t percent; /* of the calls for pools */
	uint32_t needs;   /* bytes of RAM for the dial, if they exceed the limit; else 0 */
};

/* If it is impossible, prints one line `error: ...` and exits with status 1. */
void fit(const struct observed *observed, const struct wish *wish, struct answer *answer);

/* The smallest arena that leaves `commons` bytes beside the plan's pools; 0: there is none. */
uint32_t fit_arena(const struct plan *plan, uint32_t commons);

#endif
