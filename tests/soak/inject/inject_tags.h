/* SPDX-License-Identifier: MIT
 * INJECT= for tags: what inject.c and inject_answer.c call once the point is reached. */
#ifndef SOAK_INJECT_TAGS_H
#define SOAK_INJECT_TAGS_H

#include "shadow.h"

#if TARN_TAGS > 0

/* Between operations. */
void inject_unknown_tag(void);
void inject_miscounted(void);
void inject_unrefused(void);
void inject_swapped(void);

/* Behind the free of a block: its bytes are not credited. */
void inject_tag_leak(const struct place *place);

/* In a request's place: served beyond the limit, or refused within it. False: it is no such
 * request. */
bool inject_beyond(uint32_t size, void **answer);
bool inject_within(uint32_t size, uint32_t align);

#endif
#endif
