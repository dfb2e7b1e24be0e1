/* SPDX-License-Identifier: MIT
 * Sparse columns: components that not every element of a packed array has. They lie dense, in an
 * order of their own; `owner` says of each whose it is, `place` of each slot where to look. What
 * `place` says of a slot without a component means nothing (it is never written before), so it
 * is believed only where `owner` says the same.
 *
 * Both name slots, not indices: an element that moves takes its components with it. */
#include "packed/packed.h"

static uint32_t find_slot(const struct tarn_sparse *sparse, uint32_t slot)
{
	uint32_t k = sparse->place[slot];

	return k < sparse->count && sparse->owner[k] == slot ? k : TARN_NONE;
}

/* Component k of the column; an array of capacity 0 has no memory. */
static unsigned char *component(const struct tarn_sparse *sparse, uint32_t k)
{
	return (unsigned char *)((uintptr_t)sparse->data + (size_t)k * sparse->bytes);
}

void tarn_sparse_place(struct tarn_sparse *sparse, uint32_t capacity, char **at)
{
	sparse->count = sparse->peak = sparse->refused = 0;
	sparse->place = tarn_column_place(at, sizeof(uint32_t) * (uint64_t)capacity, 8);
	sparse->owner = tarn_column_place(at, sizeof(uint32_t) * (uint64_t)sparse->most, 8);
}

uint32_t tarn_sparse_find(const struct tarn_packed *packed, const struct tarn_sparse *sparse,
			  uint32_t index)
{
	return index < packed->count ? find_slot(sparse, packed->owner[index]) : TARN_NONE;
}

uint32_t tarn_sparse_owner(const struct tarn_packed *packed, const struct tarn_sparse *sparse,
			   uint32_t k)
{
	return k < sparse->count ? packed->slot[sparse->owner[k]].index : TARN_NONE;
}

uint32_t tarn_sparse_attach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index)
{
	uint32_t k;
	uint32_t slot;

	if (!packed_judge(packed, index, CALLER))
		return TARN_NONE;
	slot = packed->owner[index];
	k = find_slot(sparse, slot);
	if (k != TARN_NONE)
		return k;
	if (sparse->count == sparse->most) {
		sparse->refused++;
		return TARN_NONE;
	}
	k = sparse->count++;
	sparse->owner[k] = slot;
	sparse->place[slot] = k;
	if (TARN_HARDEN >= 2)
		tarn_column_dig(component(sparse, k), sparse->bytes, k < sparse->peak);
	if (sparse->peak < sparse->count)
		sparse->peak = sparse->count;
	return k;
}

/* The last component moves to place k. */
static void remove_at(struct tarn_sparse *sparse, uint32_t k)
{
	uint32_t last = --sparse->count;

	sparse->owner[k] = sparse->owner[last];
	sparse->place[sparse->owner[k]] = k;
	tarn_column_move(component(sparse, k), component(sparse, last), sparse->bytes);
	if (TARN_HARDEN >= 2)
		tarn_column_bury(component(sparse, last), sparse->bytes);
}

bool tarn_sparse_detach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index)
{
	uint32_t k;

	if (!packed_judge(packed, index, CALLER))
		return false;
	k = find_slot(sparse, packed->owner[index]);
	if (k == TARN_NONE)
		return false;
	remove_at(sparse, k);
	return true;
}

void tarn_sparse_drop(const struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index)
{
	uint32_t k = tarn_sparse_find(packed, sparse, index);

	if (k != TARN_NONE)
		remove_at(sparse, k);
}

/* P6: each component is a live element's, which finds it. */
uint32_t tarn_sparse_check(const struct tarn_packed *packed, const struct tarn_sparse *sparse)
{
	if (sparse->count > sparse->most || sparse->count > sparse->peak)
		return 6;
	for (uint32_t k = 0; k < sparse->count; k++) {
		uint32_t slot = sparse->owner[k];

		if (slot >= packed->slots || !(packed->slot[slot].generation & 1) ||
		    sparse->place[slot] != k)
			return 6;
	}
	if (TARN_HARDEN >= 2 && !tarn_column_buried(component(sparse, sparse->count), sparse->bytes,
						    sparse->peak - sparse->count))
		return 5;
	return 0;
}
