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

/* In a pool: never carved, in a live block, or in a free one. The last live start before it tells,
 * as far back as a block reaches. */
static enum tarn_fault_kind pool_kind(const struct tarn_heap *heap, uint32_t index, uint32_t offset)
{
	const struct pool *pool = pool_of(heap, index);
	uint32_t size = heap->class[index].size;

	if (offset >= pool_fresh(pool))
		return TARN_FAULT_WILD;
	for (uint32_t back = GRANULE; back < size && back <= offset - pool->start; back += GRANULE)
		if (pair_at(heap, offset - back)->live & bit_of(offset - back))
			return TARN_FAULT_INTERIOR;
	return TARN_FAULT_DOUBLE_FREE;
}

/* In the commons: look back for the run's start. Bounded by its length; reads only planes, so it
 * needs no lock. Beyond the frontier there is the last run alone. */
static enum tarn_fault_kind commons_kind(const struct tarn_heap *heap, uint32_t offset)
{
	uint32_t frontier = frontier_of(heap);
	uint32_t seen = offset < frontier ? offset : frontier - GRANULE;
	const struct pair *pair = pair_at(heap, seen);
	uint32_t starts = pair->start & ~(UINT32_MAX >> index_of(seen) >> 1);

	while (starts == 0)
		starts = (--pair)->start;
	if (!(pair->live & (starts & (0 - starts))))
		return offset < frontier ? TARN_FAULT_DOUBLE_FREE : TARN_FAULT_WILD;
	/* The start of a live run is refused only because it is being freed already. */
	return commons_live(heap, offset) ? TARN_FAULT_DOUBLE_FREE : TARN_FAULT_INTERIOR;
}

enum tarn_fault_kind fault_kind(struct tarn_heap *heap, const void *pointer)
{
	uint32_t offset = offset_of(heap, pointer);
	uint32_t index = 0;

	if (!tarn_owns(heap, pointer))
		return TARN_FAULT_FOREIGN;
	if ((uintptr_t)pointer & (GRANULE - 1))
		return TARN_FAULT_MISALIGNED;
	if ((uintptr_t)pointer < heap->base + pool_of(heap, 0)->start || offset == heap->commons)
		return TARN_FAULT_WILD;
	while (index < classes_of(heap) && offset >= pool_end(pool_of(heap, index)))
		index++;
	if (in_pool(heap, index))
		return pool_kind(heap, index, offset);
	return commons_kind(heap, offset);
}
