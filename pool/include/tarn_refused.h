/* SPDX-License-Identifier: MIT
 * Why a request was answered with NULL, and who made it: a handler that is told of each one.
 *
 *   static void refused(const struct tarn_refusal *refusal)
 *   {
 *           log("%s: %u bytes for %p, %u free, %u in one piece",
 *               tarn_refused_name(refusal->reason), refusal->size, refusal->caller,
 *               refusal->free, refusal->longest);
 *   }
 *   tarn_on_refused(refused);
 *
 * A program that never calls tarn_on_refused links none of this. */
#ifndef TARN_REFUSED_H
#define TARN_REFUSED_H

#include "tarn.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tarn_refused_reason {
	TARN_REFUSED_NO_ROOM,    /* what may serve it is in use, or an object pool is full */
	TARN_REFUSED_FRAGMENTED, /* the commons may serve it and have as many free bytes, but no
	                            free run is long enough, or has room at the alignment */
	TARN_REFUSED_BUDGET,     /* its tag has no more bytes to spend */
	TARN_REFUSED_TOO_LARGE,  /* the heap could not serve it if all of it were free */
	TARN_REFUSED_OVERFLOW,  /* count * size overflows, or is 2 GiB or more, or one of the two is
	                            more than TARN_ARENA_MAX */
	TARN_REFUSED_ALIGNMENT, /* the alignment is no power of two */
	TARN_REFUSED_REASONS
};

struct tarn_refusal {
	struct tarn_heap
		*heap;    /* NULL: an object pool that cannot grow, or a packed array on memory
	                           of its own */
	size_t size;      /* bytes; of a pool, an object's; of a packed array, 0 or its component's;
	                           SIZE_MAX of TARN_REFUSED_OVERFLOW */
	size_t align;     /* bytes; of a pool, its slots'; 0 of TARN_REFUSED_ALIGNMENT, and of a
	                           packed array */
	void *caller;     /* the return address of the call that was answered with NULL */
	const char *name; /* of the object pool or packed array; NULL: of a heap */
	uint32_t reason;  /* enum tarn_refused_reason */
	uint32_t class_index; /* that counts it; the number of classes where none is so large */
	uint32_t tag;         /* 0: none */
	uint32_t free;        /* bytes of the heap, as in tarn_heap_stats; 0 where heap is NULL */
	uint32_t longest;     /* bytes of its longest free run; 0 where heap is NULL */
	uint32_t untold;      /* how many refusals were not told before this one */
};

typedef void tarn_refused_handler(const struct tarn_refusal *refusal);

/* Set the handler of all heaps, object pools and packed arrays; NULL: none. Returns the one before.
 *
 * Each NULL of a public call is one call of the handler; a request that is served is none. (A
 * packed array answers TARN_NONE.) The call that answers NULL calls the handler, in its own context,
 * outside the lock, after all that may serve was asked; then it returns. A call that is a fault is
 * no refusal: tarn_on_fault tells it. Nor is one that asks for nothing: realloc(block, 0),
 * pvPortMalloc(0).
 *
 * A handler returns. It may allocate and free; the request is not tried again. While a handler
 * runs, other refusals, in whatever context, are counted and not told: `untold` of the next call
 * says how many. `free` and `longest` are of one instant after the refusal: another context may have
 * freed something since.
 *
 *   cost     none for a request that is served. A refused one: as tarn_heap_stats, and the handler
 *   context  any, but not while another context sets a handler */
tarn_refused_handler *tarn_on_refused(tarn_refused_handler *handler);

/* For a layer that asks several heaps for one request, such as malloc() over several
 * (port/tarn_libc.h). A quiet heap counts its refusals and tells none of them, until tarn_init makes
 * it again. Where no heap served, the layer tells that `heap`, the last one, did not: one call, as
 * above. Returns NULL. `align` as in tarn_alloc_aligned; a `size` of SIZE_MAX stands for a product
 * that overflows. */
void tarn_refused_quiet(struct tarn_heap *heap);
void *tarn_refused_for(struct tarn_heap *heap, size_t align, size_t size, void *caller);

/* "no-room", "fragmented", "budget", "too-large", "overflow", "alignment". */
const char *tarn_refused_name(uint32_t reason);

#ifdef __cplusplus
}
#endif

#endif
