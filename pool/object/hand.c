/* SPDX-License-Identifier: MIT
 * Get and put with work between two hands: hooks, an initialiser, a fill. Also a get with a
 * handle. */
#include "object.h"

static void handed_put(struct tarn_object_pool *pool, void *slot_, struct tarn_object_call *call)
{
	struct slot *slot = slot_;

	hooks_put(pool, slot);
	call_put_back(pool, call, slot);
}

/* Runs the caller's initialiser. It is no hook: it may call the pool, as the caller may. */
static void furnish(const struct tarn_object_pool *pool, const struct tarn_object_call *call,
		    const struct tarn_object_init *init, void *object)
{
	if (!init)
		return;
	call_reason(pool, call, TARN_OBJECT_HANDS_);
	init->call(object, init);
}

/* Gives the object to its owner, with a handle if the owner asked for one. */
static void finish(struct tarn_object_pool *pool, const struct slot *slot,
		   struct tarn_object_call *call, uint64_t *handle, const void *caller)
{
	tarn_port_key key = lock(pool);

	call_leave(pool, call);
	slot_mark(pool, slot);
	owner_note(pool, slot->object, caller);
	if (handle && slot_named(pool, slot))
		*handle = slot_hold(slot);
	unlock(pool, key);
}

void *object_got(struct tarn_object_pool *pool, struct slot *slot, enum taken taken,
		 struct tarn_object_call *call, const struct object_wish *wish)
{
	if (!taken)
		return NULL;
	hooks_got(pool, slot->object, taken, call, wish->caller);
	furnish(pool, call, wish->init, slot->object);
	finish(pool, slot, call, wish->handle, wish->caller);
	return slot->object;
}

/* The public call was admitted. */
static void *get(struct tarn_object_pool *pool, const struct object_wish *wish)
{
	struct tarn_object_call call = CALL;
	struct slot slot;

	if (!object_ready(pool, wish->caller))
		return NULL;
	return object_got(pool, &slot, object_obtain(pool, &slot, &call, wish->caller), &call,
			  wish);
}

static void *handed_get(struct tarn_object_pool *pool, void *caller)
{
	const struct object_wish wish = {NULL, NULL, caller};

	return get(pool, &wish);
}

static void rest(struct tarn_object_pool *pool, const void *slot)
{
	hooks_put(pool, slot);
}

const struct tarn_object_hands tarn_object_hands_ = {handed_get, handed_put, rest};

/* ---- With an initialiser, or a handle -------------------------------------------------------- */

void *tarn_object_get_with(struct tarn_object_pool *pool, const struct tarn_object_init *init)
{
	const struct object_wish wish = {init, NULL, CALLER};

	return object_admitted(pool, NULL, CALLER) ? get(pool, &wish) : NULL;
}

bool object_nameable(struct tarn_object_pool *pool, void *caller)
{
	object_known(pool);
	if (!object_is_open(pool))
		(void)object_enter(pool, false);
	if (likely(tagged(pool) && pool->part.name))
		return true;
	object_fault(pool, TARN_FAULT_HANDLE, pool, caller);
	return false;
}

uint64_t tarn_object_get_held(struct tarn_object_pool *pool, const struct tarn_object_init *init)
{
	uint64_t handle = 0;
	const struct object_wish wish = {init, &handle, CALLER};

	if (object_admitted(pool, NULL, CALLER) && object_nameable(pool, CALLER))
		get(pool, &wish);
	return handle;
}
