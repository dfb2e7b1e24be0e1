/* SPDX-License-Identifier: MIT
 * tarn_alloc in two halves, for whoever has something to try in between. */
#ifndef TARN_ALLOC_H
#define TARN_ALLOC_H

#include "block.h"

/* Try all steps, but tell nobody of the outcome. */
void *request_try(struct tarn_heap *heap, struct request *request, size_t size, void *caller);
/* Count a refusal, and report damage. Returns `block`. */
void *request_end(struct tarn_heap *heap, const struct request *request, void *block);

/* tarn_alloc_aligned_for; `what` is what request_refuse is told besides. */
void *alloc_aligned_as(struct tarn_heap *heap, size_t align, size_t size, void *caller,
		       uint32_t what);

/* Tell of a request's outcome, and of its end. */
static inline void request_tell(struct tarn_heap *heap, void *block, size_t align, size_t size,
				void *caller)
{
	if (block)
		tarn_event_alloc(heap, block, align, size, caller);
	else if (heap_made(heap)) /* else that was a fault */
		tarn_event_refused(heap, align, size, caller);
	tarn_event_end(heap);
}

#endif
