/* SPDX-License-Identifier: MIT
 * Early warning (TARN_WATCH): how short the longest free run ever was, and who wants to know when
 * it is shorter than a mark. Lengths are told by their bins.
 *
 * The last bin that has a run, the *top*, holds the longest run. What the watch rests on:
 *
 *   - A window that only gives runs back leaves the top where it was, or higher: a merge makes a
 *     longer run of two.
 *   - A window that takes a run leaves the top where it was, or higher, unless it took the last
 *     run of the top.
 *
 * So heap->top need not follow every change. It is a bin that the top is not below. A take from a
 * bin below heap->top changes nothing that matters, and one comparison sees that. Any other take
 * looks, at the end of its window. When its bin still has a run, the top is not below that bin.
 * When it has none, heap->top becomes the top that is left. Therefore
 *
 *   - `least` is exact: the take that makes the top fall empties its bin, and looks.
 *   - The mark is exact, for the same reason.
 *   - The watch is armed again exactly when the top was at `again` or above: to fall from there, it
 *     needs a take that empties such a bin, and that take looks. */
#ifndef TARN_WATCH_H
#define TARN_WATCH_H

#include "commons.h"

/* heap->watch: what is to happen. */
#define WATCH_ARMED 1u /* the top was high enough since the handler was called */
#define WATCH_LOW   2u /* and is below the mark now: the handler is to be called */

/* ---- Inside the caller's lock window ---------------------------------------------------- */

/* The top; 0: there is no run. */
static inline uint32_t watch_top(const struct tarn_heap *heap)
{
	uint32_t bin;

	return last_bin(heap, &bin) ? bin : 0;
}

/* What heap->top and heap->least say holds (I8). */
static inline bool watch_sound(const struct tarn_heap *heap)
{
#if TARN_WATCH
	return heap->least <= heap->top && heap->top <= watch_top(heap);
#else
	(void)heap;
	return true;
#endif
}

#if TARN_WATCH
/* A run was taken from `bin`, and what is left of it was given back. True: watch_tell is to be
 * called, outside the lock. */
bool watch_look(struct tarn_heap *heap, uint32_t bin);
#endif

/* The same, where most bins are not worth the look. */
ALWAYS bool watch_took(struct tarn_heap *heap, uint32_t bin)
{
#if TARN_WATCH
	return unlikely(bin >= heap->top) && watch_look(heap, bin);
#else
	(void)heap, (void)bin;
	return false;
#endif
}

/* The same for a run of `length` that a block grew into. watch_end follows. */
ALWAYS void watch_grown(struct tarn_heap *heap, uint32_t length)
{
#if TARN_WATCH
	watch_took(heap, bin_of(length));
#else
	(void)heap, (void)length;
#endif
}

/* A search took a run of `length`. */
ALWAYS void watch_found(struct request *request, uint32_t length)
{
#if TARN_WATCH
	request->bin = bin_of(length);
#else
	(void)request, (void)length;
#endif
}

/* The bin that it came from. */
ALWAYS uint32_t watch_bin(const struct request *request)
{
#if TARN_WATCH
	return request->bin;
#else
	(void)request;
	return 0;
#endif
}

/* What the longest run was before is forgotten. */
ALWAYS void watch_begin(struct tarn_heap *heap)
{
#if TARN_WATCH
	heap->least = NO_BIN;
	watch_look(heap, 0);
#else
	(void)heap;
#endif
}

/* ---- Outside the lock ------------------------------------------------------------------- */

#if TARN_WATCH
/* Call the handler, if that is due. Returns `block`. */
void *watch_tell(struct tarn_heap *heap, void *block);
#endif

/* The end of a call that took a run, for `block`. `low`: as watch_took said. */
ALWAYS void *watch_taken(struct tarn_heap *heap, bool low, void *block)
{
#if TARN_WATCH
	return low ? watch_tell(heap, block) : block;
#else
	(void)heap, (void)low;
	return block;
#endif
}

/* The end of a call that may have taken a run. It asks inside the lock whether the handler is
 * due. */
ALWAYS void watch_end(struct tarn_heap *heap)
{
#if TARN_WATCH
	watch_tell(heap, NULL);
#else
	(void)heap;
#endif
}

#endif
