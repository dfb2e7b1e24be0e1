/* SPDX-License-Identifier: MIT
 * Aligned requests: the search for a run that holds them at a multiple of their alignment. */
#include "watch.h"

/* What is looked for, and where the search stands. */
struct search {
	struct request *request;
	uint32_t align;
	uint32_t bin;     /* 0: not begun */
	struct walk walk; /* along the bin, at the next run to look at; if that was found to fit: */
	uint32_t length;  /* its length, and the granules before the first one that is aligned */
	uint32_t pad;
	uint32_t slice; /* runs looked at in one lock window */
};

static void search_begin(struct search *search, struct request *request, uint32_t align)
{
	search->request = request;
	search->align = align;
	search->bin = 0;
	search->slice = SLICE_BEGIN;
}

/* Does the run at search->walk.offset fit? Alignment counts from address 0. */
static bool search_fits(const struct tarn_heap *heap, struct search *search)
{
	if (unlikely(!free_start(heap, search->walk.offset))) {
		search->request->damaged = search->walk.offset;
		return false;
	}
	search->length = run_length(heap, search->walk.offset);
	search->pad = (uint32_t)(0 - (heap->base + search->walk.offset)) >> GRANULE_SHIFT &
		      ((search->align - 1) >> GRANULE_SHIFT);
	return search->length >= search->request->granules + search->pad;
}

/* Move on to the first run of the next bin that has one. */
static bool search_bin(const struct tarn_heap *heap, struct search *search, uint32_t bin)
{
	if (bin >= NO_BIN || (bin = next_bin(heap, bin)) == NO_BIN)
		return false;
	search->bin = bin;
	walk_begin(heap, &search->walk, *head_of(heap, bin));
	return true;
}

/* Good fit: the first run of the first bin that has one, if it fits; else that of the next bin
 * above that of the worst padding. */
static bool search_first(const struct tarn_heap *heap, struct search *search)
{
	uint32_t worst = search->request->granules + ((search->align - 1) >> GRANULE_SHIFT);

	return search_fits(heap, search) ||
	       (search_bin(heap, search, bin_of(worst) + 1) && search_fits(heap, search));
}

/* Leave the run at search->walk.offset; false: there is no other. */
static bool search_next(const struct tarn_heap *heap, struct search *search)
{
	uint32_t offset = search->walk.offset;

	if (unlikely(!walk_on(heap, &search->walk)))
		search->request->damaged = offset;
	return search->walk.offset || search_bin(heap, search, search->bin + 1);
}

/* Look at the next few runs; inside the caller's lock window. Starts again when the heap was
 * touched since the last slice. Returns the offset of one that fits, NONE or NOT_YET. */
static uint32_t search_slice(struct tarn_heap *heap, struct search *search)
{
	uint32_t bin = bin_of(search->request->granules);

	if (heap->touched != TOKEN(search) || !search->bin) {
		search->slice = slice_more(search->slice);
		heap->touched = 0; /* not by this search, until it walks */
		if (!search_bin(heap, search, bin))
			return NONE;
		if (!search->request->damaged) {
			if (search_first(heap, search))
				return search->walk.offset;
			search_bin(heap, search, bin);
		}
		heap->touched = TOKEN(search);
	}
	for (uint32_t left = search->slice; left; left--) {
		if (search_fits(heap, search))
			return search->walk.offset;
		if (!search_next(heap, search))
			return NONE;
	}
	return NOT_YET;
}

/* From level 2 on: the run from `offset` to `end` stays free, while what follows is taken. If it
 * was virgin, it no longer counts as such. Less than the alignment asked for. */
static void padding_fill(struct tarn_heap *heap, uint32_t offset, uint32_t end)
{
#if TARN_HARDEN >= 2
	if (offset < heap->virgin)
		offset = heap->virgin;
	for (; offset < end; offset += sizeof(uint32_t))
		*(raw32 *)at(heap, offset) = FILL_FREE;
	if (end > heap->virgin)
		heap->virgin = end;
#else
	(void)heap, (void)offset, (void)end;
#endif
}

/* Take the run that a search found off its list, its padding left free. Inside the lock window.
 * Returns as search_slice. */
static uint32_t search_take(struct tarn_heap *heap, struct search *search)
{
	uint32_t offset = search->walk.offset;

	if (unlikely(!run_take(heap, offset))) {
		search->request->damaged = offset;
		if (heap->touched == TOKEN(search))
			return search_next(heap, search) ? NOT_YET : NONE;
		search->bin = 0; /* so much for the first: now look at all */
		return NOT_YET;
	}
	if (search->pad) {
		uint32_t padding = offset;

		offset += search->pad << GRANULE_SHIFT;
		padding_fill(heap, padding, offset);
		start_flip(heap, offset);
		run_insert(heap, padding, search->pad);
	}
	return offset;
}

/* Look at every run that may fit. */
uint32_t commons_search_aligned(struct tarn_heap *heap, struct request *request, uint32_t align,
				tarn_port_key *key)
{
	struct search search;
	uint32_t offset;

	search_begin(&search, request, align);
	for (;;) {
		*key = tarn_port_lock();
		offset = search_slice(heap, &search);
		if (offset > NOT_YET)
			offset = search_take(heap, &search);
		if (offset > NOT_YET) {
			request->length = search.length - search.pad;
			watch_found(request, search.length);
			return offset;
		}
		tarn_port_unlock(*key);
		if (offset == NONE)
			return NONE;
	}
}
