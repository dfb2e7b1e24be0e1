/* SPDX-License-Identifier: MIT
 * The lowest: a pool's faults, and the type of one that was never opened. */
#include "object/object.h"

/* Nobody has a handle of one: BITS. */
const struct tarn_object_type object_nothing = {
	.name = "(never opened)",
	.facts = {.options = TARN_OBJECT_REFUSE | TARN_OBJECT_BITS,
		  .stride = 1,
		  .inverse = 1,
		  .index_bits = 1},
	.era_bits = 1};

void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller)
{
	fault_raise(pool_heap(pool), kind, object, caller);
}
