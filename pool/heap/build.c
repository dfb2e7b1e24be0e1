/* SPDX-License-Identifier: MIT
 * The name of what this library was built with: see TARN_BUILT in tarn_config.h. */
#include "tarn_config.h"

#ifdef TARN_BUILT
__asm__(".globl " TARN_BUILT "\n\t.set " TARN_BUILT ", 1");
#endif
