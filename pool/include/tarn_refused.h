/* SPDX-License-Identifier: MIT
 * A handler for refused requests: it learns who got NULL, and why.
 *
 *   static void refused(const struct tarn_refusal *refusal)
 *   {
 *           log("%s: %u bytes, class %u, for %p, %u free, %u in one piece",
 *               tarn_refused_name(refusal->reason), (unsigned)refusal->size,
 *               (unsigned)refusal->class_index, refusal->caller, (unsigned)refusal->free,
 *               (unsigned)refusal->longest);
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
	TARN_REFUSED_NO_ROOM,    /* everything that may serve it is in use */
	TARN_REFUSED_FRAGMENTED, /* the commons have as many free bytes, but no free run that Tarn
	                            can use is long enough, or has room at the alignment */
	TARN_REFUSED_BUDGET,     /* it exceeds the limit of its tag */
	TARN_REFUSED_TOO_LARGE,  /* the heap could not serve it if all of it were free */
	TARN_REFUSED_OVERFLOW,  /* count * size overflows, or is 2 GiB or more, or one of the two is
	                            more than TARN_ARENA_MAX */
	TARN_REFUSED_ALIGNMENT, /* the alignment is no power of two */
	TARN_REFUSED_REASONS
};

struct tarn_refusal {
	struct tarn_heap *heap; /* NULL: an object pool that cannot grow, or a packed array on
	                           memory of its own */
	size_t size;            /* bytes; of a pool, of an object; of a packed array, 0 or of its
	                           component; SIZE_MAX with TARN_REFUSED_OVERFLOW */
	size_t align;     /* bytes; of a pool, of its slots; 0 with TARN_REFUSED_ALIGNMENT, and of
	                           a packed array */
	void *caller;     /* the return address of the call that returns NULL */
	const char *name; /* of the object pool or packed array; NULL: of a heap */
	uint32_t reason;  /* enum tarn_refused_reason */
	uint32_t class_index; /* of the class that the size belongs to; the number of classes if no
	                         class is so large; 0 if name is not NULL */
	uint32_t tag;         /* 0: none */
	uint32_t free;        /* bytes of the heap's pools and commons, as in tarn_heap_stats;
	                         0 if heap is NULL. In a report `free=` is of the commons alone */
	uint32_t longest;     /* bytes of its longest free run; 0 if heap is NULL */
	uint32_t untold;      /* refusals before this one that the handler was not told */
};

typedef void tarn_refused_handler(const struct tarn_refusal *refusal);

/* Sets the handler of all heaps, object pools and packed arrays. NULL: none.
 *
 * Tarn calls the handler once for each public call that returns NULL. (A packed array returns
 * TARN_NONE.) The call that is about to return NULL calls it, after everything that may serve was
 * tried. It does not call the handler for a call that asks for nothing, such as realloc(block, 0)
 * or pvPortMalloc(0).
 *
 * A fault is no refusal: a heap that was never made calls the fault handler alone (tarn_on_fault).
 * A request may also find damaged free memory. Tarn passes over it, and tries the rest. If the rest
 * cannot serve, Tarn calls this handler, and then the fault handler. `free` and `longest` may still
 * count what is damaged: a `longest` that would serve is a sign of it. tarn_check tells.
 *
 *   returns  the handler before
 *   handler  runs in the context of the refused call, outside the lock. It has to return. It may
 *            allocate and free. Tarn does not try the request again. While a handler runs, Tarn
 *            counts other refusals in any context, but does not tell them: `untold` of the next
 *            call has their number. `free` and `longest` are of one instant after the refusal.
 *            Another context may have freed something since
 *   cost     none for a request that is served. A refused one: as tarn_heap_stats, and the handler
 *   context  any, but not while another context sets a handler */
tarn_refused_handler *tarn_on_refused(tarn_refused_handler *handler);

/* For a layer that tries several heaps for one request, such as malloc() over several
 * (port/tarn_libc.h). A quiet heap counts its refusals, but tells none, until tarn_init makes it
 * again. If no heap serves, the layer calls tarn_refused_for with the last one, which calls the
 * handler once, as above. `align` is as in tarn_alloc_aligned. A `size` of SIZE_MAX stands for a
 * product that overflows.
 *
 *   returns  NULL */
void tarn_refused_quiet(struct tarn_heap *heap);
void *tarn_refused_for(struct tarn_heap *heap, size_t align, size_t size, void *caller);

/* The name of a reason: "no-room", "fragmented", "budget", "too-large", "overflow", "alignment". */
const char *tarn_refused_name(uint32_t reason);

#ifdef __cplusplus
}
#endif

#endif
