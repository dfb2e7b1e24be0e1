/* SPDX-License-Identifier: MIT
 * Get and put, inline, for the usual case. The rare cases change nothing and go to the call in
 * full (tarn_object_core.h). `facts` and `hooks` are constants: what a type does not have costs
 * nothing. */
#ifndef TARN_OBJECT_FAST_H
#define TARN_OBJECT_FAST_H

#include "tarn_object_bits.h"

TARN_C_BEGIN_

/* ---- Get --------------------------------------------------------------------------------- */

/* Is the first of the idle list an idle object of a slot? */
TARN_OBJECT_INLINE bool tarn_object_takable_(const struct tarn_object_facts *facts,
					     const struct tarn_object_part *part,
					     const void *object)
{
	uint32_t index;

	if (facts->options & TARN_OBJECT_ROB_OLDEST && !part->idle)
		return false;
	index = tarn_object_slot_(facts, part, object);
	if (index >= part->limit)
		return false;
	return !(facts->options & TARN_OBJECT_BITS) || !(tarn_object_used_(facts, part, index) & 1);
}

TARN_OBJECT_INLINE void *tarn_object_next_(const struct tarn_object_facts *facts, void *object)
{
	if (facts->options & TARN_OBJECT_ROB_OLDEST)
		return tarn_object_ages_(facts, object)->next;
	return *tarn_object_link_(facts, object);
}

/* Takes the idle object of the lowest number. With `between` its slot is between hands then. NULL:
 * none is idle. */
TARN_OBJECT_INLINE void *tarn_object_take_lowest_(const struct tarn_object_facts *facts,
						  struct tarn_object_part *part, bool between)
{
	uint32_t idle, index;
	void *object;

	if (TARN_OBJECT_RARE_(!part->some))
		return NULL;
	idle = part->idle;
	TARN_OBJECT_ASIDE_(idle);
	index = tarn_object_first_(facts, part);
	object = tarn_object_there_(facts, part, index);
	if (between) {
		tarn_object_here_(facts, part, index, false);
		__atomic_signal_fence(__ATOMIC_RELEASE); /* a walk must not see it in use */
	}
	tarn_object_drop_(facts, part);
	part->idle = idle - 1;
	return object;
}

/* GROW: counts what is in use, because the parts fill up in any order. */
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

/* Takes the first object of the idle list. `*tag` is its tag in use, which it has at once unless it
 * goes between hands. `handle`, if not NULL, is its handle. NULL, and nothing has changed: the call
 * in full is needed. */
TARN_OBJECT_INLINE void *tarn_object_take_first_(const struct tarn_object_facts *facts,
						 struct tarn_object_part *part, uint32_t hooks,
						 uint32_t *tag, uint32_t *handle)
{
	void *object = part->head;
	void *next;
	uint32_t idle;

	if ((facts->options & TARN_OBJECT_GROW || hooks & TARN_OBJECT_LISTS_) && !part->idle)
		return NULL;
	if (TARN_OBJECT_RARE_(!tarn_object_takable_(facts, part, object)))
		return NULL;
	if (tarn_object_tagged_(facts)) {
		*tag = ~*tarn_object_tag_(object);
		if (TARN_OBJECT_RARE_(tarn_object_sign_(*tag) >= 0))
			return NULL;
	}
	if (handle) {
		handle[0] = part->name;
		if (TARN_OBJECT_RARE_(!handle[0]))
			return NULL;
		handle[0] += tarn_object_slot_(facts, part, object);
		*tag &= ~TARN_OBJECT_HELD_;
		handle[1] = *tag;
	}
	if (tarn_object_tagged_(facts) && !tarn_object_got_(facts, hooks))
		*tarn_object_tag_(object) = *tag;
	next = tarn_object_next_(facts, object);
	idle = part->idle - 1;
	TARN_OBJECT_TOGETHER_(idle, next);
	part->idle = idle;
	part->head = next;
	return object;
}

/* Ends a get: counts the object, runs the hooks, and marks it in use. */
TARN_OBJECT_INLINE tarn_port_key tarn_object_taken_(struct tarn_object_pool *pool,
						    const struct tarn_object_facts *facts,
						    struct tarn_object_part *part,
						    tarn_object_run *run, uint32_t hooks,
						    void *object, uint32_t tag, tarn_port_key key)
{
	uint32_t events = tarn_object_got_(facts, hooks);

	tarn_object_more_(pool, facts);
	if (events) {
		key = tarn_object_run_(pool, facts, run, events, object, key);
		if (tarn_object_tagged_(facts))
			*tarn_object_tag_(object) = tag;
	}
	if (facts->options & TARN_OBJECT_BITS && (hooks || !tarn_object_by_bits_(facts)))
		tarn_object_here_(facts, part, tarn_object_slot_(facts, part, object), true);
	return key;
}

/* The short way of a get. NULL, and nothing has changed: the call in full is needed. */
TARN_OBJECT_INLINE void *tarn_object_take_(struct tarn_object_pool *pool,
					   const struct tarn_object_facts *facts,
					   tarn_object_run *run, uint32_t hooks, uint32_t *handle)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = tarn_object_part_(pool, facts);
	void *object = NULL;
	uint32_t tag = 0;

	TARN_OBJECT_ASIDE_(key);
	/* A pool that grows has no active part before its first use. */
	if (!(hooks && TARN_OBJECT_RARE_(pool->calls)) &&
	    !(facts->options & TARN_OBJECT_GROW && TARN_OBJECT_RARE_(!part)))
		object = tarn_object_by_bits_(facts)
				 ? tarn_object_take_lowest_(facts, part,
							    tarn_object_got_(facts, hooks))
				 : tarn_object_take_first_(facts, part, hooks, &tag, handle);
	if (__builtin_expect(object != NULL, 1))
		key = tarn_object_taken_(pool, facts, part, run, hooks, object, tag, key);
	else if (facts->options & TARN_OBJECT_GROW && !hooks && !handle)
		object = tarn_object_next_slot_(pool);
	tarn_object_unlock_(facts, key);
	return object;
}

/* The same with a handle. */
TARN_OBJECT_INLINE void *tarn_object_take_held_(struct tarn_object_pool *pool,
						const struct tarn_object_facts *facts,
						tarn_object_run *run, uint32_t hooks,
						uint32_t *handle)
{
	if (!TARN_OBJECT_SHORT_(facts) || facts->options & TARN_OBJECT_GROW)
		return NULL;
	return tarn_object_take_(pool, facts, run, hooks, handle);
}

/* The call in full. */
TARN_OBJECT_INLINE void *tarn_object_get_full_(struct tarn_object_pool *pool,
					       const struct tarn_object_facts *facts,
					       uint32_t hooks)
{
	if (TARN_OBJECT_SHORT_(facts) && !hooks && facts->options & TARN_OBJECT_ROB_OLDEST)
		return tarn_object_get_oldest_(pool);
	return tarn_object_plain_(facts) ? tarn_object_get_plain_(pool) : tarn_object_get(pool);
}

TARN_OBJECT_INLINE void *tarn_object_get_(struct tarn_object_pool *pool,
					  const struct tarn_object_facts *facts,
					  tarn_object_run *run, uint32_t hooks)
{
	void *object = NULL;

	if (TARN_OBJECT_SHORT_(facts))
		object = tarn_object_take_(pool, facts, run, hooks, NULL);
	if (__builtin_expect(object != NULL, 1))
		return object;
	return tarn_object_get_full_(pool, facts, hooks);
}

/* ---- Put --------------------------------------------------------------------------------- */

/* Makes an object the first on the ring, before the idle ones. If it is on the ring already, it
 * leaves its old place. */
TARN_OBJECT_INLINE void tarn_object_ring_(const struct tarn_object_facts *facts,
					  struct tarn_object_part *part, void *object)
{
	struct tarn_object_ages *ages = tarn_object_ages_(facts, object);
	void *head = part->head;

	if (TARN_OBJECT_RARE_(!head)) { /* what was there is lost */
		ages->before = object;
		ages->next = object;
	} else if (object != head) {
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

	if (tarn_object_by_bits_(facts)) {
		tarn_object_free_(facts, part, tarn_object_slot_(facts, part, object), false);
		part->idle = idle + 1;
		return;
	}
	if (facts->options & TARN_OBJECT_ROB_OLDEST)
		tarn_object_ring_(facts, part, object);
	else
		*tarn_object_link_(facts, object) = head;
	part->head = object;
	part->idle = idle + 1;
}

/* Is a hook under way, or is this the last object of an overflow chunk, which goes back to the
 * heap? While a hook runs, it may become the last. */
TARN_OBJECT_INLINE bool tarn_object_busy_(const struct tarn_object_pool *pool,
					  const struct tarn_object_part *part,
					  const struct tarn_object_facts *facts, uint32_t hooks)
{
	if (hooks && pool->calls)
		return true;
	return facts->options & TARN_OBJECT_GROW && part != &pool->part &&
	       (tarn_object_put_events_(facts, hooks) || part->idle + 1 == part->made);
}

/* Puts the object of a slot that is in use. `tag` is the new tag. */
TARN_OBJECT_INLINE tarn_port_key tarn_object_give_(struct tarn_object_pool *pool,
						   struct tarn_object_part *part,
						   const struct tarn_object_facts *facts,
						   tarn_object_run *run, uint32_t hooks,
						   void *object, uint32_t tag, tarn_port_key key)
{
	uint32_t events = tarn_object_put_events_(facts, hooks);

	if (tarn_object_tagged_(facts))
		*tarn_object_tag_(object) = tag;
	if (facts->options & TARN_OBJECT_BITS && (events || !tarn_object_by_bits_(facts)))
		tarn_object_here_(facts, part, tarn_object_slot_(facts, part, object), false);
	if (events)
		key = tarn_object_run_(pool, facts, run, events, object, key);
	tarn_object_push_(facts, part, object);
	tarn_object_fewer_(pool, facts);
	return key;
}

/* Puts an object whose put runs no hook. False, and nothing changed, iff it is not in use. */
TARN_OBJECT_INLINE bool tarn_object_put_bit_(struct tarn_object_pool *pool,
					     struct tarn_object_part *part,
					     const struct tarn_object_facts *facts, uint32_t index)
{
	uint32_t idle = part->idle;

	if (TARN_OBJECT_RARE_(!tarn_object_free_(facts, part, index, true)))
		return false;
	part->idle = idle + 1;
	tarn_object_fewer_(pool, facts);
	return true;
}

/* The number of the slot of an object that is put. False: it is no object of a carved slot. */
TARN_OBJECT_INLINE bool tarn_object_slot_of_(const struct tarn_object_facts *facts,
					     const struct tarn_object_part *part,
					     const void *object, uint32_t *index)
{
	uint32_t limit = part->limit;
	uint32_t slot;

	if (tarn_object_by_bits_(facts)) /* one instruction then loads it with the origin */
		TARN_OBJECT_FORGET_(limit);
	slot = tarn_object_slot_(facts, part, object);
	if (tarn_object_by_bits_(facts)) /* in place of two shifts, one of them of a copy */
		TARN_OBJECT_FORGET_(slot);
	*index = slot;
	return __builtin_expect(slot < limit, 1);
}

/* Inside the lock: tarn_object_return_, of a part that there is. */
TARN_OBJECT_INLINE bool tarn_object_returned_(struct tarn_object_pool *pool,
					      struct tarn_object_part *part,
					      const struct tarn_object_facts *facts,
					      tarn_object_run *run, uint32_t hooks, void *object,
					      tarn_port_key *key)
{
	uint32_t index;
	uint32_t tag = 0;

	if (!tarn_object_slot_of_(facts, part, object, &index))
		return false;
	/* Below 0: it is not in use, or this was its last generation. */
	if (tarn_object_tagged_(facts)) {
		tag = TARN_OBJECT_GENERATION_ - 1 - *tarn_object_tag_(object);
		if (TARN_OBJECT_RARE_(tarn_object_sign_(tag) < 0))
			return false;
	}
	if (TARN_OBJECT_RARE_(tarn_object_busy_(pool, part, facts, hooks)))
		return false;
	if (tarn_object_by_bits_(facts) && !tarn_object_put_events_(facts, hooks))
		return tarn_object_put_bit_(pool, part, facts, index);
	if (facts->options & TARN_OBJECT_BITS &&
	    TARN_OBJECT_RARE_(!(tarn_object_used_(facts, part, index) & 1)))
		return false;
	*key = tarn_object_give_(pool, part, facts, run, hooks, object, tag, *key);
	return true;
}

/* The short way of a put. False, and nothing has changed: the call in full is needed. */
TARN_OBJECT_INLINE bool tarn_object_return_(struct tarn_object_pool *pool,
					    const struct tarn_object_facts *facts,
					    tarn_object_run *run, uint32_t hooks, void *object)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = tarn_object_part_(pool, facts);
	bool done;

	TARN_OBJECT_ASIDE_(key);
	done = !(facts->options & TARN_OBJECT_GROW && TARN_OBJECT_RARE_(!part)) &&
	       tarn_object_returned_(pool, part, facts, run, hooks, object, &key);
	tarn_object_unlock_(facts, key);
	return done;
}

TARN_OBJECT_INLINE void tarn_object_put_(struct tarn_object_pool *pool,
					 const struct tarn_object_facts *facts,
					 tarn_object_run *run, uint32_t hooks,
					 tarn_object_tell *tell, void *object)
{
	bool done = false;

	TARN_OBJECT_FORGET_(object); /* or the compiler warns of NULL, which is judged below */
	if (TARN_OBJECT_SHORT_(facts))
		done = tarn_object_return_(pool, facts, run, hooks, object);
	if (TARN_OBJECT_RARE_(!done) && tarn_object_plain_(facts))
		tarn_object_put_plain_(object, pool);
	else if (TARN_OBJECT_RARE_(!done))
		tarn_object_put(object, pool);
	if (tell)
		tell(pool);
}

TARN_C_END_

#endif
