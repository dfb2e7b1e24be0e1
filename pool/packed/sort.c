/* SPDX-License-Identifier: MIT
 * The order of a packed array: a merge sort of lists, which needs no memory.
 *
 * slot[].index holds an element's link. While elements stand still, that field is redundant: it is
 * the inverse of `owner`. At the end it says where each element belongs. Once the elements are
 * there, it is the inverse of `owner` again.
 *
 * Ascending runs are merged as a binary counter adds: list k holds 2^k runs. */
#include "packed.h"

#define LISTS 25 /* for 2^24 runs, as many as TARN_PACKED_MAX elements */

struct order {
	const struct tarn_packed *packed;
	bool (*before)(const void *context, uint32_t i, uint32_t j);
	const void *context;
};

static uint32_t *link_of(const struct order *order, uint32_t index)
{
	return &order->packed->slot[order->packed->owner[index]].index;
}

/* Makes a list of the ascending run that begins at *next, and moves *next past it. */
static uint32_t run_take(const struct order *order, uint32_t *next)
{
	uint32_t first = *next;
	uint32_t last = first;

	while (++*next < order->packed->count && !order->before(order->context, *next, last)) {
		*link_of(order, last) = *next;
		last = *next;
	}
	*link_of(order, last) = TARN_NONE;
	return first;
}

/* Merges two lists. All elements of `left` came before those of `right`, which keeps the sort
 * stable. */
static uint32_t merge(const struct order *order, uint32_t left, uint32_t right)
{
	uint32_t first;
	uint32_t *end = &first;

	while (left != TARN_NONE && right != TARN_NONE) {
		uint32_t *from = order->before(order->context, right, left) ? &right : &left;

		*end = *from;
		end = link_of(order, *from);
		*from = *end;
	}
	*end = left != TARN_NONE ? left : right;
	return first;
}

static uint32_t sorted_list(const struct order *order)
{
	uint32_t list[LISTS];
	uint32_t lists = 0;
	uint32_t next = 0;
	uint32_t all = TARN_NONE;

	while (next < order->packed->count) {
		uint32_t run = run_take(order, &next);
		uint32_t k = 0;

		for (; k < lists && list[k] != TARN_NONE; k++) {
			run = merge(order, list[k], run);
			list[k] = TARN_NONE;
		}
		list[k] = run;
		lists += k == lists;
	}
	for (uint32_t k = 0; k < lists; k++)
		all = merge(order, list[k], all);
	return all;
}

bool tarn_packed_sort(struct tarn_packed *packed,
		      bool (*before)(const void *array, uint32_t i, uint32_t j), const void *array)
{
	const struct order order = {packed, before, array};
	uint32_t index;

	if (!packed_still(packed, 0))
		return false;
	packed->walking = STACK;
	index = sorted_list(&order);
	packed->walking = 0;
	for (uint32_t place = 0; index != TARN_NONE; place++) {
		uint32_t *link = link_of(&order, index);

		index = *link;
		*link = place;
	}
	return true;
}
