/* SPDX-License-Identifier: MIT
 * The listener of a product: each event goes into the ledger. */
#ifndef OWN_EVENTS_H
#define OWN_EVENTS_H

#include "../ledger.h"
#include "tarn_tag.h"

static inline void tarn_event_heap(struct tarn_heap *heap, void *arena, size_t bytes)
{
	(void)heap, (void)arena, (void)bytes;
	ledger_heap();
}

static inline void tarn_event_begin(struct tarn_heap *heap)
{
	(void)heap;
	ledger_begin();
}

static inline void tarn_event_end(struct tarn_heap *heap)
{
	(void)heap;
	ledger_end();
}

static inline void tarn_event_alloc(struct tarn_heap *heap, void *block, size_t align, size_t size,
				    void *caller)
{
	(void)align, (void)size, (void)caller;
	ledger_alloc(block, tarn_usable_size(heap, block), tarn_tag_now());
}

static inline void tarn_event_free(struct tarn_heap *heap, void *block, size_t size)
{
	(void)heap;
	ledger_free(block, size);
}

static inline void tarn_event_resized(struct tarn_heap *heap, void *old, size_t old_size,
				      void *block, size_t size, void *caller)
{
	if (block != old)
		return;
	ledger_free(old, old_size);
	tarn_event_alloc(heap, block, 0, size, caller);
}

static inline void tarn_event_refused(struct tarn_heap *heap, size_t align, size_t size,
				      void *caller)
{
	(void)heap, (void)align, (void)size, (void)caller;
	ledger_refused();
}

static inline void tarn_event_fault(const struct tarn_fault *fault)
{
	(void)fault;
	ledger_fault();
}

#endif
