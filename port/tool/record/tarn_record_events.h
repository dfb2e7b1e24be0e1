/* SPDX-License-Identifier: MIT
 * The recorder as the tracer of tarn_event.h. A program records itself if it compiles the files of
 * pool/ with -Iport/tool/record -DTARN_EVENT_HEADER='"tarn_record_events.h"', and links record.c
 * and events.c. */
#ifndef TARN_RECORD_EVENTS_H
#define TARN_RECORD_EVENTS_H

#include "tarn.h"
#include "tarn_record.h"

static inline void tarn_event_heap(struct tarn_heap *heap, void *arena, size_t bytes)
{
	(void)heap, (void)arena, (void)bytes;
	tarn_record_begin();
}

static inline void tarn_event_begin(struct tarn_heap *heap)
{
	(void)heap;
	tarn_record_enter();
}

static inline void tarn_event_end(struct tarn_heap *heap)
{
	(void)heap;
	tarn_record_leave();
}

static inline void tarn_event_alloc(struct tarn_heap *heap, void *block, size_t alignment,
				    size_t size, void *caller)
{
	(void)heap;
	tarn_record_alloc(block, alignment, size, caller);
}

static inline void tarn_event_free(struct tarn_heap *heap, void *block, size_t size)
{
	(void)heap, (void)size;
	tarn_record_free(block);
}

static inline void tarn_event_resized(struct tarn_heap *heap, void *old, size_t old_size,
				      void *block, size_t size, void *caller)
{
	(void)heap, (void)old_size;
	tarn_record_resized(old, block, size, caller);
}

static inline void tarn_event_refused(struct tarn_heap *heap, size_t alignment, size_t size,
				      void *caller)
{
	(void)heap, (void)alignment, (void)size, (void)caller;
}

static inline void tarn_event_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

#endif
