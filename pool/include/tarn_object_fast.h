/* SPDX-License-Identifier: MIT
 * Get, put, resolve and walk, inline: the way they go until something rare happens. What is rare
 * leaves all as it was and goes to the call in full (tarn_object_type.h). `facts` and `hooks` are
 * constants: what a type does not have costs nothing. */
#ifndef TARN_OBJECT_FAST_H
#define TARN_OBJECT_FAST_H

#include "tarn_object_type.h"
#include "tarn_port.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#endif

#define TARN_OBJECT_INLINE           static inline __attribute__((always_inline, unused))
#define TARN_OBJECT_RARE_(condition) __builtin_expect(!!(condition), 0)

/* Hides from the compiler how a value came about: it is then computed as stands here. Emits
 * nothing. ASIDE also keeps it out of the low registers, which these paths have none to spare of. */
#define TARN_OBJECT_FORGET_(value)           __asm__("" : "+r"(value))
#define TARN_OBJECT_TOGETHER_(first, second) __asm__("" : "+r"(first), "+r"(second))
#ifdef __thumb2__
#define TARN_OBJECT_ASIDE_(value) __asm__("" : "+h"(value))
#else
#define TARN_OBJECT_ASIDE_(value) ((void)0)
#endif

typedef uint32_t tarn_object_tag __attribute__((may_alias));
typedef void *tarn_object_link __attribute__((may_alias));

struct tarn_object_ages { /* ROB_OLDEST: a slot's first two words, a ring */
	void *next;
	void *before;
} __attribute__((may_alias));

/* ---- Slots ------------------------------------------------------------------------------- */

/* The tag lies before the object, with nothing between: an alignment's padding comes first. */
TARN_OBJECT_INLINE tarn_object_tag *tarn_object_tag_(const void *object)
{
	return (tarn_object_tag *)(uintptr_t)object - 1;
}

TARN_OBJECT_INLINE tarn_object_link *tarn_object_link_(const struct tarn_object_facts *facts,
						       void *object)
{
	return (tarn_object_link *)(void *)((unsigned char *)object + facts->link);
}

TARN_OBJECT_INLINE struct tarn_object_ages *tarn_object_ages_(const struct tarn_object_facts *facts,
							      void *object)
{
	return (struct tarn_object_ages *)(void *)((unsigned char *)object - facts->head);
}

/* The number of the slot whose object a pointer is; for any other pointer one that is no less than
 * any capacity. Exact division: a product with the inverse of the stride's odd part, rotated by the
 * rest, is small for multiples of the stride alone. */
TARN_OBJECT_INLINE uint32_t tarn_object_slot_(const struct tarn_object_facts *facts,
					      const struct tarn_object_part *part,
					      const void *object)
{
#if UINTPTR_MAX > UINT32_MAX
	uintptr_t distance = (uintptr_t)object - (uintptr_t)part->base;
	uint32_t product = (uint32_t)distance * facts->inverse;

	if (distance > UINT32_MAX)
		return UINT32_MAX;
#else
	uint32_t product = (uint32_t)object * facts->inverse + part->origin;

	TARN_OBJECT_FORGET_(product);
#endif
	return product >> (facts->shift & 31) | product << (-facts->shift & 31);
}

TARN_OBJECT_INLINE void *tarn_object_at_(const struct tarn_object_facts *facts,
					 const struct tarn_object_part *part, uint32_t index)
{
	return part->base + (size_t)index * facts->stride;
}

TARN_OBJECT_INLINE bool tarn_object_tagged_(const struct tarn_object_facts *facts)
{
	return !(facts->options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
}

/* Below 0: the object is in use. Of an object that is not: its slot is idle. */
TARN_OBJECT_INLINE int32_t tarn_object_sign_(uint32_t tag)
{
	return (int32_t)tag;
}

/* TARN_OBJECT_BITS: the word of a slot's bit lies after all slots of its part. */
TARN_OBJECT_INLINE uint32_t *tarn_object_bits_(const struct tarn_object_facts *facts,
					       const struct tarn_object_part *part, uint32_t index)
{
	unsigned char *slots = part->base - facts->head;

	return (uint32_t *)(void *)(slots + (size_t)part->capacity * facts->stride) + (index >> 5);
}

TARN_OBJECT_INLINE uint32_t tarn_object_bit_(uint32_t index)
{
	return UINT32_C(1) << (index & 31);
}

/* ---- Where ------------------------------------------------------------------------------- */

TARN_OBJECT_INLINE tarn_port_key tarn_object_lock_(const struct tarn_object_facts *facts)
{
	tarn_port_key key = 0;

	if (!(facts->options & TARN_OBJECT_UNLOCKED))
		key = tarn_port_lock();
	return key;
}

TARN_OBJECT_INLINE void tarn_object_unlock_(const struct tarn_object_facts *facts,
					    tarn_port_key key)
{
	if (!(facts->options & TARN_OBJECT_UNLOCKED))
		tarn_port_unlock(key);
}

/* From level 2 on objects are filled: by the calls in full. */
#define TARN_OBJECT_SHORT_(facts) (TARN_HARDEN < 2 && !((facts)->options & TARN_OBJECT_SMALL))

/* Has a type tags, and nothing that needs more than a plain pool? */
TARN_OBJECT_INLINE bool tarn_object_plain_(const struct tarn_object_facts *facts)
{
	return tarn_object_tagged_(facts) && !TARN_OBJECT_HAS_REST_(facts->options);
}

TARN_OBJECT_INLINE struct tarn_object_part *tarn_object_part_(struct tarn_object_pool *pool,
							      const struct tarn_object_facts *facts)
{
	if (facts->options & TARN_OBJECT_GROW)
		return ((struct tarn_object_full_pool *)(void *)pool)->active;
	return &pool->part;
}

/* ---- From hand to hand -------------------------------------------------------------------- */

/* One function for all hooks of a type; see TARN_OBJECT_HOOK_. */
typedef uint32_t tarn_object_hook(enum tarn_object_event event, void *object);
#define TARN_OBJECT_ANY_                                                             \
	(1u << TARN_OBJECT_ONCE | 1u << TARN_OBJECT_INIT | 1u << TARN_OBJECT_RESET | \
	 1u << TARN_OBJECT_DESTROY)

/* Inside the lock, before and after: run hooks without it. */
TARN_OBJECT_INLINE tarn_port_key tarn_object_run_(struct tarn_object_pool *pool,
						  const struct tarn_object_facts *facts,
						  tarn_object_hook *hook, uint32_t events,
						  void *object, tarn_port_key key)
{
	struct tarn_object_call call;

	call.before = NULL; /* pool->calls: nobody else has one between hands */
	call.context = TARN_PORT_CONTEXT_HERE();
	call.reason = TARN_OBJECT_HOOK_;
	pool->calls = &call;
	tarn_object_unlock_(facts, key);
	if (events & 1u << TARN_OBJECT_RESET)
		hook(TARN_OBJECT_RESET, object);
	if (events & 1u << TARN_OBJECT_INIT)
		hook(TARN_OBJECT_INIT, object);
	key = tarn_object_lock_(facts);
	if (TARN_OBJECT_RARE_(pool->calls != &call))
		tarn_object_call_leave_(pool, &call);
	else
		pool->calls = NULL;
	return key;
}

/* What runs when an object is got, or put, of those hooks that there are. */
TARN_OBJECT_INLINE uint32_t tarn_object_got_(const struct tarn_object_facts *facts, uint32_t hooks)
{
	return hooks & (1u << TARN_OBJECT_INIT |
			(facts->options & TARN_OBJECT_LAZY ? 1u << TARN_OBJECT_RESET : 0));
}

TARN_OBJECT_INLINE uint32_t tarn_object_put_events_(const struct tarn_object_facts *facts,
						    uint32_t hooks)
{
	return facts->options & TARN_OBJECT_LAZY ? 0 : hooks & 1u << TARN_OBJECT_RESET;
}

/* ---- Get --------------------------------------------------------------------------------- */

/* Is the first of the idle list an idle object of a slot? */
TARN_OBJECT_INLINE bool tarn_object_takable_(const struct tarn_object_facts *facts,
					     const struct tarn_object_part *part,
					     const void *object)
{
	uint32_t index;

	if (TARN_HARDEN == 0 || facts->options & TARN_OBJECT_ROB_OLDEST)
		return part->idle;
	index = tarn_object_slot_(facts, part, object);
	if (index >= part->limit)
		return false;
	return !(facts->options & TARN_OBJECT_BITS) ||
	       !(*tarn_object_bits_(facts, part, index) & tarn_object_bit_(index));
}

TARN_OBJECT_INLINE void *tarn_object_next_(const struct tarn_object_facts *facts, void *object)
{
	if (facts->options & TARN_OBJECT_ROB_OLDEST)
		return tarn_object_ages_(facts, object)->next;
	return *tarn_object_link_(facts, object);
}

TARN_OBJECT_INLINE void tarn_object_bit_set_(const struct tarn_object_facts *facts,
					     const struct tarn_object_part *part,
					     const void *object)
{
	uint32_t index = tarn_object_slot_(facts, part, object);

	*tarn_object_bits_(facts, part, index) |= tarn_object_bit_(index);
}

/* GROW: what is in use is counted, because its parts fill up in any order. */
TARN_OBJECT_INLINE void tarn_object_more_(struct tarn_object_pool *pool,
					  const struct tarn_object_facts *facts)
{
	if (facts->options & TARN_OBJECT_GROW) {
		struct tarn_object_full_pool *full = (struct tarn_object_full_pool *)(void *)pool;

		if (++full->live > pool->peak)
			pool->peak = full->live;
	}
}

TARN_OBJECT_INLINE void tarn_object_fewer_(struct tarn_object_pool *pool,
					   const struct tarn_object_facts *facts)
{
	if (facts->options & TARN_OBJECT_GROW)
		((struct tarn_object_full_pool *)(void *)pool)->live--;
}

/* NULL, and nothing has changed, where the call in full is needed. */
TARN_OBJECT_INLINE void *tarn_object_take_(struct tarn_object_pool *pool,
					   const struct tarn_object_facts *facts,
					   tarn_object_hook *hook, uint32_t hooks, uint32_t *handle)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = tarn_object_part_(pool, facts);
	uint32_t events = tarn_object_got_(facts, hooks);
	void *object = NULL;
	void *next;
	uint32_t idle;
	uint32_t tag = 0;

	TARN_OBJECT_ASIDE_(key);
	if ((hooks && TARN_OBJECT_RARE_(pool->calls)) ||
	    (facts->options & TARN_OBJECT_GROW && TARN_OBJECT_RARE_(!part)))
		goto full;
	if (facts->options & TARN_OBJECT_GROW && !part->idle)
		goto full;
	object = part->head;
	if (TARN_OBJECT_RARE_(!tarn_object_takable_(facts, part, object)))
		goto full;
	if (tarn_object_tagged_(facts)) {
		tag = ~*tarn_object_tag_(object);
		if (TARN_HARDEN >= 1 && TARN_OBJECT_RARE_(tarn_object_sign_(tag) >= 0))
			goto full;
	}
	if (handle) {
		handle[0] = part->name;
		if (TARN_OBJECT_RARE_(!handle[0]))
			goto full;
		handle[0] += tarn_object_slot_(facts, part, object);
		tag &= ~TARN_OBJECT_HELD_;
		handle[1] = tag;
	}
	if (events == 0 && tarn_object_tagged_(facts))
		*tarn_object_tag_(object) = tag;
	next = tarn_object_next_(facts, object);
	idle = part->idle - 1;
	TARN_OBJECT_TOGETHER_(idle, next);
	part->idle = idle;
	part->head = next;
	tarn_object_more_(pool, facts);
	if (events) {
		key = tarn_object_run_(pool, facts, hook, events, object, key);
		if (tarn_object_tagged_(facts))
			*tarn_object_tag_(object) = tag;
	}
	if (facts->options & TARN_OBJECT_BITS)
		tarn_object_bit_set_(facts, part, object);
	tarn_object_unlock_(facts, key);
	return object;
full:
	object = NULL;
	if (facts->options & TARN_OBJECT_GROW && !hooks && !handle)
		object = tarn_object_next_slot_(pool);
	tarn_object_unlock_(facts, key);
	return object;
}

TARN_OBJECT_INLINE void *tarn_object_get_(struct tarn_object_pool *pool,
					  const struct tarn_object_facts *facts,
					  tarn_object_hook *hook, uint32_t hooks)
{
	void *object = NULL;

	if (TARN_OBJECT_SHORT_(facts))
		object = tarn_object_take_(pool, facts, hook, hooks, NULL);
	if (__builtin_expect(object != NULL, 1))
		return object;
	if (TARN_OBJECT_SHORT_(facts) && !hooks && facts->options & TARN_OBJECT_ROB_OLDEST)
		return tarn_object_get_oldest_(pool);
	return tarn_object_plain_(facts) ? tarn_object_get_plain_(pool) : tarn_object_get(pool);
}

/* ---- Put --------------------------------------------------------------------------------- */

/* First on the ring, before the idle ones: off its place first, unless it is there. */
TARN_OBJECT_INLINE void tarn_object_ring_(const struct tarn_object_facts *facts,
					  struct tarn_object_part *part, void *object)
{
	struct tarn_object_ages *ages = tarn_object_ages_(facts, object);
	void *head = part->head;

	if (object != head) {
		struct tarn_object_ages *first = tarn_object_ages_(facts, head);

		tarn_object_ages_(facts, ages->before)->next = ages->next;
		tarn_object_ages_(facts, ages->next)->before = ages->before;
		ages->before = first->before;
		ages->next = head;
		tarn_object_ages_(facts, first->before)->next = object;
		first->before = object;
	}
}

TARN_OBJECT_INLINE void tarn_object_push_(const struct tarn_object_facts *facts,
					  struct tarn_object_part *part, void *object)
{
	void *head = part->head;
	uint32_t idle = part->idle;

	if (facts->options & TARN_OBJECT_ROB_OLDEST)
		tarn_object_ring_(facts, part, object);
	else
		*tarn_object_link_(facts, object) = head;
	part->head = object;
	part->idle = idle + 1;
}

/* Is a hook under way, or is this the last of an overflow chunk, which goes back to the heap? While a hook
 * runs, it may become the last. */
TARN_OBJECT_INLINE bool tarn_object_busy_(const struct tarn_object_pool *pool,
					  const struct tarn_object_part *part,
					  const struct tarn_object_facts *facts, uint32_t hooks)
{
	if (hooks && pool->calls)
		return true;
	return facts->options & TARN_OBJECT_GROW && part != &pool->part &&
	       (tarn_object_put_events_(facts, hooks) || part->idle + 1 == part->made);
}

/* Put the object of a slot that is in use, of which `tag` is the new one. */
TARN_OBJECT_INLINE tarn_port_key tarn_object_give_(struct tarn_object_pool *pool,
						   struct tarn_object_part *part,
						   const struct tarn_object_facts *facts,
						   tarn_object_hook *hook, uint32_t hooks,
						   void *object, uint32_t tag, tarn_port_key key)
{
	uint32_t events = tarn_object_put_events_(facts, hooks);

	if (tarn_object_tagged_(facts))
		*tarn_object_tag_(object) = tag;
	if (events)
		key = tarn_object_run_(pool, facts, hook, events, object, key);
	tarn_object_push_(facts, part, object);
	tarn_object_fewer_(pool, facts);
	return key;
}

/* False, and nothing has changed, where the call in full is needed. */
TARN_OBJECT_INLINE bool tarn_object_return_(struct tarn_object_pool *pool,
					    const struct tarn_object_facts *facts,
					    tarn_object_hook *hook, uint32_t hooks, void *object)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = tarn_object_part_(pool, facts);
	uint32_t index;
	uint32_t tag = 0;
	bool done = false;

	TARN_OBJECT_ASIDE_(key);
	if (facts->options & TARN_OBJECT_GROW && TARN_OBJECT_RARE_(!part))
		goto full;
	index = tarn_object_slot_(facts, part, object);
	if ((TARN_HARDEN >= 1 || facts->options & TARN_OBJECT_GROW) &&
	    TARN_OBJECT_RARE_(index >= part->limit))
		goto full;
	/* Below 0: it is not in use, or this was its last generation. */
	if (tarn_object_tagged_(facts)) {
		tag = TARN_OBJECT_GENERATION_ - 1 - *tarn_object_tag_(object);
		if (TARN_OBJECT_RARE_(tarn_object_sign_(tag) < 0))
			goto full;
	}
	if (TARN_OBJECT_RARE_(tarn_object_busy_(pool, part, facts, hooks)))
		goto full;
	if (facts->options & TARN_OBJECT_BITS) {
		uint32_t *word = tarn_object_bits_(facts, part, index);
		uint32_t bit = tarn_object_bit_(index);

		if (TARN_HARDEN >= 1 && TARN_OBJECT_RARE_(!(*word & bit)))
			goto full;
		*word &= ~bit;
	}
	key = tarn_object_give_(pool, part, facts, hook, hooks, object, tag, key);
	done = true;
full:
	tarn_object_unlock_(facts, key);
	return done;
}

TARN_OBJECT_INLINE void tarn_object_put_(struct tarn_object_pool *pool,
					 const struct tarn_object_facts *facts,
					 tarn_object_hook *hook, uint32_t hooks, void *object)
{
	TARN_OBJECT_FORGET_(object); /* else NULL is warned of, which is judged below */
	if (TARN_OBJECT_SHORT_(facts) &&
	    __builtin_expect(tarn_object_return_(pool, facts, hook, hooks, object), 1))
		return;
	if (tarn_object_plain_(facts))
		tarn_object_put_plain_(object, pool);
	else
		tarn_object_put(object, pool);
}

/* ---- Handles ----------------------------------------------------------------------------- */

/* Reading a tag needs no lock where one context sees another's writes in their order: on a
 * microcontroller, on x86. Elsewhere the calls in full are made. */
#if defined(__x86_64__) || defined(__i386__)
#define TARN_OBJECT_ORDERED_ 1
#else
#define TARN_OBJECT_ORDERED_ (TARN_PORT_ORDER == __ATOMIC_RELAXED)
#endif

TARN_OBJECT_INLINE uint32_t tarn_object_limit_(const struct tarn_object_part *part)
{
	return *(const volatile uint32_t *)&part->limit;
}

TARN_OBJECT_INLINE uint32_t tarn_object_seen_(const void *object)
{
	return *(volatile tarn_object_tag *)tarn_object_tag_(object);
}

TARN_OBJECT_INLINE uint64_t tarn_object_both_(uint32_t slot, uint32_t generation)
{
	return (uint64_t)generation << 32 | slot;
}

/* What is not the object of one of the own slots is left to the call in full. */
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

/* False, and nothing has changed, where the call in full is needed. */
TARN_OBJECT_INLINE bool tarn_object_hold_(struct tarn_object_pool *pool,
					  const struct tarn_object_facts *facts, const void *object,
					  uint32_t *handle)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = &pool->part;
	uint32_t index;
	bool held = false;

	TARN_OBJECT_FORGET_(object); /* else NULL is warned of, which is judged below */
	index = tarn_object_slot_(facts, part, object);

	if (__builtin_expect(index < part->limit, 1)) {
		uint32_t tag = *tarn_object_tag_(object);
		uint32_t name = part->name;

		held = tarn_object_sign_(tag) < 0 && name;
		if (__builtin_expect(held, 1)) {
			tag &= ~TARN_OBJECT_HELD_;
			*tarn_object_tag_(object) = tag;
			handle[0] = name + index;
			handle[1] = tag;
		}
	}
	tarn_object_unlock_(facts, key);
	return held;
}

/* 1: done; 0: stale; -1: the call in full is needed. */
TARN_OBJECT_INLINE int tarn_object_release_(struct tarn_object_pool *pool,
					    const struct tarn_object_facts *facts,
					    tarn_object_hook *hook, uint32_t hooks, uint32_t slot,
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
			key = tarn_object_give_(pool, part, facts, hook, hooks, object, tag, key);
			done = 1;
		}
	}
	tarn_object_unlock_(facts, key);
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
		return *(volatile uint32_t *)tarn_object_bits_(facts, part, index) >> (index & 31) &
		       1;
	return hook(TARN_OBJECT_IN_USE, object);
}

/* Over the own slots; what comes after them is left to the call in full. */
TARN_OBJECT_INLINE void *tarn_object_each_(struct tarn_object_pool *pool,
					   const struct tarn_object_facts *facts,
					   tarn_object_hook *hook, uint32_t *at)
{
	const struct tarn_object_part *part = &pool->part;
	uint32_t index = *at;
	size_t stride = facts->stride;

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

/* ROB_LEAST: the object in use with the lowest score, which is asked outside the lock; its score, and
 * its tag before it was asked. */
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

/* What was got and not put. */
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

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
