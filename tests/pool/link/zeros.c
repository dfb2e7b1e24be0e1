/* SPDX-License-Identifier: MIT
 * This calls __clzsi2 of libgcc if the core cannot count zeros. Tarn's core must not
 * (tests/pool/link/core lost). */
#include <stdint.h>

int zeros_of(uint32_t word);

int zeros_of(uint32_t word)
{
	return __builtin_clz(word);
}
