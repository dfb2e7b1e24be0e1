/* SPDX-License-Identifier: MIT */
#include "look.h"

#include <stddef.h>

const char *look_sums(const struct tarn_heap_stats *heap)
{
	if (heap->free > heap->pools + heap->commons || heap->commons_free > heap->commons)
		return "free-above-total";
	if (heap->free_least > heap->free)
		return "least-above-free";
	if (heap->commons_peak > heap->commons ||
	    heap->commons_peak < heap->commons - heap->commons_free)
		return "peak-below-used";
	if (heap->longest_free > heap->commons_free || heap->largest_free > heap->free)
		return "largest-above-free";
	/* What waits in the quarantine counts as free, but is no free run. */
	if (heap->smallest_free > heap->largest_free || (heap->smallest_free && !heap->free) ||
	    (!heap->smallest_free && heap->free > heap->quarantined_bytes))
		return "smallest-free";
	if (!heap->quarantined != !heap->quarantined_bytes || heap->quarantined_bytes > heap->free)
		return "quarantined";
	return NULL;
}

/* The numbers of the look before were true once: no minimum, maximum or count may forget them. */
static const char *check_marks(const struct tarn_heap_stats *before,
			       const struct tarn_heap_stats *now)
{
	if (!before->arena)
		return NULL;
	if (now->free_least > before->free_least || now->free_least > before->free)
		return "least-rises";
	if (now->commons_peak < before->commons_peak)
		return "peak-falls";
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++) {
		if (now->faults[kind] < before->faults[kind])
			return "faults-fall";
	}
	return NULL;
}

/* `used`: the most bytes that the class's live blocks may have. */
static const char *check_class(const struct tarn_class_stats *before,
			       const struct tarn_class_stats *now, uint64_t used)
{
	if (now->size && (now->live > now->peak || now->peak > now->capacity))
		return "class-peak";
	if (now->peak < before->peak)
		return "class-peak-falls";
	if (now->refused < before->refused || now->allocations < before->allocations ||
	    now->frees < before->frees || now->requested < before->requested ||
	    now->overflowed_in < before->overflowed_in ||
	    now->overflowed_out < before->overflowed_out ||
	    now->largest_refused < before->largest_refused)
		return "class-count-falls";
	if (TARN_COUNT && now->allocations - now->frees != now->live)
		return "class-live";
	return now->live_requested > used || now->live_requested > now->requested
		       ? "class-requested"
		       : NULL;
}

/* If nobody changes the heap, the numbers of the classes add up to those of the heap. */
static const char *check_parts(const struct look *seen)
{
	uint32_t used = seen->heap.commons - seen->heap.commons_free;
	uint32_t live = 0;

	for (uint32_t i = 0; i < seen->heap.classes; i++) {
		used += seen->class[i].live * seen->class[i].size;
		live += seen->class[i].live;
	}
	if (used + seen->heap.free != seen->heap.pools + seen->heap.commons)
		return "used-and-free";
	return live == seen->heap.pools_live ? NULL : "pools-live";
}

const char *look(struct tarn_heap *heap, struct look *seen, bool still)
{
	struct tarn_heap_stats before = seen->heap;
	const char *wrong;

	tarn_heap_stats(heap, &seen->heap);
	wrong = look_sums(&seen->heap);
	if (!wrong)
		wrong = check_marks(&before, &seen->heap);
	for (uint32_t i = 0; !wrong && i <= seen->heap.classes && i < LOOK_CLASSES; i++) {
		struct tarn_class_stats class = seen->class[i];
		uint64_t used = seen->heap.commons - seen->heap.commons_free;

		tarn_class_stats(heap, i, &seen->class[i]);
		if (seen->class[i].size)
			used = (uint64_t)seen->class[i].live * seen->class[i].size;
		else if (!still)
			used = seen->heap.commons;
		wrong = check_class(&class, &seen->class[i], used);
	}
	return !wrong && still ? check_parts(seen) : wrong;
}
