/* SPDX-License-Identifier: MIT
 * Faults: what a refused pointer was, and who is told. */
#include "block.h"

static tarn_fault_handler *handler;

tarn_fault_handler *tarn_on_fault(tarn_fault_handler *new_handler)
{
	tarn_fault_handler *before = handler;

	handler = new_handler;
	return before;
}

const char *tarn_fault_name(enum tarn_fault_kind kind)
{
	static const char *const names[TARN_FAULT_ALL_KINDS] = {
		"double-free", "interior", "misaligned",     "foreign",    "wild",
		"link",        "overrun",  "use-after-free", "full",       "capacity",
		"handle",      "stale",    "index",          "re-entered",
	};

	return kind < TARN_FAULT_ALL_KINDS ? names[kind] : "unknown";
}

void fault_raise(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
		 void *caller)
{
	struct tarn_fault fault = {kind, (void *)(uintptr_t)pointer, heap, caller};
	tarn_fault_handler *told = handler;

	if (heap && kind < TARN_FAULT_KINDS) {
		tarn_port_key key = tarn_port_lock();

		if (heap->faults[kind] < UINT16_MAX)
			heap->faults[kind]++;
		tarn_port_unlock(key);
	}
	if (told)
		told(&fault);
	else
		tarn_port_fault(&fault);
}

/* In a pool: never carved, in a live block, or in a free one. */
static enum tarn_fault_kind pool_kind(const struct tarn_heap *heap, uint32_t offset)
{
	uint32_t index = 0;
	uint32_t rest;
	const struct pool *pool;
	uint32_t start;

	while (offset >= pool_end(pool_of(heap, index)))
		index++;
	pool = pool_of(heap, index);
	if (offset < pool->start || offset >= pool_fresh(pool))
		return TARN_FAULT_WILD;
	pool_block(offset - pool->start, heap->class[index].size, &rest);
	start = offset - rest;
	if (rest && pair_at(heap, start)->live & bit_of(start))
		return TARN_FAULT_INTERIOR;
	return TARN_FAULT_DOUBLE_FREE;
}

/* In the commons: look back for the run's start. Bounded by its length; reads only planes, so it
 * needs no lock. Beyond the frontier there is the last run alone. */
static enum tarn_fault_kind commons_kind(const struct tarn_heap *heap, uint32_t offset)
{
	uint32_t seen = offset < heap->frontier ? offset : heap->frontier - GRANULE;
	const struct pair *pair = pair_at(heap, seen);
	uint32_t starts = pair->start & ~(UINT32_MAX >> index_of(seen) >> 1);

	while (starts == 0)
		starts = (--pair)->start;
	if (!(pair->live & (starts & (0 - starts))))
		return offset < heap->frontier ? TARN_FAULT_DOUBLE_FREE : TARN_FAULT_WILD;
	/* The start of a live run is refused only because it is being freed already. */
	return commons_live(heap, offset) ? TARN_FAULT_DOUBLE_FREE : TARN_FAULT_INTERIOR;
}

enum tarn_fault_kind fault_kind(struct tarn_heap *heap, const void *pointer)
{
	uint32_t offset = offset_of(heap, pointer);

	if (!tarn_owns(heap, pointer))
		return TARN_FAULT_FOREIGN;
	if ((uintptr_t)pointer & (GRANULE - 1))
		return TARN_FAULT_MISALIGNED;
	if ((uintptr_t)pointer < heap->base + pool_of(heap, 0)->start || offset == heap->commons)
		return TARN_FAULT_WILD;
	if (TARN_POOLS && offset < heap->commons)
		return pool_kind(heap, offset);
	if (TARN_COMMONS && heap_end(heap) > heap->commons)
		return commons_kind(heap, offset);
	return TARN_FAULT_WILD;
}
