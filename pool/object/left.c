/* SPDX-License-Identifier: MIT
 * Calls that never return, and constructors that throw: the object between hands goes back. */
#include "object.h"

/* Puts what a call left between hands. Nobody knows how far the hook came, so no other one runs. An
 * object that .once or .destroy had counts as not created. If a .destroy left a walk over all
 * objects, nobody knows which exist: it does not run again. */
void call_take_back(struct tarn_object_pool *pool, uintptr_t stack)
{
	enum tarn_object_reason reason = TARN_OBJECT_HOOK_;
	void *object = call_left(pool, stack, &reason);
	struct tarn_object_part *empty = NULL;
	struct slot slot;
	tarn_port_key key;

	if (!object)
		return;
	if (is_object(object))
		hooks_left(pool, object);
	key = lock(pool);
	tarn_object_call_leave_(pool, object);
	if (!is_object(object) && reason == TARN_OBJECT_HOOK_)
		pool->part.hooks &= 15 & ~(1u << TARN_OBJECT_DESTROY);
	if (is_object(object) && slot_find(pool, object, &slot))
		empty = reason == TARN_OBJECT_MAKES_ ? slot_vacate(pool, &slot)
						     : slot_push(pool, &slot);
	unlock(pool, key);
	part_give_back(pool, empty);
}

/* A constructor threw: the object goes back, and no hook runs. */
void tarn_object_unmake_(struct tarn_object_pool *pool, void *object)
{
	struct tarn_object_call call = CALL;
	struct slot slot;
	tarn_port_key key = lock(pool);
	bool found = slot_find(pool, object, &slot) && slot_belongs(pool, &slot);

	if (found) {
		slot_unmark(pool, &slot);
		call_enter(pool, &call, object, TARN_OBJECT_HANDS_);
	}
	unlock(pool, key);
	if (found) {
		hooks_left(pool, object);
		call_put_back(pool, &call, &slot);
	}
	object_tell(pool);
}
