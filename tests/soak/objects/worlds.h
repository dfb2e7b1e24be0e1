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

extern const struct tarn_object_type *const worlds[];
extern const uint32_t worlds_count;

static inline uint32_t world_policy(const struct tarn_object_type *world)
{
	return world->facts.options & TARN_OBJECT_POLICY;
}

static inline bool world_grows(const struct tarn_object_type *world)
{
	return world_policy(world) == TARN_OBJECT_GROW;
}

static inline bool world_robs_oldest(const struct tarn_object_type *world)
{
	return world_policy(world) == TARN_OBJECT_ROB_OLDEST;
}

static inline bool world_robs_least(const struct tarn_object_type *world)
{
	return world_policy(world) == TARN_OBJECT_ROB_LEAST;
}

static inline bool world_robs(const struct tarn_object_type *world)
{
	return world_robs_oldest(world) || world_robs_least(world);
}

static inline bool world_knows(const struct tarn_object_type *world)
{
	return world->facts.options & TARN_OBJECT_KNOWS;
}

/* Does it have handles? */
static inline bool world_tagged(const struct tarn_object_type *world)
{
	return !(world->facts.options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
}

/* Bytes of a chunk. */
static inline uint32_t world_chunk(const struct tarn_object_type *world)
{
	const struct tarn_object_facts *facts = &world->facts;

	return (uint32_t)sizeof(struct tarn_object_chunk) + CHUNK_SLOTS * facts->stride +
	       (facts->options & TARN_OBJECT_BITS ? 8 : 0);
}

/* The score of an object where the least is robbed. No two names have the same. */
static inline uint32_t world_score(uint32_t name)
{
	return name * 2654435761u;
}

static inline bool world_has(const struct tarn_object_type *world, enum tarn_object_event event)
{
	return world->hook && world->hook(TARN_OBJECT_WHICH, NULL) & 1u << event;
}

/* Does a trim destroy the slots? Otherwise it does nothing. */
static inline bool world_trims(const struct tarn_object_type *world)
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
};
extern struct hooked hooked;

static inline bool world_counts(const struct tarn_object_type *world)
{
	return world_has(world, TARN_OBJECT_DESTROY);
}

#endif
