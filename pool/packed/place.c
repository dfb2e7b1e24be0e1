/* SPDX-License-Identifier: MIT
 * Packed arrays in memory that a program gives them as it runs. TARN_PACKED_DEFINE lays an array
 * out at compile time, and such an array links nothing of this file. */
#include "../heap/owner.h"
#include "packed.h"

void *tarn_column_place(char **at, uint64_t bytes, size_t align)
{
	uintptr_t first = ((uintptr_t)*at + align - 1) & ~(uintptr_t)(align - 1);

	*at = (char *)(first + (size_t)bytes);
	return (void *)first;
}

bool tarn_packed_given(const struct tarn_packed *packed, const void *memory, size_t bytes,
		       uint64_t needs)
{
	if (!memory || needs > bytes || !memory_taken(memory, (size_t)needs))
		return true; /* tarn_packed_open refuses the first two */
	packed_fault(packed, NULL, TARN_FAULT_OVERLAP, CALLER);
	return false;
}

bool packed_fits(const struct tarn_packed *packed, struct tarn_heap *heap, uint32_t capacity,
		 bool room, void *caller)
{
	if (capacity > 0 && capacity <= TARN_PACKED_MAX && room)
		return true;
	packed_fault(packed, heap, TARN_FAULT_CAPACITY, caller);
	return false;
}

char *packed_lay(struct tarn_packed *packed, void *memory, uint32_t capacity)
{
	char *at = memory;

	packed->capacity = capacity;
	packed->slot = tarn_column_place(&at, sizeof(*packed->slot) * (uint64_t)capacity, 8);
	packed->owner = tarn_column_place(&at, sizeof(*packed->owner) * (uint64_t)capacity, 8);
	return at;
}

char *tarn_packed_open(struct tarn_packed *packed, void *memory, size_t bytes, uint64_t needs,
		       uint32_t capacity)
{
	if (!packed_fits(packed, NULL, capacity, memory && needs <= bytes, CALLER))
		return NULL;
	return packed_lay(packed, memory, capacity);
}

void tarn_packed_close(struct tarn_packed *packed)
{
	uint32_t first = packed->origin - 1;
	uint32_t used = packed->born - first;

	for (uint32_t slot = 0; slot < packed->slots; slot++) {
		uint32_t lives = ((packed->slot[slot].generation + 1) & ~UINT32_C(1)) - first;

		if (lives > used)
			used = lives;
	}
	packed->born = first + used;
	if (packed->give_back)
		packed->give_back(packed);
	packed->heap = NULL;
	packed->give_back = NULL;
	packed->count = packed->capacity = packed->peak = packed->refused = 0;
	packed->placed = packed->slots = 0;
}
