/* SPDX-License-Identifier: MIT
 * A table with room to spare. */
#ifndef SIZE_HEADROOM_H
#define SIZE_HEADROOM_H

#include "fit.h"

/* An honest headroom is looked for up to this percent. */
#define HEADROOM_MAX 400u

/* From the plan that `smallest` bytes of arena serve: one with `percent` more blocks in each class, for an
 * arena of `percent` more bytes. Returns that arena: all that was observed is served by it, which was
 * tried. 0: none near it serves. */
uint32_t headroom_settle(const struct observed *observed, const struct plan *plan,
			 uint32_t smallest, uint32_t percent, struct plan *roomy);

/* The least percent that settles, and from which on the next HEADROOM_SURE do too; more than
 * HEADROOM_MAX: there is none. */
#define HEADROOM_SURE 5u
uint32_t headroom_honest(const struct observed *observed, const struct plan *plan,
			 uint32_t smallest);

/* Is all that was observed served in this arena? By replay of each trace. */
bool headroom_serves(const struct observed *observed, const struct plan *plan, uint32_t arena);

/* The least arena from `arena` on, up to one percent more, that serves all that was observed: that a
 * larger one serves too is the rule, not a law. 0: none does. */
uint32_t headroom_step(const struct observed *observed, const struct plan *plan, uint64_t arena);

/* The smallest arena in which the plan leaves commons of `bytes`; 0: none of up to TARN_ARENA_MAX does. */
uint32_t headroom_arena(const struct plan *plan, uint32_t bytes);

#endif
