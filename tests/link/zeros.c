/* SPDX-License-Identifier: MIT
 * What the core must not do on a core that does not count zeros (tests/link/core lost). */
#include <stdint.h>

int zeros_of(uint32_t word);

int zeros_of(uint32_t word)
{
	return __builtin_clz(word);
}
