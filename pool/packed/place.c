/* SPDX-License-Identifier: MIT
 * Packed arrays in memory that a program gives them as it runs. TARN_PACKED_DEFINE lays an array
 * out at compile time, and such an array links nothing of this file. */
#include "../heap/owner.h"
#include "packed.h"

/* Takes aligned memory at `*at`, and moves that on. */
static void *place(char **at, size_t bytes, size_t align)
{
	uintptr_t first = ((uintptr_t)*at + align - 1) & ~(uintptr_t)(align - 1);

	*at = (char *)(first + bytes);
	return (void *)first;
}

static uint32_t *words_place(char **at, uint32_t words)
{
	return place(at, sizeof(uint32_t) * words, 8);
}

static void sparse_place(struct tarn_sparse *sparse, const struct tarn_packed_column *column,
			 uint32_t capacity, char **at)
{
	sparse->count = sparse->peak = sparse->refused = 0;
	sparse->most = column->most;
	sparse->bytes = column->bytes;
	sparse->place = words_place(at, capacity);
	sparse->owner = words_place(at, column->most);
}

void packed_lay(struct tarn_packed *packed, const struct tarn_packed_type *type, void *memory,
		uint32_t capacity)
{
	const void *next = packed + 1;
	char *at = memory;

	packed->capacity = capacity;
	packed->slot = place(&at, sizeof(*packed->slot) * capacity, 8);
	packed->owner = words_place(&at, capacity);
	for (const struct tarn_packed_column *column = type->column; column->bytes; column++) {
		raw_address *elements = column_at(column, &next);
		uint32_t room = column->most ? column->most : capacity;

		if (column->most)
			sparse_place(set_at(elements), column, capacity, &at);
		*elements = place(&at, (size_t)column->bytes * room, column->alignment);
		if (column->most)
			set_at(elements)->data = *elements;
	}
}

/* All 64 bits of a product, for cores that have only the lower 32, where gcc would call libgcc. */
static uint64_t product(uint32_t a, uint32_t b)
{
	uint32_t low = (a & 0xffff) * (b & 0xffff);
	uint32_t left = (a >> 16) * (b & 0xffff) + (low >> 16);
	uint32_t right = (a & 0xffff) * (b >> 16) + (left & 0xffff);
	uint32_t high = (a >> 16) * (b >> 16) + (left >> 16) + (right >> 16);

	return (uint64_t)high << 32 | a * b;
}

uint64_t packed_needs(const struct tarn_packed_type *type, uint32_t capacity)
{
	return product((uint32_t)type->each, capacity) + type->once;
}

bool packed_fits(const struct tarn_packed *packed, struct tarn_heap *heap, uint32_t capacity,
		 bool room, void *caller)
{
	if (capacity > 0 && capacity <= TARN_PACKED_MAX && room)
		return true;
	packed_fault(packed, heap, TARN_FAULT_CAPACITY, caller);
	return false;
}

bool tarn_packed_init(struct tarn_packed *packed, const struct tarn_packed_type *type, void *memory,
		      size_t bytes, uint32_t capacity)
{
	uint64_t needs = packed_needs(type, capacity);
	bool room = memory && needs <= bytes;

	if (!packed_still(packed, 0))
		return false;
	if (room && memory_taken(memory, (size_t)needs)) {
		packed_fault(packed, NULL, TARN_FAULT_OVERLAP, CALLER);
		return false;
	}
	packed_close(packed, type);
	if (!packed_fits(packed, NULL, capacity, room, CALLER))
		return false;
	packed_lay(packed, type, memory, capacity);
	return true;
}

/* ---- The end ------------------------------------------------------------------------------ */

/* The generation that the next array in this struct begins with: above all that a slot had. */
static uint32_t next_born(const struct tarn_packed *packed)
{
	uint32_t first = packed->origin - 1;
	uint32_t used = packed->born - first;

	for (uint32_t slot = 0; slot < packed->slots; slot++) {
		uint32_t lives = ((packed->slot[slot].generation + 1) & ~UINT32_C(1)) - first;

		if (lives > used)
			used = lives;
	}
	return first + used;
}

void packed_close(struct tarn_packed *packed, const struct tarn_packed_type *type)
{
	const void *next = packed + 1;

	for (const struct tarn_packed_column *column = type->column; column->bytes; column++) {
		raw_address *elements = column_at(column, &next);

		if (column->most) {
			set_at(elements)->count = set_at(elements)->grouped = 0;
			set_at(elements)->next = NULL;
		}
	}
	packed->born = next_born(packed);
	if (packed->give_back)
		packed->give_back(packed);
	packed->heap = NULL;
	packed->give_back = NULL;
	packed->count = packed->capacity = packed->peak = packed->refused = 0;
	packed->placed = packed->slots = 0;
}

void tarn_packed_destroy(struct tarn_packed *packed, const struct tarn_packed_type *type)
{
	if (packed_still(packed, 0))
		packed_close(packed, type);
}
