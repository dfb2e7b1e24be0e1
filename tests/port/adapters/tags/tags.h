/* SPDX-License-Identifier: MIT
 * Shared by the questions about tags and contexts. */
#ifndef TESTS_ADAPTERS_TAGS_H
#define TESTS_ADAPTERS_TAGS_H

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAIN = 1, HANDLER = 2, URGENT = 3 };

#define CHECK(condition) tags_check((condition), #condition, __FILE__, __LINE__)
void tags_check(bool holds, const char *what, const char *file, int line);

/* The tag of a live block of the default heap. */
uint32_t tag_of(const void *block);

/* The faults of kind `tag` since the last call. All other faults are failures. */
unsigned tags_faults(void);

/* Does each context charge its own tag? */
void do_contexts_have_their_own(void);
/* Do the adapters charge the tag that the caller entered? */
void does_malloc_charge_who_called(void);
void does_new_charge_who_called(void);
void does_the_kernel_charge_who_called(void);

#ifdef __cplusplus
}
#endif

#endif
