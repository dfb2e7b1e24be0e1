/* SPDX-License-Identifier: MIT
 * What the soak knows of one object pool without asking it, and what must hold between the two. For
 * the files of stand.h alone. */
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

/* As many objects are in use as are known of. First of all: one too many or too few shows in
 * other ways too. */
void expect_lives(struct stand *stand);

/* An object in use: its handle, its name, its contents. */
void verify(struct stand *stand, const struct entry *entry);
void expect_stale(struct stand *stand, uint64_t handle);

/* What the digest holds of a handle. */
static inline uint32_t handle_digest(uint64_t handle)
{
	return (uint32_t)handle ^ (uint32_t)(handle >> 32);
}

/* An operation is over: count it, and look at one object in use and at one stale handle. */
void done(struct stand *stand, uint32_t outcome);

/* How many overflow chunks came and went. */
uint32_t chunks_moved(const struct stand *stand);

/* Tarn took overflow chunks of the heap, or gave some back: enter them. */
void follow_chunks(struct stand *stand);

/* Slots that there are now. */
uint32_t capacity(const struct stand *stand);

/* It holds fewer objects than it might: if it grows, the heap refused a chunk; rightly? */
void judge_not_grown(const struct stand *stand);

/* Which entry is it? NOBODY. */
uint32_t find(const struct stand *stand, const struct thing *thing);

/* Who must be robbed: the oldest has the lowest name, the least the lowest score. */
uint32_t victim(const struct stand *stand);

/* A get by any of the calls; worth ANYTHING robs whom it must. */
#define ANYTHING UINT32_MAX
struct thing *call_get(struct stand *stand, uint32_t worth);

/* Give it the next name, and contents of that name. */
void furnish(struct stand *stand, struct entry *entry);

/* An object that was got: furnish it. Returns handle_digest of its handle; 1 where there are none. */
uint32_t keep(struct stand *stand, struct thing *thing);

/* It was put, robbed or reset: its handle is stale. */
void forget(struct stand *stand, uint32_t i);

#endif
