/* SPDX-License-Identifier: MIT
 * The kinds of object pools that the sweep interrupts, all with the same calls. */
#ifndef PREEMPT_POOLS_H
#define PREEMPT_POOLS_H

#include "scene.h"

#define POOL_CAPACITY 5
#define POOL_INITIAL  2 /* the first capacity of a pool that grows */

/* An object is held by its address. In a pool that robs it is held by its handle: the object may
 * belong to another context before the call returns. */
struct pool_kind {
	/* The closed pool, from scene to scene: no other pool of the type may have handles. */
	uint64_t *kept;
	bool (*open)(void);
	bool (*get)(struct held_thing *hold);         /* hold->mark is set; false: no object */
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

/* thing_mark fills an object with the pattern of a mark. thing_whole verifies it. */
void thing_mark(struct thing *thing, uint32_t mark);
bool thing_whole(const struct thing *thing, uint32_t mark);

/* pool_got enters the result of a get. pool_busy takes an object off the list, to put it. */
const char *pool_got(const struct pool_kind *kind, const struct held_thing *hold);
struct held_thing pool_busy(uint32_t at);

#endif
