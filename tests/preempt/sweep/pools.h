/* SPDX-License-Identifier: MIT
 * The kinds of object pools that are swept, each behind the same calls. */
#ifndef PREEMPT_POOLS_H
#define PREEMPT_POOLS_H

#include "scene.h"

#define POOL_CAPACITY 5
#define POOL_INITIAL  2 /* of one that grows */

/* What is got is held by the object, or of pools that rob by its handle, for an object may be
 * another's before the call returns. */
struct pool_kind {
	uint64_t *kept; /* the closed pool, from scene to scene: it has the right to handles */
	bool (*open)(void);
	bool (*get)(struct held_thing *hold);         /* its mark is given; false: there is none */
	bool (*put)(const struct held_thing *hold);   /* false: it was robbed */
	void (*touch)(const struct held_thing *hold); /* NULL: it does not rob the oldest */
	bool robs, grows, never;
};

extern const struct pool_kind pool_never, pool_refuse, pool_small, pool_bits, pool_hooks, pool_lazy,
	pool_held, pool_oldest, pool_ring, pool_least, pool_worth, pool_grow, pool_swell;

static inline struct tarn_object_pool *pool_core(void)
{
	return (struct tarn_object_pool *)(void *)scene.pool;
}

/* Write into an object what its mark says; and read it. */
void thing_mark(struct thing *thing, uint32_t mark);
bool thing_whole(const struct thing *thing, uint32_t mark);

/* Enter what came of a get, and what becomes of one that is put. */
const char *pool_got(const struct pool_kind *kind, const struct held_thing *hold);
struct held_thing pool_busy(uint32_t at);

#endif
