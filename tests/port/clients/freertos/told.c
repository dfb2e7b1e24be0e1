/* SPDX-License-Identifier: MIT */
#include "told.h"

void told_begin(struct told *told)
{
	*told = (struct told){0};
	vPortGetHeapStats(&told->first);
	told->before = told->first;
}

static const char *check_sums(const struct told *told, const HeapStats_t *now)
{
	size_t available = now->xAvailableHeapSpaceInBytes;

	if (available > told->first.xAvailableHeapSpaceInBytes)
		return "free-above-total";
	if (now->xMinimumEverFreeBytesRemaining > available)
		return "least-above-free";
	if (now->xSizeOfLargestFreeBlockInBytes > available)
		return "largest-above-free";
	if (now->xSizeOfSmallestFreeBlockInBytes > now->xSizeOfLargestFreeBlockInBytes)
		return "smallest-above-largest";
	if (now->xNumberOfFreeBlocks * now->xSizeOfSmallestFreeBlockInBytes > available ||
	    !now->xNumberOfFreeBlocks != !available)
		return "free-blocks";
	return NULL;
}

/* The numbers of the look before were true once. */
static const char *check_since(const HeapStats_t *before, const HeapStats_t *now)
{
	if (now->xMinimumEverFreeBytesRemaining > before->xMinimumEverFreeBytesRemaining)
		return "least-rises";
	if (now->xMinimumEverFreeBytesRemaining > before->xAvailableHeapSpaceInBytes)
		return "least-above-what-was-free";
	if (now->xNumberOfSuccessfulAllocations < before->xNumberOfSuccessfulAllocations ||
	    now->xNumberOfSuccessfulFrees < before->xNumberOfSuccessfulFrees)
		return "count-falls";
	return NULL;
}

const char *told_look(struct told *told)
{
	HeapStats_t now;
	size_t free = xPortGetFreeHeapSize();
	size_t least = xPortGetMinimumEverFreeHeapSize();
	const char *wrong;

	if (least > free || least > told->before.xMinimumEverFreeBytesRemaining)
		return "least-function";
	vPortGetHeapStats(&now);
	if (now.xMinimumEverFreeBytesRemaining > least)
		return "least-rises";
	wrong = check_sums(told, &now);
	if (!wrong)
		wrong = check_since(&told->before, &now);
	told->before = now;
	return wrong ? wrong : look(&tarn_default, &told->seen, false);
}
