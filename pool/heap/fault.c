/* SPDX-License-Identifier: MIT
 * Faults: what kind a refused pointer is, and the call of the handler. */
#include "class.h"
#include "tag.h"

static tarn_fault_handler *fault_handler;
const struct refusal_tellers *refusals;

tarn_fault_handler *tarn_on_fault(tarn_fault_handler *new_handler)
{
	tarn_fault_handler *before = fault_handler;

	fault_handler = new_handler;
	return before;
}

const char *tarn_fault_name(uint32_t kind)
{
	static const char *const names[TARN_FAULT_ALL_KINDS] = {
		"double-free", "interior",       "misaligned", "foreign",  "wild",    "link",
		"overrun",     "use-after-free", "full",       "capacity", "handle",  "stale",
		"index",       "re-entered",     "heap",       "registry", "overlap", "group",
		"image",       "context",        "tag",
	};

	return kind < TARN_FAULT_ALL_KINDS ? names[kind] : "unknown";
}

/* Inline in both callers. A program with a heap and no pools then links no code for names. */
static ALWAYS void tell(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
			void *caller, const char *name)
{
	const struct tarn_fault fault = {kind, (void *)(uintptr_t)pointer, heap, caller, name};
	tarn_fault_handler *told = fault_handler;

	TELL(tarn_event_fault(&fault));
	if (heap && kind < TARN_FAULT_KINDS) {
		tarn_port_key key = tarn_port_lock();
		uint32_t faults = heap->faults[kind] + 1u;

		heap->faults[kind] = (uint16_t)(faults - (faults >> 16));
		tarn_port_unlock(key);
	}
	if (told)
		told(&fault);
	else
		tarn_port_fault(&fault);
}

SLOW void fault_raise(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
		      void *caller)
{
	tell(heap, kind, pointer, caller, NULL);
}

SLOW void fault_raise_named(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
			    void *caller, const char *name)
{
	tell(heap, kind, pointer, caller, name);
}

SLOW bool tarn_heap_missing(const struct tarn_heap *heap, void *caller)
{
	fault_raise((struct tarn_heap *)(uintptr_t)heap, TARN_FAULT_HEAP, NULL, caller);
	return false;
}

__attribute__((weak)) SLOW bool tarn_port_heap_missing(const struct tarn_heap *heap, void *caller)
{
	return tarn_heap_missing(heap, caller);
}

/* In a pool, a refused pointer is wild (never carved), inside a live block, or inside a free one.
 * The last live start before the pointer decides. The search goes back by one block's size at
 * most. */
static inline enum tarn_fault_kind pool_kind(const struct tarn_heap *heap, uint32_t index,
					     uint32_t offset)
{
	const struct pool *pool = pool_of(heap, index);
	uint32_t size = heap->size_class[index].size;
	uint32_t start = offset;

	if (offset >= pool_fresh(pool))
		return TARN_FAULT_WILD;
	while ((start -= GRANULE) + size > offset && start >= pool->start)
		if (sign_of(pair_at(heap, start)->live, start) < 0)
			return TARN_FAULT_INTERIOR;
	return TARN_FAULT_DOUBLE_FREE;
}

/* In the commons, the search goes back to the start of the pointer's run. The run's length bounds
 * it. It reads only planes, so it needs no lock. A live run's start is refused only while another
 * call is freeing it. */
static inline enum tarn_fault_kind commons_kind(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);
	uint32_t starts = pair->start >> (31 - index_of(offset));
	uint32_t live = pair->live >> (31 - index_of(offset));

	if (starts & 1)
		return TARN_FAULT_DOUBLE_FREE;
	while (starts == 0) {
		starts = (--pair)->start;
		live = pair->live;
	}
	return live & starts & (0 - starts) ? TARN_FAULT_INTERIOR : TARN_FAULT_DOUBLE_FREE;
}

SLOW enum tarn_fault_kind fault_kind(struct tarn_heap *heap, const void *pointer)
{
	uint32_t offset = offset_of(heap, pointer);

	if (!heap_made(heap))
		return TARN_FAULT_HEAP;
	if (!heap_owns(heap, pointer))
		return TARN_FAULT_FOREIGN;
	if ((uintptr_t)pointer & (GRANULE - 1))
		return TARN_FAULT_MISALIGNED;
	if (below_commons(heap, offset) && offset >= pool_of(heap, 0)->start)
		return pool_kind(
			heap,
			pool_index(heap, pool_holding(heap, offset, pair_at(heap, offset)->start)),
			offset);
	if (in_commons(heap, offset))
		return commons_kind(heap, offset);
	return TARN_FAULT_WILD;
}

SLOW void free_fault(struct tarn_heap *heap, const void *block, uint32_t found, void *caller)
{
	enum tarn_fault_kind kind = TARN_FAULT_LINK;

	caller = CALLER_IF_NULL(caller);
	FORGET(caller); /* keeps one register free */
	if (found != REFUSED) {
		if (TARN_HARDEN >= 3 && found & WRITTEN) {
			kind = TARN_FAULT_USE_AFTER_FREE;
			found &= ~WRITTEN;
		}
		if (TARN_TAGS > 0 && found & OVERRAN) {
			found &= ~OVERRAN;
			kind = tag_fault(heap, found);
		}
		block = at(heap, found);
	} else if (block) {
		kind = fault_kind(heap, block);
	} else {
		return;
	}
	fault_raise(heap, kind, block, caller);
}
