/* SPDX-License-Identifier: MIT
 * Events, for tracers. The core calls the functions below. Here they are empty, and a compiler that
 * optimises emits nothing for them. A program replaces them by its own:
 *
 *     -Imy/folder -DTARN_EVENT_HEADER='"my_events.h"'
 *
 * The files of pool/ need these flags (`make lib DEFS=...`). Other files may have them, too. That
 * header defines all of the functions, `static inline` or as macros, with these names and
 * arguments. Tarn includes it after tarn.h. port/trace has headers for SystemView and FreeRTOS.
 * port/record has one that writes each event into a file.
 *
 *   context  that of the call of Tarn: any that allocates, interrupt handlers included
 *   lock     Tarn calls tarn_event_free inside the port's lock. It may not call Tarn, and its time
 *            counts as time with interrupts masked. Tarn calls the others outside the lock. They
 *            may ask Tarn, for instance tarn_usable_size. They may not allocate: that would be an
 *            event, too, without end
 *   caller   the return address of the public call; for tarn_alloc_for and its like, the one passed
 *   tag      of a block that is allocated or resized: tarn_tag_now()
 *   cost     one call for each event, and TARN_TAIL_CALLS is 0
 *
 * An object of a typed pool is no block. A pool on a heap tells of the memory that it takes
 * there. */
#ifndef TARN_EVENT_H
#define TARN_EVENT_H

#include "tarn.h"

/* Does the program have a tracer? */
#ifdef TARN_EVENT_HEADER
#define TARN_EVENTS 1
#include TARN_EVENT_HEADER
#else
#define TARN_EVENTS 0

/* tarn_init made this heap of the `bytes` at `arena`. The blocks of an earlier heap with the same
 * record are lost. */
static inline void tarn_event_heap(struct tarn_heap *heap, void *arena, size_t bytes)
{
	(void)heap, (void)arena, (void)bytes;
}

/* A request for a block, or for another size of one, begins and ends. It may take several windows
 * of the lock. Every event of the request lies in between, and so may events of contexts that
 * interrupt it. A tracer that needs one call at a time, such as the recorder, holds the lock from
 * `begin` to `end`. The port's lock must nest then. A request may lie within another: tarn_realloc
 * moves a block to one that it allocates, and a fault handler may allocate. */
static inline void tarn_event_begin(struct tarn_heap *heap)
{
	(void)heap;
}

static inline void tarn_event_end(struct tarn_heap *heap)
{
	(void)heap;
}

/* Tarn is about to return a block of at least `size` bytes. `align` is 0, or more than
 * TARN_ALIGN. */
static inline void tarn_event_alloc(struct tarn_heap *heap, void *block, size_t align, size_t size,
				    void *caller)
{
	(void)heap, (void)block, (void)align, (void)size, (void)caller;
}

/* A block is freed. The event comes in the window in which the block becomes reusable, or at level
 * 3 enters the quarantine. So it comes before any event of the next use of the memory. `size` is
 * what tarn_usable_size said of the block. A free that Tarn refuses is tarn_event_fault alone. */
static inline void tarn_event_free(struct tarn_heap *heap, void *block, size_t size)
{
	(void)heap, (void)block, (void)size;
}

/* tarn_realloc served a request. If `block` is `old`, the block stays where it is. Otherwise it
 * moves. Then this comes after tarn_event_alloc of `block` and before tarn_event_free of `old`.
 * `old_size` is what tarn_usable_size said of `old`. */
static inline void tarn_event_resized(struct tarn_heap *heap, void *old, size_t old_size,
				      void *block, size_t size, void *caller)
{
	(void)heap, (void)old, (void)old_size, (void)block, (void)size, (void)caller;
}

/* A request returns NULL without a fault: as tarn_on_refused (tarn_refused.h), but of heaps alone.
 * `align` is as in tarn_event_alloc. `size` is SIZE_MAX where a product overflowed. */
static inline void tarn_event_refused(struct tarn_heap *heap, size_t align, size_t size,
				      void *caller)
{
	(void)heap, (void)align, (void)size, (void)caller;
}

/* Tarn found a misuse, of a heap, a typed pool or a packed array, and is about to call the
 * handler. */
static inline void tarn_event_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

#endif

#endif
