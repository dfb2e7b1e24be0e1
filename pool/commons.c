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
#include "commons.h"
#include "guard.h"

#define SLICE 4 /* runs looked at in one lock window */

/* ---- Lists ------------------------------------------------------------------------------ */

static uint32_t where_of(const struct tarn_heap *heap, const uint32_t *head)
{
	return (uint32_t)((uintptr_t)head - heap->base);
}

/* Is the word there a bin's head, rather than a run's `next`? */
static inline bool is_head(const struct tarn_heap *heap, uint32_t where)
{
	return (uintptr_t)at(heap, where) < heap->planes;
}

static inline uint32_t bin_bit(uint32_t bin)
{
	return TOP_BIT >> (bin & 31);
}

/* The first bin from `bin` on that has a run, or NO_BIN. */
static inline uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin)
{
	uint32_t word = bin >> 5;
	uint32_t bits;

	if (bin >= NO_BIN)
		return NO_BIN;
	bits = heap->bins[word] & (UINT32_MAX >> (bin & 31));
	while (bits == 0) {
		if (++word == BIN_WORDS)
			return NO_BIN;
		bits = heap->bins[word];
	}
	return (word << 5) + leading_zeros(bits);
}

static inline void list_insert(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t bin = bin_of(granules);
	uint32_t *head = head_of(heap, bin);
	struct node *node = node_at(heap, offset);
	uint32_t next = *head;

	run_length_set(heap, offset, granules);
	node->next = next;
	node->where = where_of(heap, head);
	*head = offset;
	if (next)
		node_at(heap, next)->where = offset;
	else
		heap->bins[bin >> 5] |= bin_bit(bin);
}

/* I4: a run's `next` is 0 or a free run whose `where` names this one ... */
static inline bool next_sound(const struct tarn_heap *heap, uint32_t offset, uint32_t next)
{
#if TARN_HARDEN >= 1
	return !next || (commons_free(heap, next) && node_at(heap, next)->where == offset);
#else
	(void)heap, (void)offset, (void)next;
	return true;
#endif
}

/* ... and its `where` names a bin's head, or a free run, that names this one. */
static inline bool where_sound(const struct tarn_heap *heap, uint32_t offset, uint32_t where)
{
#if TARN_HARDEN >= 1
	if (is_head(heap, where)) {
		uintptr_t slot = (uintptr_t)at(heap, where) - heap->heads;

		return slot < sizeof(uint32_t) * NO_BIN && !(slot & 3) &&
		       *(raw32 *)at(heap, where) == offset;
	}
	return commons_free(heap, where) && node_at(heap, where)->next == offset;
#else
	(void)heap, (void)offset, (void)where;
	return true;
#endif
}

/* Take a free run off its list. False, and nothing changed, iff its links are damaged. */
static inline bool list_remove(struct tarn_heap *heap, uint32_t offset)
{
	const struct node *node = node_at(heap, offset);
	uint32_t next = node->next;
	uint32_t where = node->where;

	if (unlikely(!next_sound(heap, offset, next) || !where_sound(heap, offset, where)))
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

/* The same for a bin's first run, whose `where` need not be believed. */
static inline bool list_pop(struct tarn_heap *heap, uint32_t bin, uint32_t offset)
{
	uint32_t *head = head_of(heap, bin);
	uint32_t next = node_at(heap, offset)->next;

	if (unlikely(!next_sound(heap, offset, next)))
		return false;
	*head = next;
	if (next)
		node_at(heap, next)->where = where_of(heap, head);
	else
		heap->bins[bin >> 5] &= ~bin_bit(bin);
	return true;
}

/* ---- Taking ----------------------------------------------------------------------------- */

/* Set the plane words up to the one behind that of `offset`, where a run is about to start: it
 * may keep its length there. 3 instructions for each 256 bytes of virgin arena; the words in
 * which a run of the virgin rest ends are its last, which tarn_init set. */
static inline void frontier_reach(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t target = (offset & ~(WORD_BYTES - 1)) + 2 * WORD_BYTES;

	if (likely(heap->frontier >= target))
		return;
	while (heap->frontier < target && heap->frontier < heap->limit) {
		if (heap->limit - heap->frontier < WORD_BYTES) {
			heap->frontier = heap->limit;
		} else {
			*pair_at(heap, heap->frontier) = (struct pair){0, 0};
			heap->frontier += WORD_BYTES;
		}
	}
}

/* A run of `length`, on no list, becomes live in its first `granules`; the rest is free. */
static inline void make_live(struct tarn_heap *heap, uint32_t offset, uint32_t length,
			     uint32_t granules)
{
	uint32_t bytes = granules << GRANULE_SHIFT;

	if (length > granules) {
		uint32_t rest = offset + bytes;

		frontier_reach(heap, rest);
		start_set(heap, rest);
		run_length_set(heap, offset, granules);
		list_insert(heap, rest, length - granules);
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
	uint32_t first; /* the first bin to look in */
	uint32_t bin;    /* 0: not begun */
	uint32_t offset; /* the next run to look at */
	uint32_t damaged;
};
enum found { FOUND, NOT_FOUND, MORE };

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
	bool stood_still = search->bin && heap->touched == (uintptr_t)search;

	if (!stood_still && !search_bin(heap, search, search->first))
		return NOT_FOUND;
	heap->touched = (uintptr_t)search;
	for (uint32_t looked = 0; looked < SLICE; looked++) {
		uint32_t offset = search->offset;
		uint32_t next = node_at(heap, offset)->next;
		bool follow = next_sound(heap, offset, next);

		if (unlikely(!follow || !where_sound(heap, offset, node_at(heap, offset)->where)))
			search->damaged = offset;
		else if (run_length(heap, offset) >=
			 search->granules + padding(heap, offset, search->align))
			return FOUND;
		next = follow ? next : 0;
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
		list_insert(heap, offset, pad);
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
	struct search search = {.granules = granules, .align = align, .first = first};

	return search_all(heap, &search, caller);
}

uint32_t commons_take(struct tarn_heap *heap, uint32_t granules, void *caller)
{
	uint32_t own = bin_of(granules);
	tarn_port_key key = tarn_port_lock();
	uint32_t bin = own;
	uint32_t offset = *head_of(heap, own);
	uint32_t length = granules;

	if (offset && own >= EXACT_BINS)
		length = run_length(heap, offset);
	if (!offset || length < granules) {
		bin = next_bin(heap, own + 1);
		if (bin == NO_BIN)
			goto slow;
		offset = *head_of(heap, bin);
		length = run_length(heap, offset);
	}
	if (unlikely(!list_pop(heap, bin, offset)))
		goto slow;
	make_live(heap, offset, length, granules);
	guard_run_taken(heap, offset, granules << GRANULE_SHIFT);
	tarn_port_unlock(key);
	return offset;
slow:
	tarn_port_unlock(key);
	return take_slowly(heap, granules, GRANULE, own, caller);
}

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
	struct search search = {.granules = granules, .align = GRANULE};
	enum found found;

	search.first = bin_of(granules);
	do {
		tarn_port_key key = tarn_port_lock();

		found = search_slice(heap, &search);
		tarn_port_unlock(key);
	} while (found == MORE);
	return found == FOUND;
}

/* ---- Giving ----------------------------------------------------------------------------- */

/* A run starts at `offset`: is it free? */
static inline bool neighbour_free(const struct tarn_heap *heap, uint32_t offset)
{
	return !(pair_at(heap, offset)->live & bit_of(offset));
}

uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t length = run_length(heap, offset);
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t left = offset - (run_length_before(heap, offset) << GRANULE_SHIFT);
	uint32_t damaged = 0;

	heap->used -= length << GRANULE_SHIFT;
	pair_at(heap, offset)->live &= ~bit_of(offset);
	if (neighbour_free(heap, right)) {
		if (likely(list_remove(heap, right))) {
			length += run_length(heap, right);
			start_clear(heap, right);
			guard_link_gone(heap, right);
		} else {
			damaged = right;
		}
	}
	if (neighbour_free(heap, left)) {
		if (likely(list_remove(heap, left))) {
			length += (offset - left) >> GRANULE_SHIFT;
			start_clear(heap, offset);
			offset = left;
		} else {
			damaged = left;
		}
	}
	list_insert(heap, offset, length);
	touch(heap, offset);
	return damaged;
}

void commons_cut(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t length = run_length(heap, offset);
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	frontier_reach(heap, rest); /* a run that took all of the virgin rest lies beyond it */
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

	if (!neighbour_free(heap, right))
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
	bool begun = false;
	bool more = true;

	while (more) {
		tarn_port_key key = tarn_port_lock();

		if (!begun || heap->touched != (uintptr_t)&longest) {
			uint32_t bin = NO_BIN;

			for (uint32_t word = BIN_WORDS; word-- && bin == NO_BIN;)
				if (heap->bins[word])
					bin = (word << 5) + 31 - trailing_zeros(heap->bins[word]);
			begun = true;
			longest = 0;
			offset = bin == NO_BIN ? 0 : *head_of(heap, bin);
			heap->touched = (uintptr_t)&longest;
		}
		for (uint32_t looked = 0; offset && looked < SLICE; looked++) {
			uint32_t length = run_length(heap, offset);
			uint32_t next = node_at(heap, offset)->next;

			longest = length > longest ? length : longest;
			offset = next_sound(heap, offset, next) ? next : 0;
		}
		more = offset != 0;
		tarn_port_unlock(key);
	}
	return longest;
}

void commons_init(struct tarn_heap *heap)
{
	uint32_t first = heap->commons + GRANULE;
	struct pair *pair = pair_at(heap, heap->commons);

	heap->frontier = heap->commons;
	if (!TARN_COMMONS || heap->limit <= first)
		return;
	/* The sentinels: both ends look like live runs, so no merge looks beyond them. */
	*pair_at(heap, heap->limit) = (struct pair){0, 0};
	*pair = (struct pair){0, 0};
	heap->frontier =
		heap->limit - heap->commons < WORD_BYTES ? heap->limit : heap->commons + WORD_BYTES;
	pair_at(heap, heap->limit)->start |= bit_of(heap->limit);
	pair_at(heap, heap->limit)->live |= bit_of(heap->limit);
	pair->start |= TOP_BIT | TOP_BIT >> 1;
	pair->live |= TOP_BIT;
	frontier_reach(heap, first);
	list_insert(heap, first, (heap->limit - first) >> GRANULE_SHIFT);
}
