/* SPDX-License-Identifier: MIT
 * INJECT= for tags: inject.c, inject_program.c and inject_answer.c call these once the point is
 * reached. */
#ifndef SOAK_INJECT_TAGS_H
#define SOAK_INJECT_TAGS_H

#include "shadow.h"

#if TARN_TAGS > 0

/* Between operations. */
void inject_unknown_tag(void);
void inject_miscounted(void);
void inject_unrefused(void);
void inject_swapped(void);

/* After the free of a block: does not credit its bytes. */
void inject_tag_leak(const struct place *place);

/* They replace a request: served beyond the limit, or refused within it. They return false if the
 * request is not of that kind. */
bool inject_beyond(uint32_t size, void **answer);
bool inject_within(uint32_t size, uint32_t align);

#endif
#endif
