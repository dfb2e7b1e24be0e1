/* SPDX-License-Identifier: MIT
 * Questions about the malloc that the program is linked with. A host asks some of them, too
 * (tests/port/hostlib). */
#ifndef TESTS_ADAPTERS_H
#define TESTS_ADAPTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "checks.h"

/* The call returns NULL and sets errno to `error`. */
#define REFUSED(call, error)            \
	do {                            \
		errno = 0;              \
		CHECK((call) == NULL);  \
		CHECK_EQ(errno, error); \
	} while (0)

/* More than any arena. */
#define TOO_LARGE ((size_t)PTRDIFF_MAX)

/* tarns.c. Is it in a heap of Tarn's? */
bool is_ours(const void *block);

/* The bytes that the live blocks take now. */
size_t adapters_live(void);

/* At level 3: the low 32 bits of the address of the call that allocated it. Otherwise 0. */
uint32_t owner_of(const void *block);

/* Has a heap room for some pages? */
bool room_for_pages(void);

void fill(void *block, size_t bytes, unsigned seed);
bool holds(const void *block, size_t bytes, unsigned seed);

/* malloc.c */
void does_malloc_keep_its_promises(void);
void does_realloc_keep_its_promises(void);
void are_aligned_requests_aligned(void);
void do_the_counters_answer(void);
void is_out_of_memory_clean(void);

/* sites.c: is the caller in the program named, and its tag charged? */
void is_each_refusal_told(void);
void does_a_leak_name_its_owner(void);
void does_malloc_charge_who_called(void);

/* On boards alone. */
void does_libc_allocate_here(void); /* libc.c */
void is_the_heap_ready_before_anything(void);
void do_further_heaps_serve(void);           /* heaps.c */
void do_the_twins_set_their_own_errno(void); /* newlib/twins.c */

#endif
