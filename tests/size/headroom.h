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

/* The smallest arena in which the plan leaves commons of `bytes`. */
uint32_t headroom_arena(const struct plan *plan, uint32_t bytes);

#endif
