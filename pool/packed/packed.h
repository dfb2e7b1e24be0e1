/* SPDX-License-Identifier: MIT
 * What packed.c and sparse.c share. */
#ifndef TARN_PACKED_PRIVATE_H
#define TARN_PACKED_PRIVATE_H

#include "heap/heap.h"
#include "tarn_packed.h"

#define WORD_DUG    UINT32_C(0xdeadbeef)
#define WORD_BURIED UINT32_C(0x1deadb0b)

/* As in names.h: private, but seen by the linker. */
#define packed_judge tarn__packed_judge

/* The index must be that of a live element; a fault and false otherwise, from level 1 on. */
bool packed_judge(const struct tarn_packed *packed, uint32_t index, void *caller);

#endif
