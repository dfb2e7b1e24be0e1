/* SPDX-License-Identifier: MIT
 * What a program may say of the heaps that malloc() and its relatives allocate from. */
#ifndef TARN_LIBC_H
#define TARN_LIBC_H

#include <stddef.h>

#include "tarn_refused.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Behind an entry point: keeps it through link-time optimization, which does not see the
 * references of a libc.a, and gives it the second name by which port/one-heap knows it. clang takes
 * nothing but that one behind a definition. */
#ifdef __clang__
#define TARN_IS(name) extern __typeof__(name) tarn_is_##name __attribute__((used, alias(#name)))
#else
#define TARN_IS(name)                                       \
	extern __typeof__(name) name __attribute__((used)); \
	extern __typeof__(name) tarn_is_##name __attribute__((used, alias(#name), copy(name)))
#endif

/* Make the default heap, anew where there is one. Runs once by itself: before the first constructor,
 * from .preinit_array, or at the first request, if that comes earlier. A startup that does not run that
 * array calls it where the first request must not take that long, or may be an interrupt's: an
 * interrupt that comes while the heap is being made gets the fault `heap` (TARN_FAULT_HEAP) and NULL.
 *
 * The table is tarn_malloc_table where the program defines one (TARN_TABLE_EXTERN), else
 * tarn_table_default. An arena that cannot hold it becomes commons alone, and tarn_malloc_misfit is
 * told, where the program defines that: before stdio and constructors, so it had better only note
 * it. tarn_misfit_text() makes a sentence of what it gets. */
void tarn_malloc_init(void);
extern const struct tarn_table tarn_malloc_table __attribute__((weak));
void tarn_malloc_misfit(enum tarn_status status, const struct tarn_table *table,
			const struct tarn_misfit *why) __attribute__((weak));

/* How many heaps malloc may have: the default heap and those that tarn_malloc_add() puts behind it, of
 * other banks of RAM. With 1 no block's heap is looked for; each one more costs free() its bounds. */
#ifndef TARN_MALLOC_HEAPS
#define TARN_MALLOC_HEAPS 1
#endif
#if TARN_MALLOC_HEAPS < 1 || TARN_MALLOC_HEAPS > 255
#error "TARN_MALLOC_HEAPS: 1 to 255"
#endif
#ifdef __ELF__
TARN_ONE_WAY_(tarn_malloc_one_way, "tarn_malloc_has_heaps_" TARN_VALUE_(TARN_MALLOC_HEAPS))
#endif

#if TARN_MALLOC_HEAPS > 1
/* From now on what the heaps before it refuse is asked of `bytes` at `arena`: a heap of commons alone.
 * (Their `refused` count it, served or not.) Lost when malloc is made again. Not while another context
 * allocates.
 *
 *   returns  TARN_OK; TARN_HEAP_COUNT: there are TARN_MALLOC_HEAPS already; or as tarn_init: TARN_OVERLAP
 *            for memory that is a heap's, TARN_ARENA_SMALL, TARN_ARENA_LARGE. Nothing changed then */
TARN_MUST_USE enum tarn_status tarn_malloc_add(void *arena, size_t bytes);

extern struct tarn_heap tarn_malloc_more[TARN_MALLOC_HEAPS - 1];
extern uint32_t tarn_malloc_heaps; /* in it */
#endif

#ifdef __cplusplus
}
#endif

#endif
