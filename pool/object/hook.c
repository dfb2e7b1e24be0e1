/* SPDX-License-Identifier: MIT
 * Hooks and fills: what happens to an object between two hands, outside the lock. */
#include "object.h"

void hook_run(struct tarn_object_pool *pool, enum tarn_object_event event, void *object)
{
	if (has_hook(pool, event))
		pool->type->hook(event, object);
}

/* ---- Fills --------------------------------------------------------------------------------- */

#if TARN_HARDEN >= 2

/* Objects are aligned to words at least. Kept bytes may begin and end anywhere. */
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

/* Fills an object, but for the kept bytes. As a rule nothing lies before these, so a test saves a
 * call here and in hooks_filled. */
static void fill(const struct tarn_object_type *type, void *object, uint32_t word)
{
	if (type->keep_from)
		fill_bytes(object, 0, type->keep_from, word);
	fill_bytes(object, type->keep_to, type->size, word);
}

/* Does not look at the bytes that the link covered. */
bool hooks_filled(const struct tarn_object_pool *pool, const void *object)
{
	const struct tarn_object_type *type = pool->type;
	uint32_t link = type->facts.link;
	uint32_t link_end = link + (uint32_t)sizeof(void *);
	uint32_t front = type->keep_to ? type->keep_from : link;
	uint32_t link_in_front = link < front ? link_end : 0;
	uint32_t after = link >= type->keep_to ? link_end : type->keep_to;

	return (link_in_front >= front || holds_fill(object, link_in_front, front, FILL_FREE)) &&
	       holds_fill(object, after, type->size, FILL_FREE);
}

static void fill_new(struct tarn_object_pool *pool, void *object, enum taken taken, void *caller)
{
	/* A reset does not fill the objects of KNOWS. */
	bool knows = has_option(pool, TARN_OBJECT_KNOWS);

	if (taken >= (knows ? TAKEN_SPARE : TAKEN_LEFT) && !hooks_filled(pool, object))
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

void hooks_left(const struct tarn_object_pool *pool, void *object)
{
#if TARN_HARDEN >= 2
	fill(pool->type, object, FILL_FREE);
#endif
	(void)pool, (void)object;
}

/* Fills and prepares a new slot's object, its kept bytes included. */
void hooks_created(struct tarn_object_pool *pool, void *object, const struct tarn_object_call *call)
{
	call_reason(pool, call, TARN_OBJECT_MAKES_);
#if TARN_HARDEN >= 2
	fill_bytes(object, 0, pool->type->size, FILL_NEW);
#endif
	hook_run(pool, TARN_OBJECT_ONCE, object);
	hooks_left(pool, object);
	call_reason(pool, call, TARN_OBJECT_HOOK_);
}

void hooks_got(struct tarn_object_pool *pool, void *object, enum taken taken,
	       const struct tarn_object_call *call, void *caller)
{
	if (taken == TAKEN_NEW)
		hooks_created(pool, object, call);
#if TARN_HARDEN >= 2
	fill_new(pool, object, taken, caller);
#endif
	(void)caller;
	if (taken != TAKEN_NEW && has_option(pool, TARN_OBJECT_LAZY))
		hook_run(pool, TARN_OBJECT_RESET, object);
	hook_run(pool, TARN_OBJECT_INIT, object);
}

void hooks_put(struct tarn_object_pool *pool, const struct slot *slot)
{
	if (!has_option(pool, TARN_OBJECT_LAZY))
		hook_run(pool, TARN_OBJECT_RESET, slot->object);
#if TARN_HARDEN >= 2
	fill(pool->type, slot->object, FILL_FREE);
#endif
	if (slot_retired(pool, slot))
		hook_run(pool, TARN_OBJECT_DESTROY, slot->object);
}
