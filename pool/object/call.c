/* SPDX-License-Identifier: MIT
 * The calls that have an object between hands, or score. What is known of a call stands here: a
 * hook may never return, and then its stack is gone. */
#include "object.h"

#define PLACES 8 /* calls beyond are counted, and no more is known of them */

static struct tarn_object_place {
	const struct tarn_object_pool *pool; /* NULL: nobody's */
	void *object;                        /* NULL: the call has none */
	uintptr_t context;
	uintptr_t where; /* the end of the caller's frame, or'ed with the reason */
} places[PLACES];

#define REASON ((uintptr_t)TARN_OBJECT_MAKES_)

/* Pools without a lock share the places with others. */
static ALWAYS tarn_port_key places_lock(bool locked)
{
	return locked ? 0 : tarn_port_lock();
}

static ALWAYS void places_unlock(bool locked, tarn_port_key key)
{
	if (!locked)
		tarn_port_unlock(key);
}

static ALWAYS struct tarn_object_place *enter(struct tarn_object_pool *pool, void *object,
					      uintptr_t where, bool locked)
{
	struct tarn_object_place *place = places;
	tarn_port_key key = places_lock(locked);

	while (unlikely(place->pool) && ++place != &places[PLACES])
		;
	pool->calls += object ? 1 : WITHOUT_OBJECT;
	if (unlikely(place == &places[PLACES])) {
		place = NULL;
	} else {
		place->pool = pool;
		place->object = object;
		place->context = TARN_PORT_CONTEXT_HERE();
		place->where = where;
	}
	places_unlock(locked, key);
	return place;
}

static ALWAYS void leave(struct tarn_object_pool *pool, struct tarn_object_place *place,
			 bool object, bool locked)
{
	tarn_port_key key = places_lock(locked);

	if (place)
		place->pool = NULL;
	pool->calls -= object ? 1 : WITHOUT_OBJECT;
	places_unlock(locked, key);
}

void call_enter_at(struct tarn_object_pool *pool, struct tarn_object_call *call, void *object,
		   uintptr_t where)
{
	call->place = enter(pool, object, where, locks(pool));
}

void call_leave(struct tarn_object_pool *pool, const struct tarn_object_call *call, bool object)
{
	leave(pool, call->place, object, locks(pool));
}

void call_reason(const struct tarn_object_call *call, enum tarn_object_reason reason)
{
	if (call->place)
		call->place->where = (call->place->where & ~REASON) | reason;
}

bool call_entered(const struct tarn_object_pool *pool, enum tarn_object_reason least)
{
	uintptr_t context = TARN_PORT_CONTEXT();
	tarn_port_key key = tarn_port_lock();
	bool entered = false;

	for (const struct tarn_object_place *place = places; place != &places[PLACES]; place++)
		entered |= context && place->pool == pool && place->context == context &&
			   (place->where & REASON) >= least;
	tarn_port_unlock(key);
	return entered;
}

/* ---- Calls that never return ---------------------------------------------------------------- */

/* Finds a call of the pool that was left, and forgets it. A hook runs below the frame of its call.
 * So a call of the same context was left if its frame is not above `stack`. 0 for `stack`: all of
 * them were. */
static bool left_find(const struct tarn_object_pool *pool, enum tarn_object_reason least,
		      uintptr_t stack, struct tarn_object_place *left)
{
	uintptr_t context = TARN_PORT_CONTEXT();
	tarn_port_key key = tarn_port_lock();
	bool found = false;

	for (struct tarn_object_place *place = places; !found && place != &places[PLACES];
	     place++) {
		found = place->pool == pool && (place->where & REASON) >= least &&
			(!stack || (context && place->context == context &&
				    (place->where & ~REASON) <= stack));
		if (found) {
			*left = *place;
			place->pool = NULL;
		}
	}
	tarn_port_unlock(key);
	return found;
}

/* Nobody knows how far the hook came, so no other hook runs. An object that .once or .destroy had
 * counts as not created. If a .destroy left a walk over all objects, nobody knows which exist: it
 * does not run again. */
void calls_take_back(struct tarn_object_pool *pool, enum tarn_object_reason least, uintptr_t stack)
{
	struct tarn_object_place left;

	while (left_find(pool, least, stack, &left)) {
		struct tarn_object_part *empty = NULL;
		struct slot slot;
		tarn_port_key key;

		if (left.object)
			hooks_left(pool, left.object);
		key = lock(pool);
		pool->calls -= left.object ? 1 : WITHOUT_OBJECT;
		if (!left.object && (left.where & REASON) == TARN_OBJECT_HOOK_)
			pool->part.hooks &= ~(1u << TARN_OBJECT_DESTROY);
		if (left.object && slot_find(pool, left.object, &slot))
			empty = (left.where & REASON) == TARN_OBJECT_MAKES_
					? slot_vacate(pool, &slot)
					: slot_push(pool, &slot);
		unlock(pool, key);
		part_give_back(pool, empty);
	}
}

/* A constructor threw: the object goes back, and no hook runs. */
void tarn_object_unmake_(struct tarn_object_pool *pool, void *object)
{
	struct tarn_object_part *empty = NULL;
	struct tarn_object_call call;
	struct slot slot;
	tarn_port_key key = lock(pool);
	bool found = slot_find(pool, object, &slot) && slot_used(pool, &slot);

	if (found) {
		slot_unmark(pool, &slot);
		call_enter(pool, &call, object, TARN_OBJECT_HANDS_);
		unlock(pool, key);
		hooks_left(pool, object);
		key = lock(pool);
		call_leave(pool, &call, true);
		empty = slot_push(pool, &slot);
	}
	unlock(pool, key);
	part_give_back(pool, empty);
	object_tell(pool);
}

/* ---- The hooks of an inline get or put -------------------------------------------------- */

__attribute__((noinline)) tarn_port_key
tarn_object_run_(struct tarn_object_pool *pool, void *object, uint32_t events, tarn_port_key key)
{
	tarn_object_hook *hook = pool->type->hook;
	bool locked = locks(pool);
	struct tarn_object_place *place = enter(pool, object, STACK | TARN_OBJECT_HOOK_, locked);

	if (likely(locked))
		tarn_port_unlock(key);
	if (events & 1u << TARN_OBJECT_RESET)
		hook(TARN_OBJECT_RESET, object);
	if (events & 1u << TARN_OBJECT_INIT)
		hook(TARN_OBJECT_INIT, object);
	if (likely(locked))
		key = tarn_port_lock();
	leave(pool, place, true, locked);
	return key;
}
