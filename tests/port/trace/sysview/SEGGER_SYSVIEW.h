/* SPDX-License-Identifier: MIT
 * The calls of SystemView that port/tool/trace makes, as SEGGER's manual declares them. SystemView
 * itself is not here: sysview.c stands for it. */
#ifndef SEGGER_SYSVIEW_H
#define SEGGER_SYSVIEW_H

void SEGGER_SYSVIEW_HeapDefine(void *pHeap, void *pBase, unsigned int HeapSize,
			       unsigned int MetadataSize);
void SEGGER_SYSVIEW_HeapAlloc(void *pHeap, void *pUserData, unsigned int UserDataLen);
void SEGGER_SYSVIEW_HeapAllocEx(void *pHeap, void *pUserData, unsigned int UserDataLen,
				unsigned int Tag);
void SEGGER_SYSVIEW_HeapFree(void *pHeap, void *pUserData);
void SEGGER_SYSVIEW_Error(const char *s);

#endif
