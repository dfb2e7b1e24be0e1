/* SPDX-License-Identifier: MIT
 * The private functions of the packed arrays. */
#ifndef TARN_PACKED_PRIVATE_H
#define TARN_PACKED_PRIVATE_H

#include "../heap/heap.h"
#include "tarn_packed.h"

#define WORD_DUG    UINT32_C(0xdeadbeef)
#define WORD_BURIED UINT32_C(0x1deadb0b)

ASKS(tarn_packed_activate);
ASKS(tarn_packed_deactivate);
ASKS(tarn_packed_destroy);
ASKS(tarn_packed_dig);
ASKS(tarn_packed_init);
ASKS(tarn_packed_make);
ASKS(tarn_packed_swap);
ASKS(tarn_sparse_attach);
ASKS(tarn_sparse_detach);
ASKS(tarn_sparse_group);

/* Prefixes for this room's private functions, as in heap/names.h. */
#define packed_judge  tarn__packed_judge
#define packed_quiet  tarn__packed_quiet
#define packed_fits   tarn__packed_fits
#define packed_lay    tarn__packed_lay
#define packed_needs  tarn__packed_needs
#define packed_close  tarn__packed_close
#define column_dig    tarn__column_dig
#define column_bury   tarn__column_bury
#define column_buried tarn__column_buried

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

/* All bytes of an array, which may be more than a machine has. */
uint64_t packed_needs(const struct tarn_packed_type *type, uint32_t capacity);

/* Lays slots, owners and columns over memory that was judged. */
void packed_lay(struct tarn_packed *packed, const struct tarn_packed_type *type, void *memory,
		uint32_t capacity);

/* Destroys the array. */
void packed_close(struct tarn_packed *packed, const struct tarn_packed_type *type);

/* ---- Columns ------------------------------------------------------------------------------ */

/* Where the record of an array has the address of a column's elements. `*next` is where that of the
 * first column begins, and then of each next one: the byte after the record. */
typedef void *raw_address __attribute__((may_alias));
static ALWAYS raw_address *column_at(const struct tarn_packed_column *column, const void **next)
{
	const unsigned char *field = *next;
	raw_address *at;

	if (column->most)
		field += sizeof(struct tarn_sparse);
	at = (raw_address *)(uintptr_t)field;
	*next = at + 1;
	return at;
}

/* SPARSE: the set that stands before that address. */
static ALWAYS struct tarn_sparse *set_at(raw_address *at)
{
	return (struct tarn_sparse *)(void *)at - 1;
}

static ALWAYS void *element(const struct tarn_packed_column *column, const raw_address *at,
			    uint32_t index)
{
	return (void *)((uintptr_t)*at + (size_t)index * column->bytes);
}

/* The place of an element. `bury` fills it with 0x1deadb0b. `dig` verifies that, if the place was
 * used before (`again`), and fills it with 0xdeadbeef. */
void column_bury(void *place, size_t bytes);
void column_dig(const struct tarn_packed *packed, void *place, size_t bytes, bool again,
		void *caller);
bool column_buried(const void *place, size_t bytes, uint32_t elements);

#endif
