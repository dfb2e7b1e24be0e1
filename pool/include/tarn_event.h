/* SPDX-License-Identifier: MIT
 * Events, for tracers. The core calls the functions below. Here they are empty, and a compiler that
 * optimises emits nothing for them. A product puts its own in their place:
 *
 *     -Iits/folder -DTARN_EVENT_HEADER='"its_events.h"'
 *
 * for the files of pool/ (`make lib DEFS=...`; other files may have the same flags). That header
 * defines all of the functions, `static inline` or as macros, with these names and arguments. It is
 * included after tarn.h. port/trace has headers for SystemView and FreeRTOS, port/record one that
 * writes each event into a file.
 *
 *   context  that of the call of Tarn: any that allocates, interrupt handlers included
 *   lock     tarn_event_free is called inside the port's lock. It may not call Tarn, and adds to the
 *            time for which interrupts are masked. The others are called outside. They may ask Tarn,
 *            such as tarn_usable_size; if one allocates, that is told too, without end
 *   caller   the return address of the public call; of tarn_alloc_for and its like the one passed
 *   tag      of a block that is allocated or resized: tarn_tag_now()
 *   cost     of the core: one call each, and some jumps less that it can make (TARN_TAIL_CALLS is 0)
 *
 * Objects of typed pools are no blocks: a pool on a heap tells of the memory that it takes there. */
#ifndef TARN_EVENT_H
#define TARN_EVENT_H

#include "tarn.h"

/* Is there anybody to tell? */
#ifdef TARN_EVENT_HEADER
#define TARN_EVENTS 1
#include TARN_EVENT_HEADER
#else
#define TARN_EVENTS 0

/* tarn_init made this heap over `bytes` at `arena`. What an earlier heap in its record had is lost. */
static inline void tarn_event_heap(struct tarn_heap *heap, void *arena, size_t bytes)
{
	(void)heap, (void)arena, (void)bytes;
}

/* A request for a block, or for another size of one, begins, and ends. It may take several windows
 * of the lock. Every event of the request lies in between; so may those of contexts that interrupt
 * it. Who needs the calls one by one, as the recorder, holds the lock from `begin` to `end`: the
 * port's lock must nest then. A request may lie in another one: tarn_realloc moves a block to one
 * that it allocates, and a fault handler may allocate. */
static inline void tarn_event_begin(struct tarn_heap *heap)
{
	(void)heap;
}

static inline void tarn_event_end(struct tarn_heap *heap)
{
	(void)heap;
}

/* A block of at least `size` bytes is about to be returned. `align`: 0, or more than TARN_ALIGN. */
static inline void tarn_event_alloc(struct tarn_heap *heap, void *block, size_t align, size_t size,
				    void *caller)
{
	(void)heap, (void)block, (void)align, (void)size, (void)caller;
}

/* A block is given back: told in the window in which it becomes reusable, or at level 3 begins to
 * wait. So it comes before any event of what the memory is used for next. `size`: what
 * tarn_usable_size said of the block. A free that was refused is tarn_event_fault alone. */
static inline void tarn_event_free(struct tarn_heap *heap, void *block, size_t size)
{
	(void)heap, (void)block, (void)size;
}

/* tarn_realloc served a request. If `block` is `old`, that stays where it is. Else it moved: this
 * comes after tarn_event_alloc of `block`, and before tarn_event_free of `old`. `old_size`: what
 * tarn_usable_size said of `old`. */
static inline void tarn_event_resized(struct tarn_heap *heap, void *old, size_t old_size,
				      void *block, size_t size, void *caller)
{
	(void)heap, (void)old, (void)old_size, (void)block, (void)size, (void)caller;
}

/* A request is answered with NULL, and that is no fault: as tarn_on_refused (tarn_refused.h), but of
 * heaps alone. `align`: as of tarn_event_alloc. `size`: SIZE_MAX where a product overflowed. */
static inline void tarn_event_refused(struct tarn_heap *heap, size_t align, size_t size,
				      void *caller)
{
	(void)heap, (void)align, (void)size, (void)caller;
}

/* A misuse was found, also one of a typed pool or a packed array: before its handler is called. */
static inline void tarn_event_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

#endif

#endif
