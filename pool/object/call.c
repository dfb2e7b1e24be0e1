/* SPDX-License-Identifier: MIT
 * The calls that have an object between hands, or score. The pool counts them, and knows one of
 * them. What is known stands in the pool: a hook may never return, and then its stack is gone. */
#include "object.h"

/* How pool->calls counts a call without an object. */
#define WITHOUT_OBJECT UINT32_C(0x10000)
#define REASONS        ((uintptr_t)3)

static struct tarn_object_hand *hand(const struct tarn_object_pool *pool)
{
	return &full_pool(pool)->hand;
}

uint32_t calls_held(const struct tarn_object_pool *pool)
{
	return pool->calls & (WITHOUT_OBJECT - 1);
}

void call_enter(struct tarn_object_pool *pool, struct tarn_object_call *call, void *object,
		enum tarn_object_reason reason)
{
	call->object = object ? object : (void *)(call->stack | 1);
	call->known = has_rest(pool) && !(pool->calls && hand(pool)->object);
	if (call->known) {
		hand(pool)->object = call->object;
		hand(pool)->context = TARN_PORT_CONTEXT_HERE();
		hand(pool)->stack = call->stack | reason;
	}
	pool->calls += object ? 1 : WITHOUT_OBJECT;
}

void tarn_object_call_leave_(struct tarn_object_pool *pool, const void *object)
{
	if (has_rest(pool) && hand(pool)->object == object)
		hand(pool)->object = NULL;
	pool->calls -= is_object(object) ? 1 : WITHOUT_OBJECT;
}

void call_reason(const struct tarn_object_pool *pool, const struct tarn_object_call *call,
		 enum tarn_object_reason reason)
{
	if (call->known)
		hand(pool)->stack = call->stack | reason;
}

/* Inside the lock: is this context's call the known one? */
static bool known_here(const struct tarn_object_pool *pool, uintptr_t context)
{
	return context && has_rest(pool) && pool->calls && hand(pool)->object &&
	       hand(pool)->context == context;
}

bool call_entered(const struct tarn_object_pool *pool, enum tarn_object_reason most)
{
	uintptr_t context = TARN_PORT_CONTEXT();
	tarn_port_key key = lock(pool);
	bool entered =
		known_here(pool, context) && (hand(pool)->stack & REASONS) <= (uintptr_t)most;

	unlock(pool, key);
	return entered;
}

/* A hook runs below its call's `stack`. So the call was left if its context calls from above. */
void *call_left(struct tarn_object_pool *pool, uintptr_t stack, enum tarn_object_reason *reason)
{
	uintptr_t context = TARN_PORT_CONTEXT();
	void *object = NULL;
	tarn_port_key key = lock(pool);

	if (stack == ANYWHERE ? has_rest(pool) && pool->calls : known_here(pool, context)) {
		*reason = (enum tarn_object_reason)(hand(pool)->stack & REASONS);
		if ((hand(pool)->stack & ~REASONS) <= stack) {
			object = hand(pool)->object;
			hand(pool)->object = NULL;
		}
	}
	unlock(pool, key);
	return object;
}
