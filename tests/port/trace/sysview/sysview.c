/* SPDX-License-Identifier: MIT */
#include "SEGGER_SYSVIEW.h"
#include "../ledger.h"
#include "tarn.h"

extern char __tarn_arena_start[];
extern char __tarn_arena_end[];

const int told_all = 1;

int told_also(void)
{
	return 1;
}

void SEGGER_SYSVIEW_HeapDefine(void *pHeap, void *pBase, unsigned int HeapSize,
			       unsigned int MetadataSize)
{
	if (pHeap == &tarn_default && pBase == __tarn_arena_start &&
	    HeapSize == (unsigned int)(__tarn_arena_end - __tarn_arena_start) &&
	    MetadataSize == TARN_RECORD)
		ledger.heaps++;
}

/* Only for refused requests. For served ones Tarn calls SEGGER_SYSVIEW_HeapAllocEx. */
void SEGGER_SYSVIEW_HeapAlloc(void *pHeap, void *pUserData, unsigned int UserDataLen)
{
	(void)UserDataLen;
	if (pHeap == &tarn_default && !pUserData)
		ledger_refused();
}

void SEGGER_SYSVIEW_HeapAllocEx(void *pHeap, void *pUserData, unsigned int UserDataLen,
				unsigned int Tag)
{
	if (pHeap == &tarn_default)
		ledger_alloc(pUserData, UserDataLen, Tag);
}

void SEGGER_SYSVIEW_HeapFree(void *pHeap, void *pUserData)
{
	if (pHeap == &tarn_default)
		ledger_free(pUserData, SIZE_MAX);
}

void SEGGER_SYSVIEW_Error(const char *s)
{
	if (s && *s)
		ledger.faults++;
}

/* Compares the tag, or without tags that there is a caller; and the requested size, which level 2
 * keeps. */
int told_rightly(const struct ledger_block *told, const struct tarn_block *block)
{
	if (TARN_TAGS > 0 ? told->origin != block->tag : !told->origin)
		return 0;
	return TARN_HARDEN >= 2 ? told->size == block->requested : told->size <= block->bytes;
}
