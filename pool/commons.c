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

#define SLICE          2                 /* runs looked at in one lock window */
#define FRONTIER_SLICE (16 * WORD_BYTES) /* virgin arena whose plane words are set in one */

/* ---- Lists ------------------------------------------------------------------------------ */

/* I4, both links of a free run. (In a sound list they differ: equal ones may name the run itself.) */
static inline bool run_sound(const struct tarn_heap *heap, uint32_t offset, uint32_t next,
			     uint32_t where)
{
	return !(next && next == where) && next_sound(heap, offset, next) &&
	       where_sound(heap, offset, where);
}

/* Take a free run off its list. False, and nothing changed, iff its links are damaged. */
FAST bool list_remove(struct tarn_heap *heap, uint32_t offset)
{
	const struct node *node = node_at(heap, offset);
	uint32_t next = node->next;
	uint32_t where = node->where;

	if (unlikely(!run_sound(heap, offset, next, where)))
		return false;
	*(raw32 *)at(heap, where) = next;
	if (next) {
		node_at(heap, next)->where = where;
	} else if (is_head(heap, where)) {
		uint32_t bin = (uint32_t)((uint32_t *)at(heap, where) - head_of(heap, 0));

		heap->bins[bin >> 5] &= ~bin_bit(bin);
	}
	return true;
}

/* ---- Taking ----------------------------------------------------------------------------- */

/* Set the plane words up to the one behind that of `offset`, where a run is about to start: it
 * may keep its length there. 7 instructions for each 256 bytes of virgin arena; the words in
 * which a run of the virgin rest ends are its last, which tarn_init set. */
static inline void frontier_reach(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t target = (offset & ~(WORD_BYTES - 1)) + 2 * WORD_BYTES;
	uint32_t frontier = heap->frontier;

	if (unlikely(frontier < target)) {
		uint32_t end = heap_end(heap);
		struct pair *pair = pair_at(heap, frontier);

		for (; frontier < target && end - frontier >= WORD_BYTES; frontier += WORD_BYTES)
			pair_set(pair++, 0, 0);
		heap->frontier = end - frontier < WORD_BYTES ? end : frontier;
	}
}

/* A run of `length`, on no list, becomes live in its first `granules`; the rest is free. */
FAST void make_live(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	uint32_t bytes = granules << GRANULE_SHIFT;
	uint32_t rest = offset + bytes;

	if (length > granules) {
		frontier_reach(heap, rest);
		start_set(heap, rest);
		run_length_set(heap, offset, granules);
		list_insert(heap, heap->base, rest, length - granules);
	} else if (unlikely(heap->frontier < rest)) {
		frontier_reach(heap, rest); /* all of the virgin rest, its length too */
		run_length_set(heap, offset, granules);
	}
	pair_at(heap, offset)->live |= bit_of(offset);
	heap->used += bytes;
	if (heap->used > heap->peak)
		heap->peak = heap->used;
	touch(heap, offset);
}

/* What a slow search looks for, and where it stands. */
struct search {
	uint32_t granules;
	uint32_t align;
	uint32_t first;  /* the first bin to look in */
	uint32_t bin;    /* 0: not begun */
	uint32_t offset; /* the next run to look at */
	uint32_t slice;  /* runs looked at in one lock window */
	uint32_t damaged;
};
enum found { FOUND, NOT_FOUND, MORE };

static void search_begin(struct search *search, uint32_t granules, uint32_t align, uint32_t first)
{
	search->granules = granules;
	search->align = align;
	search->first = first;
	search->bin = 0;
	search->offset = 0;
	search->slice = SLICE;
	search->damaged = 0;
}

/* The granules from `offset` to the first multiple of `align`. Counted from address 0. */
static inline uint32_t padding(const struct tarn_heap *heap, uint32_t offset, uint32_t align)
{
	return (uint32_t)(0 - (heap->base + offset)) >> GRANULE_SHIFT &
	       ((align - 1) >> GRANULE_SHIFT);
}

/* Move on to the next bin that is to be looked in. */
static bool search_bin(const struct tarn_heap *heap, struct search *search, uint32_t bin)
{
	search->bin = next_bin(heap, bin);
	if (search->bin == NO_BIN)
		return false;
	search->offset = *head_of(heap, search->bin);
	return true;
}

/* Look at the next few runs; inside the caller's lock window. Starts again when the heap was
 * touched since the last slice. FOUND: the run at search->offset fits. */
static enum found search_slice(struct tarn_heap *heap, struct search *search)
{
	if (heap->touched != TOKEN(search) || !search->bin) {
		/* Begin, or again: then in windows twice as long, so that an interrupt that allocates
		 * all the time cannot keep a search from its end. */
		if (search->bin)
			search->slice *= 2;
		if (!search_bin(heap, search, search->first))
			return NOT_FOUND;
	}
	heap->touched = TOKEN(search);
	for (uint32_t looked = 0; looked < search->slice; looked++) {
		uint32_t offset = search->offset;
		uint32_t next = node_at(heap, offset)->next;

		if (unlikely(!run_sound(heap, offset, next, node_at(heap, offset)->where))) {
			search->damaged = offset;
			next = 0;
		} else if (run_length(heap, offset) >=
			   search->granules + padding(heap, offset, search->align)) {
			return FOUND;
		}
		search->offset = next;
		if (!next && !search_bin(heap, search, search->bin + 1))
			return NOT_FOUND;
	}
	return MORE;
}

/* Take the run that a search found, its padding left free. */
static void search_take(struct tarn_heap *heap, struct search *search)
{
	uint32_t offset = search->offset;
	uint32_t length = run_length(heap, offset);
	uint32_t pad = padding(heap, offset, search->align);

	list_remove(heap, offset);
	if (pad) {
		search->offset += pad << GRANULE_SHIFT;
		frontier_reach(heap, search->offset);
		start_set(heap, search->offset);
		guard_padding(heap, offset, search->offset);
		list_insert(heap, heap->base, offset, pad);
		run_length_set(heap, search->offset, length - pad);
	}
	make_live(heap, search->offset, length - pad, search->granules);
	guard_run_taken(heap, search->offset, search->granules << GRANULE_SHIFT);
}

/* Search to the end, and take what was found. */
static uint32_t search_all(struct tarn_heap *heap, struct search *search, void *caller)
{
	enum found found;

	do {
		tarn_port_key key = tarn_port_lock();

		found = search_slice(heap, search);
		if (found == FOUND)
			search_take(heap, search);
		tarn_port_unlock(key);
	} while (found == MORE);
	if (unlikely(search->damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, search->damaged), caller);
	return found == FOUND ? search->offset : 0;
}

static __attribute__((noinline)) uint32_t take_slowly(struct tarn_heap *heap, uint32_t granules,
						      uint32_t align, uint32_t first, void *caller)
{
	struct search search;

	search_begin(&search, granules, align, first);
	return search_all(heap, &search, caller);
}

/* Where a run of `granules` is to be looked for: its own bin, if the first run there is long
 * enough, else from the next bin on. Inside the lock window. */
static inline uint32_t first_bin(const struct tarn_heap *heap, uint32_t granules)
{
	uint32_t bin = bin_of(granules);
	uint32_t offset = *head_of(heap, bin);

	if (bin < EXACT_BINS || (offset && run_length(heap, offset) >= granules))
		return bin;
	return bin + 1;
}

/* Take the first run of the first bin from `bin` on. 0: there is none, or it is damaged. Inside
 * the lock window. */
FAST uint32_t take_from(struct tarn_heap *heap, uint32_t granules, uint32_t bin)
{
	uint32_t *head;
	uint32_t offset;
	uint32_t length;

	bin = next_bin(heap, bin);
	if (unlikely(bin == NO_BIN))
		return 0;
	head = head_of(heap, bin);
	offset = *head;
	length = run_length(heap, offset);
	if (unlikely(!list_pop(heap, head, bin, offset)))
		return 0;
	make_live(heap, offset, length, granules);
	guard_run_taken(heap, offset, granules << GRANULE_SHIFT);
	return offset;
}

/* Would taking `granules` from `bin` on set more plane words than a lock window allows? Then set
 * some of them, for the next window to go on from. */
static bool frontier_lags(struct tarn_heap *heap, uint32_t granules, uint32_t bin)
{
	uint32_t end;

	bin = next_bin(heap, bin);
	if (bin == NO_BIN)
		return false;
	end = *head_of(heap, bin) + (granules << GRANULE_SHIFT);
	if (end <= heap->frontier + FRONTIER_SLICE)
		return false;
	frontier_reach(heap, heap->frontier + FRONTIER_SLICE - 2 * WORD_BYTES);
	touch(heap, heap->frontier);
	return heap->frontier < heap_end(heap);
}

uint32_t commons_take(struct tarn_heap *heap, uint32_t granules, void *caller)
{
	uint32_t offset = 0;
	bool lags;

	if (granules > commons_room(heap))
		return 0;
	do {
		tarn_port_key key = tarn_port_lock();
		uint32_t bin = first_bin(heap, granules);

		lags = granules > FRONTIER_SLICE >> GRANULE_SHIFT &&
		       frontier_lags(heap, granules, bin);
		if (!lags)
			offset = take_from(heap, granules, bin);
		tarn_port_unlock(key);
	} while (lags);
	return offset ? offset : take_slowly(heap, granules, GRANULE, bin_of(granules), caller);
}

#if FAST_PATHS

/* Take it from `bin` on, in the lock window that the caller opened. What fails here, for whatever
 * reason, is done again from the start. (The size, rounded up, is as good as what was asked.) */
FAST void *split_alloc(struct tarn_heap *heap, uint32_t granules, uint32_t bin, tarn_port_key key,
		       void *caller)
{
	uint32_t offset = take_from(heap, granules, bin);
	void *block = at(heap, offset);

	tarn_port_unlock(key);
	if (likely(offset))
		return block;
	return block_alloc(heap, granules << GRANULE_SHIFT, TAIL_PASS(caller));
}

/* The same for a run whose own bin is empty. */
static __attribute__((noinline)) void *split_exact(struct tarn_heap *heap, uint32_t granules,
						   tarn_port_key key, void *caller)
{
	return split_alloc(heap, granules, granules + 1, key, caller);
}

__attribute__((noinline)) void *commons_alloc_long(struct tarn_heap *heap, size_t size,
						   void *caller)
{
	uint32_t granules = (uint32_t)(size + GRANULE - 1) >> GRANULE_SHIFT;
	tarn_port_key key;

	if (unlikely(size > FRONTIER_SLICE || size > commons_room(heap) << GRANULE_SHIFT))
		return block_alloc(heap, size, TAIL_PASS(caller));
	key = tarn_port_lock();
	return split_alloc(heap, granules, first_bin(heap, granules), key, caller);
}

/* A size without a bin of its own, or 0; or with a class that the map does not reach. */
static __attribute__((noinline)) void *size_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (size && (heap->classes == 0 || size > heap->class[heap->classes - 1].size))
		return commons_alloc_long(heap, size, TAIL_PASS(caller));
	return block_alloc(heap, size, TAIL_PASS(caller));
}

/* The last freed run of exactly the right length, where that has a bin of its own. */
void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	uint32_t granules = ((uint32_t)(size - 1) >> GRANULE_SHIFT) + 1;
	uint32_t *head = head_of(heap, granules);
	uint32_t offset;
	void *block;
	tarn_port_key key;

	if (unlikely(size - 1 >= EXACT_BYTES))
		return size_alloc(heap, size, TAIL_PASS(caller));
	key = tarn_port_lock();
	offset = *head;
	block = at(heap, offset);
	if (unlikely(!offset))
		return split_exact(heap, granules, key, TAIL_PASS(caller));
	if (likely(list_pop(heap, head, granules, offset))) {
		uint32_t used = heap->used + (granules << GRANULE_SHIFT);
		uint32_t peak = heap->peak;

		heap->used = used;
		if (unlikely(used > peak)) {
			FORGET(used); /* a branch, rather than an instruction on condition */
			heap->peak = used;
		}
		touch(heap, offset);
		tarn_port_unlock(key);
		return block;
	}
	tarn_port_unlock(key);
	return block_alloc(heap, granules << GRANULE_SHIFT, TAIL_PASS(caller));
}

#endif

uint32_t commons_take_aligned(struct tarn_heap *heap, uint32_t granules, uint32_t align,
			      void *caller)
{
	/* In bins above that of the worst padding every run fits; if there is none, some run from
	 * the own bin on may still lie well. */
	uint32_t worst = granules + ((align - 1) >> GRANULE_SHIFT);
	uint32_t offset = take_slowly(heap, granules, align, bin_of(worst) + 1, caller);

	return offset ? offset : take_slowly(heap, granules, align, bin_of(granules), caller);
}

bool commons_has(struct tarn_heap *heap, uint32_t granules)
{
	struct search search;
	enum found found;

	search_begin(&search, granules, GRANULE, bin_of(granules));
	do {
		tarn_port_key key = tarn_port_lock();

		found = search_slice(heap, &search);
		tarn_port_unlock(key);
	} while (found == MORE);
	return found == FOUND;
}

/* ---- Giving ----------------------------------------------------------------------------- */

/* A run starts at `offset`: is it free? */
static inline bool run_free(const struct tarn_heap *heap, uint32_t offset)
{
	return !(pair_at(heap, offset)->live & bit_of(offset));
}

/* Take the free run at `right` off its list and out of the planes, to be part of the run before
 * it. Returns its length, or 0 iff its links are damaged. */
static __attribute__((noinline)) uint32_t absorb_right(struct tarn_heap *heap, uint32_t right)
{
	uint32_t length;

	if (unlikely(!list_remove(heap, right)))
		return 0;
	length = run_length(heap, right);
	start_clear(heap, right);
	guard_link_gone(heap, right);
	return length;
}

/* The run at `offset`, which is not live, becomes part of the free one before it. Returns that
 * one's length, or 0 iff its links are damaged. */
static __attribute__((noinline)) uint32_t absorb_left(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t length = run_length_before(heap, offset);

	if (unlikely(!list_remove(heap, offset - (length << GRANULE_SHIFT))))
		return 0;
	start_clear(heap, offset);
	return length;
}

/* Is the run before the one at `offset` free? It starts in another word. */
FAST bool left_free_beyond(const struct tarn_heap *heap, uint32_t offset, const struct pair *pair)
{
	uint32_t start = pair[-1].start;

	if (likely(start))
		return !(pair[-1].live & start & (0 - start));
	return run_free(heap, offset - (pair[-1].live << GRANULE_SHIFT));
}

/* The rest of a give that found a neighbour damaged: the run of `length` stays beside it. */
static SLOW uint32_t give_beside(struct tarn_heap *heap, uint32_t offset, uint32_t length,
				 uint32_t damaged)
{
	if (run_free(heap, offset - (run_length_before(heap, offset) << GRANULE_SHIFT))) {
		uint32_t more = absorb_left(heap, offset);

		if (!more)
			damaged = offset - (run_length_before(heap, offset) << GRANULE_SHIFT);
		length += more;
		offset -= more << GRANULE_SHIFT;
	}
	list_insert(heap, heap->base, offset, length);
	touch(heap, offset);
	return damaged;
}

/* Give back the live run at `offset`; `pair` is its plane word, which reads `live`, `start`.
 *
 * Where a neighbour's start lies in the same word, that word tells whether it is free: the run to
 * the right starts at the next S bit, the one to the left at the last S bit before. */
FAST uint32_t give(struct tarn_heap *heap, uintptr_t base, uint32_t offset, struct pair *pair,
		   uint32_t live, uint32_t start, uint32_t bit)
{
	uint32_t index = index_of(offset);
	uint32_t later = start << index << 1;
	uint32_t earlier = start & (0 - (bit << 1));
	uint32_t length;
	uint32_t more;

	pair->live = live & ~bit;
	if (likely(later)) {
		length = leading_zeros(later) + 1;
		heap->used -= length << GRANULE_SHIFT;
		if (live << index << length & TOP_BIT)
			goto right_done;
	} else {
		start = pair[1].start;
		if (likely(start)) {
			length = leading_zeros(start);
			later = pair[1].live << length;
			length += 32 - index;
		} else {
			length = pair[1].live;
			later = run_free(heap, offset + (length << GRANULE_SHIFT)) ? 0 : TOP_BIT;
		}
		heap->used -= length << GRANULE_SHIFT;
		if (later & TOP_BIT)
			goto right_done;
	}
	more = absorb_right(heap, offset + (length << GRANULE_SHIFT));
	FORGET(length);
	if (unlikely(!more))
		return give_beside(heap, offset, length, offset + (length << GRANULE_SHIFT));
	length += more;
right_done:
	if (likely(earlier) ? !(live & earlier & (0 - earlier))
			    : left_free_beyond(heap, offset, pair)) {
		more = absorb_left(heap, offset);
		if (unlikely(!more))
			return give_beside(heap, offset, length, 0);
		length += more;
		offset -= more << GRANULE_SHIFT;
	}
	list_insert(heap, base, offset, length);
	touch(heap, offset);
	return 0;
}

uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	struct pair *pair = pair_at(heap, offset);

	return give(heap, heap->base, offset, pair, pair->live, pair->start, bit_of(offset));
}

#if FAST_PATHS
void commons_free(struct tarn_heap *heap, void *block, void *caller)
{
	uintptr_t base = heap->base;
	uint32_t offset = offset_from(base, block);
	struct pair *pair = pair_at(heap, offset);
	tarn_port_key key = tarn_port_lock();

	FORGET(offset);
	if (likely(granule_of(offset) < heap->frontier >> GRANULE_SHIFT)) {
		uint32_t live = pair->live;
		uint32_t start = pair->start;
		uint32_t bit = bit_of(offset);

		/* Without pools nobody has looked yet whether it lies beyond the sentinel. */
		if ((TARN_HARDEN == 0 || likely(live & start & bit)) &&
		    (TARN_POOLS || likely(offset > heap->commons))) {
			uint32_t damaged = give(heap, base, offset, pair, live, start, bit);

			tarn_port_unlock(key);
			if (likely(!damaged))
				return;
			free_damaged(heap, damaged, TAIL_PASS(caller));
			return;
		}
	}
	tarn_port_unlock(key);
	/* Where offsets are as wide as pointers, `block` is not kept: see FORGET above. */
	if (UINTPTR_MAX == UINT32_MAX)
		block = (void *)(base + offset);
	free_refused(heap, block, TAIL_PASS(caller));
}
#endif

void commons_cut(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t length = run_length(heap, offset);
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	start_set(heap, rest);
	pair_at(heap, rest)->live |= bit_of(rest);
	run_length_set(heap, offset, granules);
	run_length_set(heap, rest, length - granules);
}

bool commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules,
		  uint32_t *damaged)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t all;

	if (!run_free(heap, right))
		return false;
	all = length + run_length(heap, right);
	if (all < granules)
		return false;
	if (unlikely(!list_remove(heap, right))) {
		*damaged = right;
		return false;
	}
	start_clear(heap, right);
	heap->used -= length << GRANULE_SHIFT;
	run_length_set(heap, offset, all);
	make_live(heap, offset, all, granules);
	guard_run_grown(heap, offset, granules << GRANULE_SHIFT);
	return true;
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
			const struct node *node = node_at(heap, offset);
			uint32_t length = run_length(heap, offset);

			longest = length > longest ? length : longest;
			offset = run_sound(heap, offset, node->next, node->where) ? node->next : 0;
		}
		more = offset != 0;
		tarn_port_unlock(key);
	}
	return longest;
}

void commons_init(struct tarn_heap *heap)
{
	uint32_t first = heap->commons + GRANULE;
	uint32_t end = heap_end(heap);
	struct pair *pair = pair_at(heap, heap->commons);
	struct pair *last = pair_at(heap, end);

	heap->floor = first;
	heap->frontier = heap->commons;
	if (!TARN_COMMONS || end <= first)
		return;
	/* The sentinels: both ends look like live runs, so no merge looks beyond them. */
	pair_set(last, 0, 0);
	pair_set(pair, 0, 0);
	last->start |= bit_of(end);
	last->live |= bit_of(end);
	pair->start |= TOP_BIT | TOP_BIT >> 1;
	pair->live |= TOP_BIT;
	heap->frontier = end - heap->commons < WORD_BYTES ? end : heap->commons + WORD_BYTES;
	frontier_reach(heap, first);
	list_insert(heap, heap->base, first, (end - first) >> GRANULE_SHIFT);
}
