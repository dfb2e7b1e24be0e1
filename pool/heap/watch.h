/* SPDX-License-Identifier: MIT
 * Early warning (TARN_WATCH): the least that the longest free run ever was, and a call when it
 * falls below a mark. Bins stand for lengths.
 *
 * The last bin that has a run, the *top*, holds the longest run. Two rules carry the watch:
 *
 *   - A window that only gives runs back never lowers the top: a merge makes a longer run.
 *   - A window that takes a run lowers the top only if it took the last run of the top.
 *
 * So heap->top need not follow every change. The top is never below heap->top. A take from a bin
 * below heap->top changes nothing that matters, and one comparison sees that. Any other take looks,
 * at the end of its window. If its bin still has a run, heap->top becomes that bin. If it has none,
 * heap->top becomes the top that is left. Therefore
 *
 *   - `least` is exact: the take that makes the top fall empties its bin, and looks.
 *   - The mark is exact, for the same reason.
 *   - The watch is armed again exactly when the top was at `again` or above. To fall from there, it
 *     needs a take that empties such a bin, and that take looks. */
#ifndef TARN_WATCH_H
#define TARN_WATCH_H

#include "commons.h"

/* The flags of heap->watch. */
#define WATCH_ARMED 1u /* the top was high enough since the last call of the handler */
#define WATCH_LOW   2u /* the top is below the mark now: the handler is due */

/* ---- Inside the caller's lock window ---------------------------------------------------- */

/* The top; 0 if there is no run. */
static inline uint32_t watch_top(const struct tarn_heap *heap)
{
	uint32_t bin;

	return last_bin(heap, &bin) ? bin : 0;
}

/* Do heap->top and heap->least agree with the bins (I8)? */
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
/* A run was taken from `bin`, and its rest was given back. True: call watch_tell, outside the
 * lock. */
bool watch_look(struct tarn_heap *heap, uint32_t bin);
#endif

/* The same, inline for the bins below heap->top, which need no look. */
ALWAYS bool watch_took(struct tarn_heap *heap, uint32_t bin)
{
#if TARN_WATCH
	return unlikely(bin >= heap->top) && watch_look(heap, bin);
#else
	(void)heap, (void)bin;
	return false;
#endif
}

/* The same for a run of `length` into which a block grew. The caller then calls watch_end. */
ALWAYS void watch_grown(struct tarn_heap *heap, uint32_t length)
{
#if TARN_WATCH
	watch_took(heap, bin_of(length));
#else
	(void)heap, (void)length;
#endif
}

/* A search took a run of `length`: notes its bin. */
ALWAYS void watch_found(struct request *request, uint32_t length)
{
#if TARN_WATCH
	request->bin = bin_of(length);
#else
	(void)request, (void)length;
#endif
}

/* The bin of the run that the search took. */
ALWAYS uint32_t watch_bin(const struct request *request)
{
#if TARN_WATCH
	return request->bin;
#else
	(void)request;
	return 0;
#endif
}

/* Forgets how short the longest run was before. */
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
/* Calls the handler if it is due. Returns `block`. */
void *watch_tell(struct tarn_heap *heap, void *block);
#endif

/* Ends a call that took a run, and returns its `block`. `low` is what watch_took returned. */
ALWAYS void *watch_taken(struct tarn_heap *heap, bool low, void *block)
{
#if TARN_WATCH
	return low ? watch_tell(heap, block) : block;
#else
	(void)heap, (void)low;
	return block;
#endif
}

/* Ends a call that may have taken a run. It asks inside the lock whether the handler is due. */
ALWAYS void watch_end(struct tarn_heap *heap)
{
#if TARN_WATCH
	watch_tell(heap, NULL);
#else
	(void)heap;
#endif
}

#endif
