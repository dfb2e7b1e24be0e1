/* SPDX-License-Identifier: MIT
 * A table with headroom. */
#ifndef SIZE_HEADROOM_H
#define SIZE_HEADROOM_H

#include "fit.h"

/* The search for the least headroom ends at this percent. */
#define HEADROOM_MAX 400u

/* Makes a plan with `percent` more blocks in each class, and an arena of `percent` more bytes than
 * `smallest`, the arena of `plan`. Returns that arena, which replay showed to serve all that was
 * observed. Returns 0 if no arena near it serves. */
uint32_t headroom_settle(const struct observed *observed, const struct plan *plan,
			 uint32_t smallest, uint32_t percent, struct plan *roomy);

/* The least percent that settles, and after which the next HEADROOM_SURE percentages do, too. More
 * than HEADROOM_MAX if there is none. */
#define HEADROOM_SURE 5u
uint32_t headroom_honest(const struct observed *observed, const struct plan *plan,
			 uint32_t smallest);

/* Does this arena serve all that was observed? Replays each trace. */
bool headroom_serves(const struct observed *observed, const struct plan *plan, uint32_t arena);

/* The least arena from `arena` up to one percent more that serves all that was observed; 0 if none
 * does. A larger arena need not serve. */
uint32_t headroom_step(const struct observed *observed, const struct plan *plan, uint64_t arena);

/* The smallest arena in which the plan leaves commons of `bytes`; 0 if none of up to TARN_ARENA_MAX
 * does. */
uint32_t headroom_arena(const struct plan *plan, uint32_t bytes);

#endif
