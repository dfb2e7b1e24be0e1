/* SPDX-License-Identifier: MIT
 * The array that is compared with the model, in C. tests/pool/cxx/herd compiles the model with one
 * in C++. */
#ifndef PACKED_MODEL_HERD_H
#define PACKED_MODEL_HERD_H

#define CAPACITY_MAX 40

struct bulk { /* so large that a call moves it */
	uint32_t word[17];
};

#ifdef __cplusplus
#include "../../cxx/herd/herd.hpp"
#else
#define HERD(COLUMN, KEEP, SPARSE) \
	COLUMN(uint32_t, name)     \
	COLUMN(uint8_t, byte)      \
	COLUMN(struct bulk, bulk)  \
	KEEP(uint32_t, kept)       \
	SPARSE(uint32_t, light, 5) \
	SPARSE(uint32_t, lamp, 7)  \
	SPARSE(uint32_t, shade, 20)
TARN_PACKED_DECLARE(herd, HERD);

struct herd herd;
static _Alignas(8) unsigned char memory[TARN_PACKED_BYTES(HERD, CAPACITY_MAX)];
#endif

#endif
