/* SPDX-License-Identifier: MIT
 * What the files of this room share. */
#ifndef TARN_PACKED_PRIVATE_H
#define TARN_PACKED_PRIVATE_H

#include "../heap/heap.h"
#include "tarn_packed.h"

#define WORD_DUG    UINT32_C(0xdeadbeef)
#define WORD_BURIED UINT32_C(0x1deadb0b)

/* As in names.h: private, but seen by the linker. */
#define packed_judge tarn__packed_judge
#define packed_fits  tarn__packed_fits
#define packed_lay   tarn__packed_lay

ALWAYS void packed_fault(const struct tarn_packed *packed, struct tarn_heap *heap,
			 enum tarn_fault_kind kind, void *caller)
{
	fault_raise_named(heap, kind, packed, caller, packed->label);
}

/* The index must be that of a live element; a fault and false otherwise, from level 1 on. */
bool packed_judge(const struct tarn_packed *packed, uint32_t index, void *caller);

/* `capacity` is 1 to TARN_PACKED_MAX and there is `room` for it; a fault and false otherwise. */
bool packed_fits(const struct tarn_packed *packed, struct tarn_heap *heap, uint32_t capacity,
		 bool room, void *caller);

/* Lays slots and owners at the start of `memory`, and returns where the columns begin. */
char *packed_lay(struct tarn_packed *packed, void *memory, uint32_t capacity);

#endif
