/* SPDX-License-Identifier: MIT
 * What the soak knows of one object pool without asking it, and what must agree with the pool. Only
 * the files of stand.h use it. */
#ifndef SOAK_BOOKS_H
#define SOAK_BOOKS_H

#include "stand.h"

#define NOBODY UINT32_MAX

static inline void expect(bool holds, const char *reason, const struct stand *stand, uint32_t what)
{
	if (rarely(!holds))
		fail_at(reason, "kind of pool, what, objects in use", stand_kind(stand), what,
			stand->lives);
}

/* The pool has as many objects in use as the books. Check this first: one too many or too few has
 * other effects, too. */
void expect_lives(struct stand *stand);

/* Checks an object in use: its handle, its name, its contents. */
void verify(struct stand *stand, const struct entry *entry);
void expect_stale(struct stand *stand, uint64_t handle);

/* The part of a handle that enters the digest. */
static inline uint32_t handle_digest(uint64_t handle)
{
	return (uint32_t)handle ^ (uint32_t)(handle >> 32);
}

/* Ends an operation: counts it, and looks at one object in use or at one stale handle. */
void done(struct stand *stand, uint32_t outcome);

/* How many overflow chunks were added and removed. */
uint32_t chunks_moved(const struct stand *stand);

/* Enters the overflow chunks that Tarn took from the heap or gave back. */
void follow_chunks(struct stand *stand);

/* The number of slots now. */
uint32_t capacity(const struct stand *stand);

/* The pool holds fewer objects than it may. If it can grow, the heap refused a chunk: was that
 * right? */
void judge_not_grown(const struct stand *stand);

/* Returns the entry's number, or NOBODY. */
uint32_t find(const struct stand *stand, const struct thing *thing);

/* Returns the entry that must be robbed. The oldest has the lowest name, the least the lowest
 * score. */
uint32_t victim(const struct stand *stand);

/* Gets an object by any of the calls. Worth ANYTHING always robs. */
#define ANYTHING UINT32_MAX
struct thing *call_get(struct stand *stand, uint32_t worth);

/* Gives the object the next name, and contents of that name. */
void furnish(struct stand *stand, struct entry *entry);

/* Furnishes an object that was got. Returns handle_digest of its handle; 1 if it has none. */
uint32_t keep(struct stand *stand, struct thing *thing);

/* The object was put, robbed or reset: its handle is stale. */
void forget(struct stand *stand, uint32_t i);

#endif
