/* SPDX-License-Identifier: MIT
 * Tarn's heaps in tools that use FreeRTOS's traceMALLOC and traceFREE (README.md). It is a tracer
 * of tarn_event.h. It traces all allocations, malloc() and operator new included, so heap_tarn.c no
 * longer traces its own calls.
 *
 * Both macros get what tarn_usable_size says. So the sizes of a block add up to 0. A refusal has
 * size 0. */
#ifndef TARN_FREERTOS_EVENTS_H
#define TARN_FREERTOS_EVENTS_H

#include "FreeRTOS.h"
#include "tarn.h"

#define TARN_EVENTS_FREERTOS 1 /* for heap_tarn.c */

static inline void tarn_event_heap(struct tarn_heap *heap, void *arena, size_t bytes)
{
	(void)heap, (void)arena, (void)bytes;
}

static inline void tarn_event_begin(struct tarn_heap *heap)
{
	(void)heap;
}

static inline void tarn_event_end(struct tarn_heap *heap)
{
	(void)heap;
}

static inline void tarn_event_alloc(struct tarn_heap *heap, void *block, size_t alignment,
				    size_t size, void *caller)
{
	(void)alignment, (void)caller;
	size = tarn_usable_size(heap, block);
	traceMALLOC(block, size);
	(void)size; /* a macro may be empty */
}

static inline void tarn_event_free(struct tarn_heap *heap, void *block, size_t size)
{
	(void)heap, (void)block, (void)size;
	traceFREE(block, size);
}

/* A block that moved is traced already. */
static inline void tarn_event_resized(struct tarn_heap *heap, void *old, size_t old_size,
				      void *block, size_t size, void *caller)
{
	if (block != old)
		return;
	tarn_event_free(heap, old, old_size);
	tarn_event_alloc(heap, block, 0, size, caller);
}

/* A refusal, as heap_4 traces it since V11.2. */
static inline void tarn_event_refused(struct tarn_heap *heap, size_t alignment, size_t size,
				      void *caller)
{
	(void)heap, (void)alignment, (void)size, (void)caller;
	traceMALLOC(NULL, 0);
}

static inline void tarn_event_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

#endif
