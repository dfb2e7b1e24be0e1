/* SPDX-License-Identifier: MIT
 * Sparse columns: components that not every element of a packed array has.
 *
 * Components lie without gaps, in an order of their own. `owner` has the slot of each component;
 * `place` has the place of each slot's component. Nothing initialises `place`. So it is trusted
 * only where `owner` agrees. Both name slots, not indices: an element that moves keeps its
 * components.
 *
 * A group is a ring of columns. Elements that have all of its components stand first in each
 * column, in one order: they are the first `grouped`. */
#include "packed.h"

/* The address of component k. The data may be NULL: an array of capacity 0 has no memory. */
static unsigned char *component(const struct tarn_sparse *sparse, uint32_t k)
{
	return (unsigned char *)((uintptr_t)sparse->data + (size_t)k * sparse->bytes);
}

/* ---- Groups ------------------------------------------------------------------------------- */

static void component_set(struct tarn_sparse *sparse, uint32_t k, uint32_t slot)
{
	sparse->owner[k] = slot;
	sparse->place[slot] = k;
}

static void exchange(struct tarn_sparse *sparse, uint32_t i, uint32_t j)
{
	uint32_t slot = sparse->owner[i];

	if (i == j)
		return;
	component_set(sparse, i, sparse->owner[j]);
	component_set(sparse, j, slot);
	tarn_column_swap(component(sparse, i), component(sparse, j), sparse->bytes);
}

static bool has_all(const struct tarn_sparse *sparse, uint32_t slot)
{
	const struct tarn_sparse *other = sparse;

	do {
		if (tarn_sparse_place_of(other, slot) == TARN_NONE)
			return false;
		other = other->next;
	} while (other != sparse);
	return true;
}

/* If the element now has all components, moves it to the group's end. Returns where its component
 * lies. */
static SLOW uint32_t group_enter(struct tarn_sparse *sparse, uint32_t slot)
{
	uint32_t last = sparse->grouped;
	struct tarn_sparse *other = sparse;

	if (!has_all(sparse, slot))
		return sparse->place[slot];
	do {
		exchange(other, other->place[slot], last);
		other->grouped = last + 1;
		other = other->next;
	} while (other != sparse);
	return last;
}

/* Takes place k out of the group: swaps it with the group's last, which is then the first place
 * after the group. Returns that place. */
static SLOW uint32_t group_leave(struct tarn_sparse *sparse, uint32_t k)
{
	uint32_t last = sparse->grouped - 1;
	struct tarn_sparse *other = sparse;

	do {
		exchange(other, k, last);
		other->grouped = last;
		other = other->next;
	} while (other != sparse);
	return last;
}

static bool in_group_of(const struct tarn_sparse *sparse, const struct tarn_sparse *column)
{
	const struct tarn_sparse *other = sparse->next;

	while (other && other != column && other != sparse)
		other = other->next;
	return other == column;
}

/* Joins the columns in a ring. False, and nothing changed, if they cannot be joined. */
static bool ring_make(struct tarn_sparse *const *columns)
{
	uint32_t i = 0;

	if (!columns[1])
		return false;
	for (; columns[i] && !columns[i]->next; i++)
		columns[i]->next = columns[i + 1] ? columns[i + 1] : columns[0];
	if (!columns[i])
		return true;
	while (i-- > 0)
		columns[i]->next = NULL;
	return false;
}

bool tarn_sparse_group(struct tarn_packed *packed, struct tarn_sparse *const *columns)
{
	if (!packed_still(packed, 0))
		return false;
	if (packed->capacity == 0 || !ring_make(columns)) {
		packed_fault(packed, packed->heap, TARN_FAULT_GROUP, CALLER);
		return false;
	}
	for (uint32_t k = 0; k < columns[0]->count; k++)
		group_enter(columns[0], columns[0]->owner[k]);
	return true;
}

uint32_t tarn_sparse_joined(const struct tarn_packed *packed, struct tarn_sparse *const *columns)
{
	if (!columns[1])
		return columns[0]->count;
	for (uint32_t i = 1; columns[i]; i++) {
		if (!in_group_of(columns[0], columns[i])) {
			packed_fault(packed, packed->heap, TARN_FAULT_GROUP, CALLER);
			return 0;
		}
	}
	return columns[0]->grouped;
}

/* ---- Components --------------------------------------------------------------------------- */

uint32_t tarn_sparse_attach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index)
{
	uint32_t k;
	uint32_t slot;

	if (!packed_still(packed, TARN_PK_MAY_ATTACH_) || !packed_judge(packed, index, CALLER))
		return TARN_NONE;
	slot = packed->owner[index];
	k = tarn_sparse_place_of(sparse, slot);
	if (k != TARN_NONE)
		return k;
	if (sparse->count == sparse->most) {
		sparse->refused++;
		return unlikely(refusals) ? refusals->array(packed, sparse->bytes, CALLER)
					  : TARN_NONE;
	}
	k = sparse->count++;
	component_set(sparse, k, slot);
	if (TARN_HARDEN >= 2)
		column_dig(packed, component(sparse, k), sparse->bytes, k < sparse->peak, CALLER);
	if (sparse->peak < sparse->count)
		sparse->peak = sparse->count;
	return sparse->next ? group_enter(sparse, slot) : k;
}

/* Removes component k: the last one takes its place. */
static void remove_at(struct tarn_sparse *sparse, uint32_t k)
{
	uint32_t last = sparse->count - 1;

	if (k < sparse->grouped)
		k = group_leave(sparse, k);
	sparse->count = last;
	component_set(sparse, k, sparse->owner[last]);
	tarn_column_move(component(sparse, k), component(sparse, last), sparse->bytes);
	if (TARN_HARDEN >= 2)
		column_bury(component(sparse, last), sparse->bytes);
}

bool tarn_sparse_detach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index)
{
	uint32_t k;

	if (!packed_still(packed, TARN_PK_MAY_ATTACH_) || !packed_judge(packed, index, CALLER))
		return false;
	k = tarn_sparse_place_of(sparse, packed->owner[index]);
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

/* P7: the first `grouped` are the same in all columns of the group, and no other element has
 * all. */
static bool group_whole(const struct tarn_sparse *sparse)
{
	const struct tarn_sparse *next = sparse->next;

	if (!next)
		return sparse->grouped == 0;
	if (sparse->grouped > sparse->count || sparse->grouped != next->grouped)
		return false;
	for (uint32_t k = 0; k < sparse->count; k++) {
		uint32_t slot = sparse->owner[k];

		if (k < sparse->grouped ? next->owner[k] != slot : has_all(sparse, slot))
			return false;
	}
	return true;
}

/* P6: each component belongs to a live element, which finds it. */
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
	if (TARN_HARDEN >= 2 && !column_buried(component(sparse, sparse->count), sparse->bytes,
					       sparse->peak - sparse->count))
		return 5;
	return group_whole(sparse) ? 0 : 7;
}
