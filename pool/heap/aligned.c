/* SPDX-License-Identifier: MIT
 * Aligned requests: the search for a run that holds one at a multiple of its alignment. */
#include "watch.h"

/* A search, and how far it is. */
struct search {
	struct request *request;
	uint32_t align;
	uint32_t bin;     /* 0: not begun */
	struct walk walk; /* along the bin, at the next run to look at */
	uint32_t length;  /* of the run at walk.offset */
	uint32_t pad;
	uint32_t slice; /* runs to look at in one lock window */
};

static void search_begin(struct search *search, struct request *request, uint32_t align)
{
	search->request = request;
	search->align = align;
	search->bin = 0;
	search->slice = SLICE_BEGIN;
}

/* Does the run at search->walk.offset fit? Sets its length, and as padding the granules before its
 * first aligned one. Alignment counts from address 0. */
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

/* Moves on to the first run of the next bin that has one. False: there is none. */
static bool search_bin(const struct tarn_heap *heap, struct search *search, uint32_t bin)
{
	if (bin >= NO_BIN || (bin = next_bin(heap, bin)) == NO_BIN)
		return false;
	search->bin = bin;
	walk_begin(heap, &search->walk, *head_of(heap, bin));
	return true;
}

/* Good fit: tries the first run of the first bin that has one. Then it tries the next bin in which
 * every run holds the worst padding. */
static bool search_first(const struct tarn_heap *heap, struct search *search)
{
	uint32_t worst = search->request->granules + ((search->align - 1) >> GRANULE_SHIFT);

	return search_fits(heap, search) ||
	       (search_bin(heap, search, bin_of(worst) + 1) && search_fits(heap, search));
}

/* Leaves the run at search->walk.offset. False: there is no other. */
static bool search_next(const struct tarn_heap *heap, struct search *search)
{
	uint32_t offset = search->walk.offset;

	if (unlikely(!walk_on(heap, &search->walk)))
		search->request->damaged = offset;
	return search->walk.offset || search_bin(heap, search, search->bin + 1);
}

/* Looks at the next few runs, inside the caller's lock window. Begins again when the heap was
 * touched since the last slice. Returns the offset of one that fits, NONE or NOT_YET. */
static uint32_t search_slice(struct tarn_heap *heap, struct search *search)
{
	uint32_t bin = bin_of(search->request->granules);

	if (heap->touched != TOKEN(search) || !search->bin) {
		search->slice = slice_more(search->slice);
		heap->touched = 0; /* tells search_take that a run comes from search_first */
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

/* From level 2 on: fills the padding from `offset` to `end`, which stays free. Padding that was
 * virgin no longer is, because what follows it is taken. It is shorter than the alignment. */
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

/* Takes the run that a search found off its list, and leaves its padding free. Inside the lock
 * window. Returns as search_slice. */
static uint32_t search_take(struct tarn_heap *heap, struct search *search)
{
	uint32_t offset = search->walk.offset;

	if (unlikely(!run_take(heap, offset))) {
		search->request->damaged = offset;
		if (heap->touched == TOKEN(search))
			return search_next(heap, search) ? NOT_YET : NONE;
		search->bin = 0; /* the first runs failed: now look at all */
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
