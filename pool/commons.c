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

#define SLICE          2    /* runs looked at in one lock window */
#define FRONTIER_SLICE 512u /* virgin granules whose plane words are set in one */

/* ---- Taking ----------------------------------------------------------------------------- */

/* 7 instructions for each 256 bytes of virgin arena; the word in which the commons end is its last,
 * which tarn_init set. */
static __attribute__((noinline)) void frontier_advance(struct tarn_heap *heap, uint32_t target)
{
	uint32_t end = pool_of(heap, classes_of(heap))->carved;
	struct pair *pair = pair_at(heap, frontier_of(heap));
	struct pair *stop;

	if (target > (end & ~UINT32_C(31)))
		target = end & ~UINT32_C(31);
	stop = pair_at(heap, heap->commons) + (target >> 5);
	for (; pair < stop; pair++)
		pair_set(pair, 0, 0);
	heap->frontier = end - target < 32 ? end : target;
}

/* How far plane words are to be set, in granules, before a run may start at `offset`: up to the one
 * behind its own, where it may keep its length. */
FAST uint32_t frontier_for(const struct tarn_heap *heap, uint32_t offset)
{
	return ((offset - heap->commons) >> WORD_SHIFT << 5) + 64;
}

/* Set them, but no more than a lock window allows. False: another window is needed to go on. */
FAST bool frontier_reach(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t target = frontier_for(heap, offset);
	uint32_t reach = heap->frontier + FRONTIER_SLICE;
	bool reached = target <= reach;

	if (likely(heap->frontier >= target))
		return true;
	if (unlikely(!reached)) {
		target = reach;
		touch(heap, 0);
	}
	frontier_advance(heap, target);
	return reached;
}

/* What lies behind the first `granules` of the run of `length`, which is on no list, becomes a free
 * run. */
FAST void split(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	run_length_set(heap, offset, granules);
	if (length > granules) {
		start_set(heap, rest);
		list_insert(heap, heap->base, rest, length - granules);
	}
}

FAST void count_used(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	heap->used += bytes;
	if (heap->used > heap->peak)
		heap->peak = heap->used;
	touch(heap, offset);
}

/* A free run of `length` that is on no list becomes live in its first `granules`; the rest is
 * free. */
FAST void make_live(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	pair_at(heap, offset)->live |= bit_of(offset);
	split(heap, offset, length, granules);
	count_used(heap, offset, granules << GRANULE_SHIFT);
}

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
	bin = next_bin(heap, bin);
	if (bin >= NO_BIN)
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

	if (!frontier_reach(heap, offset + ((pad + search->granules) << GRANULE_SHIFT)))
		return MORE; /* the heap was touched: the search begins again */
	if (unlikely(!list_remove(heap, offset, length))) {
		search->damaged = offset;
		if (heap->touched == TOKEN(search))
			return search_next(heap, search);
		search->bin = 0; /* so much for the first: now look at all */
		return MORE;
	}
	if (pad) {
		search->offset += pad << GRANULE_SHIFT;
		guard_padding(heap, offset, search->offset);
		list_insert(heap, heap->base, offset, pad);
		start_set(heap, search->offset);
	}
	node_at(heap, search->offset)->next = 0;
	node_at(heap, search->offset)->prev = 0;
	make_live(heap, search->offset, length - pad, search->granules);
	guard_run_taken(heap, search->offset, search->granules << GRANULE_SHIFT);
	return FOUND;
}

#if FOR_SPEED

/* Take the first run of `bin`. 0: it is damaged. Inside the lock window. */
FAST uint32_t take_first(struct tarn_heap *heap, uint32_t granules, uint32_t bin)
{
	uint32_t *head = head_of(heap, bin);
	uint32_t offset = *head;
	uint32_t frontier;

	if (unlikely(!list_pop(heap, head, bin, offset)))
		return 0;
	frontier = frontier_for(heap, offset + (granules << GRANULE_SHIFT));
	if (unlikely(heap->frontier < frontier))
		frontier_advance(heap, frontier);
	make_live(heap, offset, run_length(heap, offset), granules);
	guard_run_taken(heap, offset, granules << GRANULE_SHIFT);
	if (!offset)
		__builtin_unreachable(); /* no run has offset 0 */
	return offset;
}

/* The bin whose first run is to be taken: its own, if the first run there is long enough, else the
 * next one that has any. */
FAST uint32_t sure_bin(const struct tarn_heap *heap, uint32_t granules)
{
	uint32_t bin = bin_of(granules);
	uint32_t word = bin >> 5;
	uint32_t bits = heap->bins[word] << (bin & 31);

	if (bits & TOP_BIT &&
	    (granules < EXACT_BINS || run_length(heap, *head_of(heap, bin)) >= granules))
		return bin;
	bits <<= 1;
	if (likely(bits))
		return bin + 1 + leading_zeros(bits);
	return next_bin(heap, (word + 1) << 5);
}

/* What the search would find first, if nothing is in its way; else 0. */
static uint32_t take_quickly(struct tarn_heap *heap, uint32_t granules)
{
	uint32_t offset = 0;

	if (granules <= FRONTIER_SLICE) {
		tarn_port_key key = tarn_port_lock();
		uint32_t bin = sure_bin(heap, granules);

		if (bin != NO_BIN)
			offset = take_first(heap, granules, bin);
		tarn_port_unlock(key);
	}
	return offset;
}

#else

static inline uint32_t take_quickly(struct tarn_heap *heap, uint32_t granules)
{
	(void)heap, (void)granules;
	return 0;
}

#endif

uint32_t commons_take(struct tarn_heap *heap, uint32_t granules, uint32_t align, void *caller)
{
	struct search search;
	enum found found;
	uint32_t offset = align > GRANULE ? 0 : take_quickly(heap, granules);

	if (offset)
		return offset;
	search_begin(&search, granules, align);
	do {
		tarn_port_key key = tarn_port_lock();

		found = search_slice(heap, &search);
		if (found == FOUND)
			found = search_take(heap, &search);
		tarn_port_unlock(key);
	} while (found == MORE);
	if (unlikely(search.damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, search.damaged), caller);
	return found == FOUND ? search.offset : 0;
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

#if FAST_PATHS

/* No bin above that of `granules` has a run. If its own has at most one, which is then too short,
 * nothing fits, and no larger class is to be asked, that is all: count it. Else do it again from the
 * start. Closes the caller's lock window. */
static __attribute__((noinline)) void *refuse(struct tarn_heap *heap, uint32_t granules,
					      tarn_port_key key, void *caller)
{
	uint32_t index = TARN_POOLS ? class_for(heap, granules << GRANULE_SHIFT) : 0;
	uint32_t bin = bin_of(granules);

	if ((heap->bins[bin >> 5] & bin_bit(bin) && node_at(heap, *head_of(heap, bin))->next) ||
	    (index < classes_of(heap) && heap->class[index].overflow != TARN_TO_COMMONS)) {
		tarn_port_unlock(key);
		return block_alloc(heap, granules << GRANULE_SHIFT, TAIL_PASS(caller));
	}
	refusal_count(heap, index);
	tarn_port_unlock(key);
	return NULL;
}

/* Take it from `bin`, in the lock window that the caller opened. What fails here, for whatever
 * reason, is done again from the start. (The size, rounded up, is as good as what was asked.) */
FAST void *split_alloc(struct tarn_heap *heap, uint32_t granules, uint32_t bin, tarn_port_key key,
		       void *caller)
{
	if (likely(bin != NO_BIN)) {
		uint32_t offset = take_first(heap, granules, bin);
		void *block = at(heap, offset);

		tarn_port_unlock(key);
		if (likely(offset))
			return block;
		return block_alloc(heap, granules << GRANULE_SHIFT, TAIL_PASS(caller));
	}
	return refuse(heap, granules, key, TAIL_PASS(caller));
}

/* The same for a run whose own bin is empty. */
static __attribute__((noinline)) void *split_exact(struct tarn_heap *heap, uint32_t granules,
						   tarn_port_key key, void *caller)
{
	return split_alloc(heap, granules, next_bin(heap, granules + 1), key, caller);
}

/* A size whose planes may need more than a lock window. */
static __attribute__((noinline)) void *huge_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (size <= TARN_ARENA_MAX) {
		uint32_t granules = (uint32_t)(size + GRANULE - 1) >> GRANULE_SHIFT;
		tarn_port_key key = tarn_port_lock();

		if (sure_bin(heap, granules) == NO_BIN)
			return refuse(heap, granules, key, TAIL_PASS(caller));
		tarn_port_unlock(key);
	}
	return block_alloc(heap, size, TAIL_PASS(caller));
}

__attribute__((noinline)) void *commons_alloc_long(struct tarn_heap *heap, size_t size,
						   void *caller)
{
	uint32_t granules = (uint32_t)(size + GRANULE - 1) >> GRANULE_SHIFT;
	tarn_port_key key;

	FORGET(granules);
	if (unlikely(size > FRONTIER_SLICE << GRANULE_SHIFT))
		return huge_alloc(heap, size, TAIL_PASS(caller));
	if (granules < EXACT_BINS)
		__builtin_unreachable(); /* those have commons_alloc */
	key = tarn_port_lock();
	return split_alloc(heap, granules, sure_bin(heap, granules), key, caller);
}

/* A size without a bin of its own, or 0, or with a class that the map does not reach; or no heap. */
static __attribute__((noinline)) void *size_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (size > EXACT_BYTES && heap->bins[BIN_WORDS] & 1)
		return commons_alloc_long(heap, size, tail_caller(TAIL_PASS(caller)));
	return block_alloc(heap, size, TAIL_PASS(caller));
}

/* The last freed run of exactly the right length, where that has a bin of its own. */
void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	uint32_t granules;
	uint32_t *head;
	uint32_t offset;
	void *block;
	tarn_port_key key;

	if (unlikely(size - 1 >= EXACT_BYTES || !heap_made(heap)))
		return size_alloc(heap, size, tail_caller(TAIL_PASS(caller)));
	granules = ((uint32_t)(size - 1) >> GRANULE_SHIFT) + 1;
	head = head_of(heap, granules);
	key = tarn_port_lock();
	offset = *head;
	block = at(heap, offset);
	if (unlikely(!offset))
		return split_exact(heap, granules, key, TAIL_PASS(caller));
	if (likely(list_pop(heap, head, granules, offset))) {
		uint32_t used = heap->used + (granules << GRANULE_SHIFT);
		uint32_t peak = heap->peak;

		pair_at(heap, offset)->live |= bit_of(offset);
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

/* ---- Giving ----------------------------------------------------------------------------- */

/* A run starts at `offset`: is it free? */
static inline bool run_free(const struct tarn_heap *heap, uint32_t offset)
{
	return sign_of(pair_at(heap, offset)->live, offset) >= 0;
}

/* A run that is neither live nor on a list becomes a free one, together with its free neighbours.
 * Returns 0, or the offset of a neighbour whose links are damaged: that one it stays beside. */
static SLOW uint32_t give_run(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t before = run_length_before(heap, offset);
	uint32_t left = offset - (before << GRANULE_SHIFT);
	uint32_t damaged = 0;

	if (run_free(heap, right)) {
		uint32_t more = run_length(heap, right);

		if (list_remove(heap, right, more)) {
			start_clear(heap, right);
			guard_link_gone(heap, right);
			length += more;
		} else {
			damaged = right;
		}
	}
	if (run_free(heap, left)) {
		if (list_remove(heap, left, before)) {
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

#if FAST_PATHS

/* Take the free run at `right` off its list and out of the planes, to be part of the run before
 * it. Returns its length, or 0 iff its links are damaged. */
static __attribute__((noinline)) uint32_t absorb_right(struct tarn_heap *heap, uint32_t right)
{
	struct pair *pair = pair_at(heap, right);
	uint32_t index = index_of(right);
	uint32_t length = pair_length(pair, index);

	if (unlikely(!list_remove(heap, right, length)))
		return 0;
	pair->start &= ~(TOP_BIT >> index);
	return length;
}

/* Take the free run of `length` at `left` off its list, to grow by the run behind it. */
static __attribute__((noinline)) bool absorb_left(struct tarn_heap *heap, uint32_t left,
						  uint32_t length)
{
	return list_remove(heap, left, length);
}

/* The length of the run before the one at `offset` if that is free, else 0; it starts in another
 * word. */
FAST uint32_t left_free_beyond(const struct tarn_heap *heap, uint32_t offset,
			       const struct pair *pair)
{
	uint32_t start = pair[-1].start;
	uint32_t length;

	if (likely(start))
		return pair[-1].live & start & (0 - start)
			       ? 0
			       : index_of(offset) + trailing_zeros(start) + 1;
	length = pair[-1].live;
	return run_free(heap, offset - (length << GRANULE_SHIFT)) ? length : 0;
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
		return give_run(heap, offset, length);
	length += more;
	base = heap->base;
right_done:
	if (likely(earlier)) {
		if (live & earlier & (0 - earlier))
			goto left_done;
		more = index + trailing_zeros(earlier) - 31;
	} else {
		more = left_free_beyond(heap, offset, pair);
		if (!more)
			goto left_done;
	}
	if (unlikely(!absorb_left(heap, offset - (more << GRANULE_SHIFT), more)))
		return give_run(heap, offset, length);
	FORGET(index);
	pair->start &= ~(TOP_BIT >> index);
	length += more;
	offset -= more << GRANULE_SHIFT;
	base = heap->base;
left_done:
	list_insert(heap, base, offset, length);
	touch(heap, offset);
	return 0;
}

void commons_free(struct tarn_heap *heap, void *block, void *caller)
{
	uintptr_t base = heap->base;
	uint32_t offset = offset_from(base, block);
	struct pair *pair = pair_at(heap, offset);
	tarn_port_key key = tarn_port_lock();

	FORGET(offset);
	if (likely(granule_of(offset - heap->commons) < heap->frontier)) {
		uint32_t live = pair->live;
		uint32_t start = pair->start;
		uint32_t bit = bit_of(offset);

		/* Without pools nobody has looked yet whether it lies beyond the sentinel. */
		if ((TARN_HARDEN == 0 || likely(live & start & bit)) &&
		    (TARN_POOLS || likely(offset != heap->commons))) {
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
	if (unlikely(!list_remove(heap, right, all))) {
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
	uint32_t first = heap->commons + GRANULE;
	uint32_t end = heap_end(heap);
	struct pair *pair = pair_at(heap, heap->commons);
	struct pair *last = pair_at(heap, end);

	heap->frontier = 0;
	if (!TARN_COMMONS || end <= first)
		return;
	/* The sentinels: both ends look like live runs, so no merge looks beyond them. */
	pair_set(last, 0, 0);
	pair_set(pair, 0, 0);
	last->start |= bit_of(end);
	last->live |= bit_of(end);
	pair->start |= TOP_BIT | TOP_BIT >> 1;
	pair->live |= TOP_BIT;
	heap->frontier =
		end - heap->commons < WORD_BYTES ? (end - heap->commons) >> GRANULE_SHIFT : 32;
	frontier_advance(heap, frontier_for(heap, first));
	list_insert(heap, heap->base, first, (end - first) >> GRANULE_SHIFT);
}
