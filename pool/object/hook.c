/* SPDX-License-Identifier: MIT
 * What happens to an object between two hands: hooks and fills, outside the lock. */
#include "object/object.h"

/* ---- Calls under way ----------------------------------------------------------------------- */

bool hooks_entered(struct tarn_object_pool *pool, bool scoring)
{
	uintptr_t context = TARN_PORT_CONTEXT();
	const struct tarn_object_call *call;
	tarn_port_key key;

	if (!context)
		return false;
	key = tarn_object_lock_(pool->type);
	for (call = pool->calls; call; call = call->before)
		if (call->context == context && call->scoring <= scoring)
			break;
	tarn_object_unlock_(pool->type, key);
	return call;
}

void call_enter(struct tarn_object_pool *pool, struct tarn_object_call *call, bool scoring)
{
	tarn_port_key key = tarn_object_lock_(pool->type);

	call->scoring = scoring;
	call->context = TARN_PORT_CONTEXT();
	call->before = pool->calls;
	pool->calls = call;
	tarn_object_unlock_(pool->type, key);
}

/* Threads leave in any order. */
void call_leave(struct tarn_object_pool *pool, struct tarn_object_call *call)
{
	struct tarn_object_call **at = &pool->calls;
	tarn_port_key key = tarn_object_lock_(pool->type);

	while (*at != call)
		at = &(*at)->before;
	*at = call->before;
	tarn_object_unlock_(pool->type, key);
}

void hooks_run(struct tarn_object_pool *pool, enum tarn_object_event event, void *object)
{
	struct tarn_object_call call;

	if (!has_hook(pool, event))
		return;
	call_enter(pool, &call, false);
	pool->type->hook(event, object);
	call_leave(pool, &call);
}

/* ---- Fills --------------------------------------------------------------------------------- */

#if TARN_HARDEN >= 2

/* Objects are aligned to words at least; what is kept may begin and end anywhere. */
static void fill_bytes(uint8_t *byte, uint32_t from, uint32_t to, uint32_t word)
{
	for (; from < to && from & 3; from++)
		byte[from] = fill_byte(word, from);
	for (; from + 4 <= to; from += 4)
		*(raw32 *)(void *)&byte[from] = word;
	for (; from < to; from++)
		byte[from] = fill_byte(word, from);
}

static bool holds_fill(const uint8_t *byte, uint32_t from, uint32_t to, uint32_t word)
{
	for (; from < to && from & 3; from++)
		if (byte[from] != fill_byte(word, from))
			return false;
	for (; from + 4 <= to; from += 4)
		if (*(const raw32 *)(const void *)&byte[from] != word)
			return false;
	for (; from < to; from++)
		if (byte[from] != fill_byte(word, from))
			return false;
	return true;
}

/* Fill an object, but for the bytes that are kept. (Before those there is as a rule nothing, here
 * and in hooks_filled: that saves a call.) */
static void fill(const struct tarn_object_type *type, void *object, uint32_t word)
{
	if (type->keep_from)
		fill_bytes(object, 0, type->keep_from, word);
	fill_bytes(object, type->keep_to, type->size, word);
}

/* What the link covered is not looked at. */
bool hooks_filled(const struct tarn_object_pool *pool, const void *object)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t link_end = type->link + (uint32_t)sizeof(void *);
	uint32_t front = type->keep_to ? type->keep_from : type->link;
	uint32_t link_in_front = type->link < front ? link_end : 0;
	uint32_t behind = type->link >= type->keep_to ? link_end : type->keep_to;

	return (link_in_front >= front || holds_fill(object, link_in_front, front, FILL_FREE)) &&
	       holds_fill(object, behind, type->size, FILL_FREE);
}

static void fill_new(struct tarn_object_pool *pool, void *object, enum taken taken, void *caller)
{
	bool knows = pool->type->options & TARN_OBJECT_KNOWS; /* a reset does not fill these */

	if (taken >= (knows ? TAKEN_READY : TAKEN_LEFT) && !hooks_filled(pool, object))
		object_fault(pool, TARN_FAULT_USE_AFTER_FREE, object, caller);
	fill(pool->type, object, FILL_NEW);
}

#else

bool hooks_filled(const struct tarn_object_pool *pool, const void *object)
{
	(void)pool, (void)object;
	return true;
}

#endif

/* ---- From hand to hand ---------------------------------------------------------------------- */

/* A new slot's object, kept bytes included. */
void hooks_created(struct tarn_object_pool *pool, void *object)
{
#if TARN_HARDEN >= 2
	fill_bytes(object, 0, pool->type->size, FILL_NEW);
#endif
	hooks_run(pool, TARN_OBJECT_ONCE, object);
#if TARN_HARDEN >= 2
	fill(pool->type, object, FILL_FREE);
#endif
}

void hooks_got(struct tarn_object_pool *pool, void *object, enum taken taken,
	       const struct tarn_object_init *init, void *caller)
{
	uint32_t events = 1u << TARN_OBJECT_INIT;
	struct tarn_object_call call;

	if (taken == TAKEN_NEW)
		hooks_created(pool, object);
	else if (pool->type->options & TARN_OBJECT_LAZY)
		events |= 1u << TARN_OBJECT_RESET;
#if TARN_HARDEN >= 2
	fill_new(pool, object, taken, caller);
#endif
	(void)caller;
	if (pool->hooks & events) {
		call_enter(pool, &call, false);
		if (pool->hooks & events & 1u << TARN_OBJECT_RESET)
			pool->type->hook(TARN_OBJECT_RESET, object);
		if (has_hook(pool, TARN_OBJECT_INIT))
			pool->type->hook(TARN_OBJECT_INIT, object);
		call_leave(pool, &call);
	}
	/* No hook: what the caller passes may call the pool, as the caller may. */
	if (init)
		init->call(object, init);
}

void hooks_put(struct tarn_object_pool *pool, void *object)
{
	if (!(pool->type->options & TARN_OBJECT_LAZY))
		hooks_run(pool, TARN_OBJECT_RESET, object);
#if TARN_HARDEN >= 2
	fill(pool->type, object, FILL_FREE);
#endif
}
