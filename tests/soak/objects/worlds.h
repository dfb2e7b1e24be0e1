/* SPDX-License-Identifier: MIT
 * The kinds of typed object pools that the soak uses: each policy, with tags, with bits, and with
 * objects that know themselves. */
#ifndef SOAK_WORLDS_H
#define SOAK_WORLDS_H

#include "tarn_object.h"

/* The beginning of every object. */
struct thing {
	uint32_t made;  /* how many were made so far, this one too (worlds with hooks) */
	uint32_t state; /* its name, not 0; unique in the pool, and higher for younger objects */
	uint32_t body[4];
};

/* Overflow chunks: their slots, and their bytes, rounded up to the same on every machine. */
#define CHUNK_SLOTS 2
#define CHUNK_BYTES 192
#define CHUNK_ALIGN (2 * TARN_ALIGN)

/* The typed calls of a kind of pools, inline as in a program. */
struct world {
	const struct tarn_object_type *type;
	struct thing *(*get)(struct tarn_object_pool *pool);
	void (*put)(struct tarn_object_pool *pool, struct thing *thing);
	struct thing *(*each)(struct tarn_object_pool *pool, uint32_t *at);
	uint32_t (*count)(struct tarn_object_pool *pool);
	/* NULL: it has no handles */
	uint64_t (*get_held)(struct tarn_object_pool *pool);
	uint64_t (*handle)(struct tarn_object_pool *pool, const struct thing *thing);
	struct thing *(*resolve)(struct tarn_object_pool *pool, uint64_t handle);
	bool (*release)(struct tarn_object_pool *pool, uint64_t handle);
	/* NULL: it does not rob the oldest; the least */
	void (*touch)(struct tarn_object_pool *pool, struct thing *thing);
	struct thing *(*get_if_worth)(struct tarn_object_pool *pool, uint32_t worth);
};

extern const struct world worlds[];
extern const uint32_t worlds_count;

static inline uint32_t world_policy(const struct world *world)
{
	return world->type->facts.options & TARN_OBJECT_POLICY;
}

static inline bool world_grows(const struct world *world)
{
	return world_policy(world) == TARN_OBJECT_GROW;
}

static inline bool world_robs(const struct world *world)
{
	return world_policy(world) == TARN_OBJECT_ROB_OLDEST ||
	       world_policy(world) == TARN_OBJECT_ROB_LEAST;
}

static inline bool world_knows(const struct world *world)
{
	return world->type->facts.options & TARN_OBJECT_KNOWS;
}

/* Does it have handles? */
static inline bool world_tagged(const struct world *world)
{
	return !(world->type->facts.options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
}

/* Bytes of a chunk. */
static inline uint32_t world_chunk(const struct world *world)
{
	const struct tarn_object_facts *facts = &world->type->facts;

	return (uint32_t)sizeof(struct tarn_object_chunk) + CHUNK_SLOTS * facts->stride +
	       (facts->options & TARN_OBJECT_BITS ? 8 : 0);
}

/* The score of an object where the least is robbed. No two names have the same. */
static inline uint32_t world_score(uint32_t name)
{
	return name * 2654435761u;
}

static inline bool world_has(const struct world *world, enum tarn_object_event event)
{
	return world->type->hook && world->type->hook(TARN_OBJECT_WHICH, NULL) & 1u << event;
}

/* Does a trim destroy the slots? Otherwise it does nothing. */
static inline bool world_trims(const struct world *world)
{
	return world_has(world, TARN_OBJECT_ONCE) || world_has(world, TARN_OBJECT_DESTROY);
}

/* What hooks saw: the number of slots created and destroyed, and the name that was put, robbed or
 * reset last. */
struct hooked {
	uint32_t made;
	uint32_t unmade;
	uint32_t recycled;
	struct tarn_object_pool *pool; /* INJECT=re-entered: .reset gets from it; else NULL */
	struct thing *(*get)(struct tarn_object_pool *pool);
};
extern struct hooked hooked;

static inline bool world_counts(const struct world *world)
{
	return world_has(world, TARN_OBJECT_DESTROY);
}

#endif
