/* SPDX-License-Identifier: MIT
 * The lowest: a pool's faults, and the type of one that was never opened. */
#include "object/object.h"

const struct tarn_object_policy tarn_object_refuse_ = {NULL, NULL, NULL};

static uint32_t no_hook(enum tarn_object_event event, void *object)
{
	(void)event, (void)object;
	return 0;
}

/* Nobody has a handle of one: BITS. */
const struct tarn_object_type object_nothing = {.name = "(never opened)",
						.hook = no_hook,
						.stride = 1,
						.align = 1,
						.inverse = 1,
						.era = 2,
						.index_bits = 1,
						.options = TARN_OBJECT_REFUSE | TARN_OBJECT_BITS,
						.policy = &tarn_object_refuse_};

void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller)
{
	fault_raise(pool->heap, kind, object, caller);
}
