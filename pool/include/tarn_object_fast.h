/* SPDX-License-Identifier: MIT
 * Get and put, inline, for the usual case. The rare cases change nothing and go to the call in
 * full (tarn_object_type.h). `facts` and `hooks` are constants: what a type does not have costs
 * nothing. */
#ifndef TARN_OBJECT_FAST_H
#define TARN_OBJECT_FAST_H

#include "tarn_object_bits.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif

/* ---- Between hands ------------------------------------------------------------------------ */

/* One function for all hooks of a type; see TARN_OBJECT_HOOK_. */
typedef uint32_t tarn_object_hook(enum tarn_object_event event, void *object);
/* With one of these hooks a pool has other lists than the idle one. */
#define TARN_OBJECT_LISTS_ (1u << TARN_OBJECT_ONCE | 1u << TARN_OBJECT_DESTROY)

/* Notes where the stack stands, and runs hooks: what a function of its own does for each type, with
 * a frame of its own. So each call that a hook makes comes from below `stack`, and each later one
 * of whoever got or put the object does not. */
TARN_OBJECT_INLINE void tarn_object_hooks_(struct tarn_object_full_pool *full,
					   tarn_object_hook *hook, uint32_t events, void *object)
{
	full->hand.stack = (uintptr_t)__builtin_dwarf_cfa();
	if (events & 1u << TARN_OBJECT_RESET)
		hook(TARN_OBJECT_RESET, object);
	if (events & 1u << TARN_OBJECT_INIT)
		hook(TARN_OBJECT_INIT, object);
	__asm__ volatile(""); /* or the last call is a jump, and the frame is gone */
}

/* Runs hooks outside the lock, when no call is under way. The caller has the lock before and
 * after. */
typedef void tarn_object_run(struct tarn_object_full_pool *full, void *object);
TARN_OBJECT_INLINE tarn_port_key tarn_object_run_(struct tarn_object_pool *pool,
						  const struct tarn_object_facts *facts,
						  tarn_object_run *run, void *object,
						  tarn_port_key key)
{
	struct tarn_object_full_pool *full = (struct tarn_object_full_pool *)(void *)pool;

	pool->calls = 1;
	full->hand.object = object;
	full->hand.context = TARN_PORT_CONTEXT_HERE();
	tarn_object_unlock_(facts, key);
	run(full, object);
	key = tarn_object_lock_(facts);
	if (TARN_OBJECT_RARE_(pool->calls != 1))
		tarn_object_call_leave_(pool, object);
	else
		pool->calls = 0;
	return key;
}

/* The hooks that run when an object is got, and when it is put. */
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

/* Takes the idle object of the lowest number. With `between` its slot is between hands then. */
TARN_OBJECT_INLINE void *tarn_object_take_lowest_(const struct tarn_object_facts *facts,
						  struct tarn_object_part *part, bool between)
{
	uint32_t idle = part->idle;
	uint32_t index;
	void *object;

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

/* NULL, and nothing has changed: the call in full is needed. */
TARN_OBJECT_INLINE void *tarn_object_take_(struct tarn_object_pool *pool,
					   const struct tarn_object_facts *facts,
					   tarn_object_run *run, uint32_t hooks, uint32_t *handle)
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
	if (tarn_object_by_bits_(facts)) {
		if (TARN_OBJECT_RARE_(!part->some))
			goto full;
		object = tarn_object_take_lowest_(facts, part, events);
		goto taken;
	}
	if ((facts->options & TARN_OBJECT_GROW || hooks & TARN_OBJECT_LISTS_) && !part->idle)
		goto full;
	object = part->head;
	if (TARN_OBJECT_RARE_(!tarn_object_takable_(facts, part, object)))
		goto full;
	if (tarn_object_tagged_(facts)) {
		tag = ~*tarn_object_tag_(object);
		if (TARN_OBJECT_RARE_(tarn_object_sign_(tag) >= 0))
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
taken:
	tarn_object_more_(pool, facts);
	if (events) {
		key = tarn_object_run_(pool, facts, run, object, key);
		if (tarn_object_tagged_(facts))
			*tarn_object_tag_(object) = tag;
	}
	if (facts->options & TARN_OBJECT_BITS && (hooks || !tarn_object_by_bits_(facts)))
		tarn_object_here_(facts, part, tarn_object_slot_(facts, part, object), true);
	tarn_object_unlock_(facts, key);
	return object;
full:
	object = NULL;
	if (facts->options & TARN_OBJECT_GROW && !hooks && !handle)
		object = tarn_object_next_slot_(pool);
	tarn_object_unlock_(facts, key);
	return object;
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
		key = tarn_object_run_(pool, facts, run, object, key);
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

/* False, and nothing has changed: the call in full is needed. */
TARN_OBJECT_INLINE bool tarn_object_return_(struct tarn_object_pool *pool,
					    const struct tarn_object_facts *facts,
					    tarn_object_run *run, uint32_t hooks, void *object)
{
	tarn_port_key key = tarn_object_lock_(facts);
	struct tarn_object_part *part = tarn_object_part_(pool, facts);
	uint32_t limit, index;
	uint32_t tag = 0;
	bool done = false;

	TARN_OBJECT_ASIDE_(key);
	if (facts->options & TARN_OBJECT_GROW && TARN_OBJECT_RARE_(!part))
		goto full;
	limit = part->limit;
	if (tarn_object_by_bits_(facts)) /* one instruction then loads it with the origin */
		TARN_OBJECT_FORGET_(limit);
	index = tarn_object_slot_(facts, part, object);
	if (tarn_object_by_bits_(facts)) /* in place of two shifts, one of them of a copy */
		TARN_OBJECT_FORGET_(index);
	if (TARN_OBJECT_RARE_(index >= limit))
		goto full;
	/* Below 0: it is not in use, or this was its last generation. */
	if (tarn_object_tagged_(facts)) {
		tag = TARN_OBJECT_GENERATION_ - 1 - *tarn_object_tag_(object);
		if (TARN_OBJECT_RARE_(tarn_object_sign_(tag) < 0))
			goto full;
	}
	if (TARN_OBJECT_RARE_(tarn_object_busy_(pool, part, facts, hooks)))
		goto full;
	if (tarn_object_by_bits_(facts) && !tarn_object_put_events_(facts, hooks)) {
		done = tarn_object_put_bit_(pool, part, facts, index);
		goto full;
	}
	if (facts->options & TARN_OBJECT_BITS &&
	    TARN_OBJECT_RARE_(!(tarn_object_used_(facts, part, index) & 1)))
		goto full;
	key = tarn_object_give_(pool, part, facts, run, hooks, object, tag, key);
	done = true;
full:
	tarn_object_unlock_(facts, key);
	return done;
}

TARN_OBJECT_INLINE void tarn_object_put_(struct tarn_object_pool *pool,
					 const struct tarn_object_facts *facts,
					 tarn_object_run *run, uint32_t hooks, void *object)
{
	TARN_OBJECT_FORGET_(object); /* or the compiler warns of NULL, which is judged below */
	if (TARN_OBJECT_SHORT_(facts) &&
	    __builtin_expect(tarn_object_return_(pool, facts, run, hooks, object), 1))
		return;
	if (tarn_object_plain_(facts))
		tarn_object_put_plain_(object, pool);
	else
		tarn_object_put(object, pool);
}

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
