/* SPDX-License-Identifier: MIT
 * Handles, walks and counts, inline. Rare cases go to the calls in full (tarn_object_core.h). */
#ifndef TARN_OBJECT_LOOK_H
#define TARN_OBJECT_LOOK_H

#include "tarn_object_fast.h"

TARN_C_BEGIN_

/* ---- Handles ----------------------------------------------------------------------------- */

/* Reading a tag needs no lock if contexts see each other's writes in order: on a microcontroller,
 * on x86. Elsewhere the calls in full do it. */
#if defined(__x86_64__) || defined(__i386__)
#define TARN_OBJECT_ORDERED_ 1
#else
#define TARN_OBJECT_ORDERED_ (TARN_PORT_ORDER == __ATOMIC_RELAXED)
#endif

TARN_OBJECT_INLINE uint32_t tarn_object_limit_(const struct tarn_object_part *part)
{
	return *(const volatile uint32_t *)&part->limit;
}

#if TARN_ACCESS
__attribute__((__noinline__, __unused__, __no_sanitize__("kernel-address"))) static
#else
TARN_OBJECT_INLINE
#endif
	uint32_t
	tarn_object_seen_(const void *object)
{
	return *(volatile tarn_object_tag *)tarn_object_tag_(object);
}

TARN_OBJECT_INLINE uint64_t tarn_object_both_(uint32_t slot, uint32_t generation)
{
	return (uint64_t)generation << 32 | slot;
}

/* A number that comes back. 0 if it is no handle: each has the tag of an object in use. */
TARN_OBJECT_INLINE uint64_t tarn_object_word_(uint64_t both)
{
	uint32_t generation = (uint32_t)(both >> 32);

	return tarn_object_sign_(generation) < 0 && !(generation & TARN_OBJECT_HELD_) ? both : 0;
}

/* A pointer that is not the object of an own slot goes to the call in full. */
TARN_OBJECT_INLINE void *tarn_object_resolve_(struct tarn_object_pool *pool,
					      const struct tarn_object_facts *facts, uint32_t slot,
					      uint32_t generation)
{
	uint32_t index = slot - pool->part.name; /* another name: too large */

	if (TARN_OBJECT_ORDERED_ && __builtin_expect(index < tarn_object_limit_(&pool->part), 1)) {
		void *object = tarn_object_at_(facts, &pool->part, index);

		return tarn_object_seen_(object) == generation ? object : NULL;
	}
	return tarn_object_resolve(pool, tarn_object_both_(slot, generation));
}

/* The short way of handle_of. 0, and nothing has changed: the call in full is needed. */
TARN_OBJECT_INLINE uint64_t tarn_object_hold_(struct tarn_object_pool *pool,
					      const struct tarn_object_facts *facts,
					      const void *object)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = &pool->part;
	uint64_t handle = 0;
	uint32_t index;

	TARN_OBJECT_FORGET_(object); /* or the compiler warns of NULL, which is judged below */
	index = tarn_object_slot_(facts, part, object);

	if (__builtin_expect(index < part->limit, 1)) {
		uint32_t tag = *tarn_object_tag_(object);
		uint32_t name = part->name;

		if (__builtin_expect(tarn_object_sign_(tag) < 0 && name, 1)) {
			tag &= ~TARN_OBJECT_HELD_;
			*tarn_object_tag_(object) = tag;
			handle = tarn_object_both_(name + index, tag);
		}
	}
	tarn_object_unlock_(facts, key);
	return handle;
}

TARN_OBJECT_INLINE uint64_t tarn_object_handle_(struct tarn_object_pool *pool,
						const struct tarn_object_facts *facts,
						const void *object)
{
	uint64_t handle = 0;

	if (!TARN_ACCESS && !(facts->options & TARN_OBJECT_SMALL))
		handle = tarn_object_hold_(pool, facts, object);
	return __builtin_expect(handle != 0, 1) ? handle : tarn_object_handle(pool, object);
}

/* The short way of release. 1: done; 0: stale; -1: the call in full is needed. */
TARN_OBJECT_INLINE int tarn_object_let_go_(struct tarn_object_pool *pool,
					   const struct tarn_object_facts *facts,
					   tarn_object_run *run, uint32_t hooks, uint32_t slot,
					   uint32_t generation)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = &pool->part;
	uint32_t index = slot - part->name;
	int done = -1;

	if (__builtin_expect(index < part->limit, 1)) {
		void *object = tarn_object_at_(facts, part, index);
		uint32_t tag = TARN_OBJECT_GENERATION_ - 1 - generation;

		if (TARN_OBJECT_RARE_(*tarn_object_tag_(object) != generation)) {
			done = 0;
		} else if (__builtin_expect(tarn_object_sign_(tag) >= 0 &&
						    !tarn_object_busy_(pool, part, facts, hooks),
					    1)) {
			key = tarn_object_give_(pool, part, facts, run, hooks, object, tag, key);
			done = 1;
		}
	}
	tarn_object_unlock_(facts, key);
	return done;
}

TARN_OBJECT_INLINE bool tarn_object_release_(struct tarn_object_pool *pool,
					     const struct tarn_object_facts *facts,
					     tarn_object_run *run, uint32_t hooks,
					     tarn_object_tell *tell, uint32_t slot,
					     uint32_t generation)
{
	int done = -1;

	if (TARN_OBJECT_SHORT_(facts))
		done = tarn_object_let_go_(pool, facts, run, hooks, slot, generation);
	if (done < 0)
		done = tarn_object_release(pool, tarn_object_both_(slot, generation));
	if (tell && done)
		tell(pool);
	return done;
}

/* ---- Walks and counts -------------------------------------------------------------------- */

/* Is the object of a carved slot in use? */
TARN_OBJECT_INLINE bool tarn_object_look_(const struct tarn_object_facts *facts,
					  tarn_object_hook *hook,
					  const struct tarn_object_part *part, uint32_t index,
					  void *object)
{
	if (tarn_object_tagged_(facts))
		return tarn_object_sign_(tarn_object_seen_(object)) < 0;
	if (facts->options & TARN_OBJECT_BITS)
		return tarn_object_used_(facts, part, index) & 1;
	/* A pool with neither tags nor bits has a hook. */
	return hook(TARN_OBJECT_IN_USE, object); /* NOLINT(clang-analyzer-core.CallAndMessage) */
}

/* Walks the own slots. What comes after them goes to the call in full. */
TARN_OBJECT_INLINE void *tarn_object_each_(struct tarn_object_pool *pool,
					   const struct tarn_object_facts *facts,
					   tarn_object_hook *hook, uint32_t *at)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t index = *at;
	size_t stride = facts->stride;

	if (facts->options & TARN_OBJECT_BITS && TARN_OBJECT_ORDERED_) {
		uint32_t limit = tarn_object_limit_(part);

		for (; index < limit; index = (index | 31) + 1) {
			uint32_t some = tarn_object_used_(facts, part, index);

			if (__builtin_expect(some != 0, 1)) {
				/* A count of zeros is dear on some cores, and mostly it is 0. */
				if (TARN_COUNTS_ZEROS_ || !(some & 1))
					index += tarn_trailing_zeros_(some);
				*at = index + 1;
				return tarn_object_there_(facts, part, index);
			}
		}
		return facts->options & TARN_OBJECT_GROW ? tarn_object_each(pool, at) : NULL;
	}
	TARN_OBJECT_FORGET_(stride); /* one instruction then multiplies and adds */
	if (TARN_OBJECT_ORDERED_) {
		uint32_t limit = tarn_object_limit_(part);
		/* A pool that was never opened has no base. */
		unsigned char *object = (unsigned char *)((uintptr_t)part->base + index * stride);

		for (; index < limit; object += stride) {
			uint32_t here = index++;

			if (tarn_object_look_(facts, hook, part, here, object)) {
				*at = index;
				return object;
			}
		}
		if (!(facts->options & TARN_OBJECT_GROW))
			return NULL;
	}
	*at = index;
	return tarn_object_each(pool, at);
}

/* ROB_LEAST: the object in use with the lowest score, its score, and its tag before the score was
 * asked. Scores are asked outside the lock. */
typedef uint32_t tarn_object_scorer(const void *object);
TARN_OBJECT_INLINE void *tarn_object_least_(struct tarn_object_pool *pool,
					    const struct tarn_object_facts *facts,
					    tarn_object_scorer *score, uint32_t *lowest,
					    uint32_t *tag)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t low = UINT32_MAX;
	uint32_t of = 0;
	void *least = NULL;
	unsigned char *object = part->base;

	for (uint32_t index = 0; index < tarn_object_limit_(part); index++) {
		uint32_t seen = 0;

		if (tarn_object_tagged_(facts))
			seen = tarn_object_seen_(object);
		if (tarn_object_tagged_(facts)
			    ? tarn_object_sign_(seen) < 0
			    : tarn_object_look_(facts, NULL, part, index, object)) {
			uint32_t here = score(object);

			if (TARN_OBJECT_RARE_(here <= low)) {
				TARN_OBJECT_FORGET_(here); /* a branch, which is rarely taken */
				low = here;
				least = object;
				of = seen;
			}
		}
		object += facts->stride;
	}
	*lowest = low;
	*tag = of;
	return least;
}

/* Objects that were got and not put. */
TARN_OBJECT_INLINE uint32_t tarn_object_count_(struct tarn_object_pool *pool,
					       const struct tarn_object_facts *facts)
{
	if (!(facts->options & (TARN_OBJECT_GROW | TARN_OBJECT_KNOWS))) {
		tarn_port_key key = tarn_object_lock_(facts);
		uint32_t count = pool->part.made - pool->part.idle;

		tarn_object_unlock_(facts, key);
		return count;
	}
	return tarn_object_count(pool);
}

TARN_C_END_

#endif
