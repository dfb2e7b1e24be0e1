/* SPDX-License-Identifier: MIT
 * May the program touch these bytes? tarn_check_access judges, and tells once. */
#include "around.h"

#define TOLD 8 /* faults that are told once */

static TARN_STATE_ const struct tarn_access *under_way;

const struct tarn_access *tarn_access_of(const struct tarn_fault *fault)
{
	const struct tarn_access *access = under_way;

	return access && access->address == fault->pointer && access->instruction == fault->caller
		       ? access
		       : NULL;
}

/* Was this instruction told about this place? The ring forgets the oldest. A word of it stands for
 * both, and is written at once, so an interrupt can only make Tarn tell twice. */
static bool told(const struct tarn_access *access)
{
	static TARN_STATE_ uintptr_t ring[TOLD];
	static TARN_STATE_ uintptr_t next;
	uintptr_t word = (uintptr_t)access->place.start * UINT32_C(0x9e3779b1) +
			 (uintptr_t)access->instruction;

	for (uintptr_t i = 0; i < TOLD; i++)
		if (ring[i] == word)
			return true;
	ring[next++ % TOLD] = word;
	return false;
}

/* An access that ends where a live block begins is an overrun of that one, unless it lies in
 * another. */
static void look_behind(struct tarn_access *access)
{
	struct tarn_place place;
	const char *end = (const char *)access->address + access->bytes;

	if (access->around != TARN_AROUND_LIVE && tarn_around(end, &place) == TARN_AROUND_LIVE &&
	    place.start == end)
		access->around = tarn_around(end, &access->place); /* no copy: it may call memcpy */
}

typedef enum tarn_around asks(const void *address, struct tarn_place *place);

/* Raises the fault of an access that may not be. Field by field: an initialiser may call memset. */
static SLOW void refuse(asks *around, const void *address, size_t bytes, bool writes,
			void *instruction)
{
	static const uint8_t kinds[] = {
		[TARN_AROUND_LIVE] = TARN_FAULT_OVERRUN,
		[TARN_AROUND_WAITS] = TARN_FAULT_USE_AFTER_FREE,
		[TARN_AROUND_FREE] = TARN_FAULT_USE_AFTER_FREE,
		[TARN_AROUND_TARN] = TARN_FAULT_WILD,
	};
	const struct tarn_access *before = under_way;
	struct tarn_access access;

	access.address = address;
	access.bytes = bytes;
	access.writes = writes;
	access.instruction = instruction;
	access.around = around(address, &access.place);
	look_behind(&access);
	if (access.around == TARN_AROUND_NOTHING || told(&access))
		return;
	under_way = &access;
	fault_raise_named(access.place.heap, (enum tarn_fault_kind)kinds[access.around], address,
			  instruction, access.place.name);
	under_way = before;
}

static ALWAYS bool inside(const struct piece *piece, const void *address, size_t bytes)
{
	uintptr_t distance = (uintptr_t)address - piece->start;

	return distance <= piece->size && bytes <= piece->size - distance;
}

void tarn_check_access(const void *address, size_t bytes, bool writes, void *instruction)
{
	const struct tarn_heap *heap = heap_at(address);
	const struct tarn_object_part *part;
	const struct tarn_object_pool *pool;
	struct piece piece;

	if (heap && unlikely(heap_around(heap, address, &piece) != TARN_AROUND_LIVE ||
			     !inside(&piece, address, bytes))) {
		refuse(tarn_around, address, bytes, writes, instruction);
		return;
	}
	pool = object_pool_at(address, &part);
	if (pool && unlikely(object_around(pool, part, address, &piece) != TARN_AROUND_LIVE ||
			     !inside(&piece, address, bytes)))
		refuse(tarn_object_around, address, bytes, writes, instruction);
}
