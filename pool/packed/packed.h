/* SPDX-License-Identifier: MIT
 * The private functions of the packed arrays. */
#ifndef TARN_PACKED_PRIVATE_H
#define TARN_PACKED_PRIVATE_H

#include "../heap/heap.h"
#include "tarn_packed.h"

#define WORD_DUG    UINT32_C(0xdeadbeef)
#define WORD_BURIED UINT32_C(0x1deadb0b)

ASKS(tarn_column_dig);
ASKS(tarn_packed_exchange);
ASKS(tarn_packed_give);
ASKS(tarn_packed_given);
ASKS(tarn_packed_make);
ASKS(tarn_packed_open);
ASKS(tarn_packed_take);
ASKS(tarn_sparse_attach);
ASKS(tarn_sparse_detach);
ASKS(tarn_sparse_group);

/* Prefixes for this room's private functions, as in heap/names.h. */
#define packed_judge tarn__packed_judge
#define packed_quiet tarn__packed_quiet
#define packed_fits  tarn__packed_fits
#define packed_lay   tarn__packed_lay

ALWAYS void packed_fault(const struct tarn_packed *packed, struct tarn_heap *heap,
			 enum tarn_fault_kind kind, void *caller)
{
	fault_raise_named(heap, kind, packed, caller, packed->label);
}

/* Is it a live element's index? False, and a fault, if not. */
bool packed_judge(const struct tarn_packed *packed, uint32_t index, void *caller);

/* Where the stack stood at the call of the function that this is inlined in. It grows down. */
#define STACK ((uintptr_t)__builtin_dwarf_cfa())

/* May the array change? A public function asks, not one of its own. `what` is 0, or what it does,
 * if a walk may allow that. */
#define packed_still(packed, what) \
	(likely(!(packed)->walking) || packed_quiet(packed, CALLER, STACK | (what)))
bool packed_quiet(struct tarn_packed *packed, void *caller, uintptr_t stack_what);

/* Is `capacity` 1 to TARN_PACKED_MAX, and is there `room` for it? False, and a fault, if not. */
bool packed_fits(const struct tarn_packed *packed, struct tarn_heap *heap, uint32_t capacity,
		 bool room, void *caller);

/* Lays slots and owners at the start of `memory`. Returns where the columns begin. */
char *packed_lay(struct tarn_packed *packed, void *memory, uint32_t capacity);

#endif
