/* SPDX-License-Identifier: MIT
 * The name of what this library was built with: see TARN_BUILT in tarn_config.h. */
#include "tarn_config.h"

#ifdef TARN_BUILT
#if defined(__has_attribute) && __has_attribute(externally_visible)
__attribute__((externally_visible)) /* a link-time optimiser sees no use of it */
#endif
extern const char tarn_built __asm__(TARN_BUILT);
__attribute__((used)) const char tarn_built;
#endif
