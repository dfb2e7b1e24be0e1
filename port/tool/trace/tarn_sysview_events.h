/* SPDX-License-Identifier: MIT
 * Tarn's heaps in SEGGER SystemView (README.md). It is a tracer of tarn_event.h. SystemView's own
 * header and functions come from SEGGER. These are its calls for heaps. */
#ifndef TARN_SYSVIEW_EVENTS_H
#define TARN_SYSVIEW_EVENTS_H

#include "SEGGER_SYSVIEW.h"
#include "tarn_tag.h"

/* SystemView shows a number with each block. It is the tag of the block, or, in a build without
 * tags, the low 32 bits of its caller. */
static inline void tarn_sysview_alloc(struct tarn_heap *heap, void *block, size_t size,
				      void *caller)
{
	SEGGER_SYSVIEW_HeapAllocEx(heap, block, (unsigned int)size,
				   TARN_TAGS > 0 ? (unsigned int)tarn_tag_now()
						 : (unsigned int)(uintptr_t)caller);
}

static inline void tarn_event_heap(struct tarn_heap *heap, void *arena, size_t bytes)
{
	SEGGER_SYSVIEW_HeapDefine(heap, arena, (unsigned int)bytes, TARN_RECORD);
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
	(void)alignment;
	tarn_sysview_alloc(heap, block, size, caller);
}

static inline void tarn_event_free(struct tarn_heap *heap, void *block, size_t size)
{
	(void)size;
	SEGGER_SYSVIEW_HeapFree(heap, block);
}

/* SystemView has no event for a new size. So the block is freed, and allocated with its new size. A
 * block that moved is traced already. */
static inline void tarn_event_resized(struct tarn_heap *heap, void *old, size_t old_size,
				      void *block, size_t size, void *caller)
{
	(void)old_size;
	if (block != old)
		return;
	SEGGER_SYSVIEW_HeapFree(heap, block);
	tarn_sysview_alloc(heap, block, size, caller);
}

/* A refusal: an allocation of NULL. */
static inline void tarn_event_refused(struct tarn_heap *heap, size_t alignment, size_t size,
				      void *caller)
{
	(void)alignment, (void)caller;
	SEGGER_SYSVIEW_HeapAlloc(heap, NULL, (unsigned int)size);
}

/* A fault: a line in the terminal window. */
static inline void tarn_event_fault(const struct tarn_fault *fault)
{
	SEGGER_SYSVIEW_Error(tarn_fault_name(fault->kind));
}

#endif
