/* SPDX-License-Identifier: MIT
 * The commons: runs of granules, split on take and merged on give, free ones in bins by length.
 *
 * Policy (good fit): the first run of the request's own bin if it is long enough, else the first
 * run of the next bin that has one, where every run is. Only when there is none are the rest of
 * the own bin's runs looked at, in slices: so NULL means that nothing fits, and the price is
 * paid at the edge of exhaustion alone. Free lists are last in, first out.
 *
 * The idea of segregated fits under a bitmap is that of TLSF (Masmano, Ripoll, Crespo, Real:
 * "TLSF: a new dynamic memory allocator for real-time systems", ECRTS 2004). */
#include "block.h"
#include "run.h"

#define SLICE 2 /* runs looked at in one lock window */

/* ---- Taking ----------------------------------------------------------------------------- */

/* What is looked for, and where the search stands. */
struct search {
	uint32_t granules;
	uint32_t align;
	uint32_t bin;    /* 0: not begun */
	uint32_t offset; /* the next run to look at; if it was found to fit: */
	uint32_t length; /* its length, and the granules before the first one that is aligned */
	uint32_t pad;
	uint32_t slice; /* runs looked at in one lock window */
	uint32_t damaged;
};

static void search_begin(struct search *search, uint32_t granules, uint32_t align)
{
	search->granules = granules;
	search->align = align;
	search->bin = 0;
	search->slice = SLICE / 2; /* doubled as it begins */
	search->damaged = 0;
}

/* Does the run at search->offset fit? Alignment counts from address 0. */
static bool search_fits(const struct tarn_heap *heap, struct search *search)
{
	search->length = run_length(heap, search->offset);
	search->pad = (uint32_t)(0 - (heap->base + search->offset)) >> GRANULE_SHIFT &
		      ((search->align - 1) >> GRANULE_SHIFT);
	return search->length >= search->granules + search->pad;
}

/* Move on to the first run of the next bin that has one. */
static bool search_bin(const struct tarn_heap *heap, struct search *search, uint32_t bin)
{
	if (bin >= NO_BIN || (bin = next_bin(heap, bin)) == NO_BIN)
		return false;
	search->bin = bin;
	search->offset = *head_of(heap, bin);
	return true;
}

/* Good fit: the first run of the first bin that has one, if it fits; else that of the next bin
 * above that of the worst padding. */
static bool search_first(const struct tarn_heap *heap, struct search *search)
{
	uint32_t worst = search->granules + ((search->align - 1) >> GRANULE_SHIFT);

	return search_fits(heap, search) ||
	       (search_bin(heap, search, bin_of(worst) + 1) && search_fits(heap, search));
}

/* Leave the run at search->offset. */
static enum found search_next(const struct tarn_heap *heap, struct search *search)
{
	uint32_t next = node_at(heap, search->offset)->next;
	struct bounds bounds;

	bounds_get(heap, &bounds);
	if (unlikely(next && !next_sound(&bounds, search->offset, next))) {
		search->damaged = search->offset;
		next = 0;
	}
	search->offset = next;
	return next || search_bin(heap, search, search->bin + 1) ? MORE : NOT_FOUND;
}

/* Look at the next few runs; inside the caller's lock window. Starts again when the heap was
 * touched since the last slice. FOUND: the run at search->offset fits. */
static enum found search_slice(struct tarn_heap *heap, struct search *search)
{
	enum found found = MORE;
	uint32_t bin = bin_of(search->granules);

	if (heap->touched != TOKEN(search) || !search->bin) {
		/* Begin, or again: then in windows twice as long, so that an interrupt that allocates
		 * all the time cannot keep a search from its end. */
		search->slice *= 2;
		if (!search_bin(heap, search, bin))
			return NOT_FOUND;
		if (!search->damaged) {
			if (search_first(heap, search))
				return FOUND;
			search_bin(heap, search, bin);
		}
		heap->touched = TOKEN(search);
		return MORE;
	}
	for (uint32_t looked = 0; found == MORE && looked < search->slice; looked++)
		found = search_fits(heap, search) ? FOUND : search_next(heap, search);
	return found;
}

/* Take the run that a search found, its padding left free; or go on. Inside the lock window. */
static enum found search_take(struct tarn_heap *heap, struct search *search)
{
	uint32_t offset = search->offset;
	uint32_t length = search->length;
	uint32_t pad = search->pad;
	struct node *node;

	if (!frontier_reach(heap, offset + ((pad + search->granules) << GRANULE_SHIFT)))
		return MORE; /* the heap was touched: the search begins again */
	if (unlikely(!list_remove(heap, offset))) {
		search->damaged = offset;
		if (heap->touched == TOKEN(search))
			return search_next(heap, search);
		search->bin = 0; /* so much for the first: now look at all */
		return MORE;
	}
	if (pad) {
		uint32_t padding = offset;

		offset += pad << GRANULE_SHIFT;
		search->offset = offset;
		guard_padding(heap, padding, offset);
		list_insert(heap, heap->base, padding, pad);
		start_set(heap, offset);
	}
	node = node_at(heap, offset);
	node->next = 0;
	node->prev = 0;
	make_live(heap, offset, length - pad, search->granules);
	guard_run_taken(heap, offset, search->granules << GRANULE_SHIFT);
	return FOUND;
}

#if FAST_PATHS

static uint32_t take_quickly(struct tarn_heap *heap, uint32_t granules)
{
	uint32_t offset = 0;

	if (granules <= FRONTIER_SLICE) {
		tarn_port_key key = tarn_port_lock();

		offset = take_sure(heap, granules);
		tarn_port_unlock(key);
	}
	return offset;
}

#else

/* request_serve did that already, if speed was asked for. */
static inline uint32_t take_quickly(struct tarn_heap *heap, uint32_t granules)
{
	(void)heap, (void)granules;
	return 0;
}

#endif

/* Look at every run that may fit. */
static APART uint32_t take_thoroughly(struct tarn_heap *heap, const struct request *request,
				      uint32_t granules, uint32_t align)
{
	struct search search;
	enum found found;

	search_begin(&search, granules, align);
	do {
		tarn_port_key key = tarn_port_lock();

		found = search_slice(heap, &search);
		if (found == FOUND)
			found = search_take(heap, &search);
		if (found == FOUND)
			count_alloc(heap, request);
		tarn_port_unlock(key);
	} while (found == MORE);
	if (unlikely(search.damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, search.damaged), request->caller);
	return found == FOUND ? search.offset : 0;
}

uint32_t commons_take(struct tarn_heap *heap, const struct request *request, uint32_t granules,
		      uint32_t align)
{
	uint32_t offset = align > GRANULE ? 0 : take_quickly(heap, granules);

	return offset ? offset : take_thoroughly(heap, request, granules, align);
}

bool commons_has(struct tarn_heap *heap, uint32_t granules)
{
	struct search search;
	enum found found;

	search_begin(&search, granules, GRANULE);
	do {
		tarn_port_key key = tarn_port_lock();

		found = search_slice(heap, &search);
		tarn_port_unlock(key);
	} while (found == MORE);
	return found == FOUND;
}

/* ---- Giving ----------------------------------------------------------------------------- */

uint32_t give_run(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t before = run_length_before(heap, offset);
	uint32_t left = offset - (before << GRANULE_SHIFT);
	uint32_t damaged = 0;

	if (run_free(heap, right)) {
		uint32_t more = run_length(heap, right);

		if (list_remove(heap, right)) {
			start_clear(heap, right);
			guard_link_gone(heap, right);
			length += more;
		} else {
			damaged = right;
		}
	}
	if (run_free(heap, left)) {
		if (list_remove(heap, left)) {
			start_clear(heap, offset);
			offset = left;
			length += before;
		} else {
			damaged = left;
		}
	}
	list_insert(heap, heap->base, offset, length);
	touch(heap, offset);
	return damaged;
}

uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t length = run_length(heap, offset);

	pair_at(heap, offset)->live &= ~bit_of(offset);
	heap->used -= length << GRANULE_SHIFT;
	return give_run(heap, offset, length);
}

uint32_t commons_shrink(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t spare = run_length(heap, offset) - granules;
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	start_set(heap, rest);
	run_length_set(heap, offset, granules);
	heap->used -= spare << GRANULE_SHIFT;
	return give_run(heap, rest, spare);
}

enum found commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules,
			uint32_t *damaged)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t more = granules - length;
	struct pair *pair = pair_at(heap, right);
	uint32_t index = index_of(right);
	uint32_t all;

	if (sign_of(pair->live, right) < 0)
		return NOT_FOUND;
	all = pair_length(pair, index);
	if (all < more)
		return NOT_FOUND;
	if (unlikely(!frontier_reach(heap, right + (more << GRANULE_SHIFT))))
		return MORE;
	if (unlikely(!list_remove(heap, right))) {
		*damaged = right;
		return NOT_FOUND;
	}
	pair->start &= ~(TOP_BIT >> index);
	split(heap, offset, length + all, granules);
	count_used(heap, offset, more << GRANULE_SHIFT);
	guard_run_grown(heap, offset, granules << GRANULE_SHIFT);
	return FOUND;
}

/* ---- Asking ----------------------------------------------------------------------------- */

uint32_t commons_longest(struct tarn_heap *heap)
{
	uint32_t longest = 0;
	uint32_t offset = 0;
	uint32_t slice = SLICE;
	bool begun = false;
	bool more = true;

	while (more) {
		tarn_port_key key = tarn_port_lock();
		struct bounds bounds;

		bounds_get(heap, &bounds);
		if (!begun || heap->touched != TOKEN(&longest)) {
			uint32_t bin = NO_BIN;

			for (uint32_t word = BIN_WORDS; word-- && bin == NO_BIN;)
				if (heap->bins[word])
					bin = (word << 5) + 31 - trailing_zeros(heap->bins[word]);
			slice = begun ? slice * 2 : slice; /* as search_slice */
			begun = true;
			longest = 0;
			offset = bin == NO_BIN ? 0 : *head_of(heap, bin);
			heap->touched = TOKEN(&longest);
		}
		for (uint32_t looked = 0; offset && looked < slice; looked++) {
			uint32_t next = node_at(heap, offset)->next;
			uint32_t length = run_length(heap, offset);

			longest = length > longest ? length : longest;
			offset = next && next_sound(&bounds, offset, next) ? next : 0;
		}
		more = offset != 0;
		tarn_port_unlock(key);
	}
	return longest;
}

void commons_init(struct tarn_heap *heap)
{
	uint32_t commons = heap->commons;
	uint32_t end = heap_end(heap);
	struct pair *pair = pair_at(heap, commons);
	struct pair *last = pair_at(heap, end);

	if (!TARN_COMMONS)
		return;
	heap->heads = (uint32_t)(heap->planes - heap->base); /* where requests look first */
	if (end == commons)
		return;
	heap->span = ((end - heap->heads) >> 2) - 1; /* a node is two words */
	/* From where frontier_advance ends before the last word, unless there are fewer than two others: then
	 * it sets one too many, where no block is yet. */
	heap->reach = commons - ((uint32_t)(last - pair - 1) % FRONTIER_WORDS << WORD_SHIFT);
	frontier_reach(heap, commons);
	/* The sentinels: both ends look like live runs, so no merge looks beyond them. */
	pair_set(last, 0, 0);
	pair_set(pair, TOP_BIT, TOP_BIT | TOP_BIT >> 1);
	last->start |= bit_of(end);
	last->live |= bit_of(end);
	list_insert(heap, heap->base, commons + GRANULE, ((end - commons) >> GRANULE_SHIFT) - 1);
}
