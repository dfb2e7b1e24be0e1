/* SPDX-License-Identifier: MIT
 * Good fit: which free run a request gets, and how it is taken. Inside the caller's lock window. */
#ifndef TARN_FIT_H
#define TARN_FIT_H

#include "list.h"

/* A free run that is long enough. It is the first one of its bin. */
struct fit {
	uint32_t *head;    /* of the bin */
	uint32_t bin;      /* the caller sets it to the request's own bin */
	uint32_t offset;   /* of the run */
	uint32_t length;   /* in granules */
	struct pair *pair; /* of its first granule */
	uint32_t index;    /* of its bit in the pair */
	uint32_t live;     /* what the pair held when it was read */
	uint32_t start;
};

/* Finds the first run of the own bin if it is long enough, else the first run of the next bin that
 * has one. False iff no bin has one (then fit->offset is 0), or only the own one's, which is too
 * short. */
ALWAYS bool fit_find(const struct tarn_heap *heap, struct fit *fit, uint32_t granules)
{
	do {
		fit->head = head_of(heap, fit->bin);
		FORGET(fit->head);
		fit->offset = *fit->head;
		if (likely(fit->offset)) {
			fit->pair = pair_at(heap, fit->offset);
			FORGET(fit->pair);
			fit->live = fit->pair->live;
			fit->start = fit->pair->start;
			TOGETHER(fit->live, fit->start);
			fit->index = index_of(fit->offset);
			fit->length = pair_length(fit->pair, fit->start, fit->index);
			if (likely(fit->length >= granules))
				return true;
		}
		fit->bin = next_bin(heap, fit->bin + 1);
	} while (likely(fit->bin != NO_BIN));
	return false;
}

/* Takes the first run, `node` at `offset`, off its bin's list. False, and nothing changed, iff its
 * link is damaged. */
ALWAYS bool list_pop(struct tarn_heap *heap, const struct node *node, uint32_t offset,
		     uint32_t *head, uint32_t bin)
{
	uint32_t link = node->next;
	uint32_t next = link ^ heap->key ^ offset;

	if (next) {
		struct node *after = node_at(heap, next);

		if (!next_sound(heap, next, link))
			return false;
		after->prev = link ^ offset ^ bin_place(bin);
	} else {
		bin_flip(heap, bin);
	}
	*head = next;
	return true;
}

/* Makes the run live. False, and nothing changed, iff the planes do not say that it is free, or its
 * link is damaged. Below the commons S is no plane, so an offset there names no run. */
ALWAYS bool fit_take(struct tarn_heap *heap, const struct fit *fit)
{
	uint32_t offset = fit->offset;
	uint32_t bit = rotate_right(TOP_BIT, fit->index);

	if (unlikely((int32_t)((fit->start & ~fit->live) << fit->index) >= 0) ||
	    unlikely(below_commons(heap, offset)))
		return false;
	fit->pair->live = fit->live | bit;
	if (likely(list_pop(heap, node_at(heap, offset), offset, fit->head, fit->bin)))
		return true;
	FORGET(offset); /* otherwise a register keeps the bit's place for this */
	live_flip(heap, offset);
	return false;
}

#endif
