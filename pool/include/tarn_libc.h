/* SPDX-License-Identifier: MIT
 * The heaps that malloc() and its relatives allocate from. */
#ifndef TARN_LIBC_H
#define TARN_LIBC_H

#include <stddef.h>

#include "tarn_refused.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Stands after the definition of an entry point. It keeps the function through link-time
 * optimization, which does not see the references of a libc.a. There it stays a function of its
 * own, so that its return address lies in the program. It also gives it a second name, by which
 * port/malloc/one-heap knows it. After a definition, clang accepts only the second name. */
#ifdef __clang__
#define TARN_IS(name) \
	extern __typeof__(name) tarn_is_##name __attribute__((__used__, __alias__(#name)))
#else
#define TARN_IS(name)                                                                           \
	_Pragma("GCC diagnostic push") /* the definition has declared it */                     \
		_Pragma("GCC diagnostic ignored \"-Wredundant-decls\"") extern __typeof__(name) \
			name __attribute__((__used__, __noinline__, __noclone__));              \
	_Pragma("GCC diagnostic pop") extern __typeof__(name) tarn_is_##name                    \
		__attribute__((__used__, __alias__(#name), __copy__(name)))
#endif

/* Makes the default heap; if there is one, makes it anew. It runs once by itself: from
 * .preinit_array, before the first constructor, or at the first request if that comes earlier. A
 * startup may not run that array. It should then call this, if the first request must be short, or
 * may come from an interrupt. An interrupt that allocates while the heap is being made gets
 * TARN_FAULT_HEAP and NULL.
 *
 * The table is tarn_malloc_table if the program defines it (TARN_TABLE_EXTERN), or else
 * tarn_table_default. If the arena cannot hold the table, the heap is commons alone, and
 * tarn_malloc_misfit is called, if the program defines it. That comes before stdio and
 * constructors, so it should only note its arguments. tarn_misfit_text() makes a sentence of
 * them. */
void tarn_malloc_init(void);
extern const struct tarn_table tarn_malloc_table __attribute__((__weak__));
void tarn_malloc_misfit(enum tarn_status status, const struct tarn_table *table,
			const struct tarn_misfit *why) __attribute__((__weak__));

/* malloc, calloc, aligned_alloc, realloc and free on behalf of `caller`, an address. They do what
 * those do, errno included. Faults and refusals carry the caller, and level 3 records it as the
 * owner of the block. They are for a wrapper whose own address would say nothing:
 *
 *     void *xmalloc(size_t size)
 *     {
 *             void *block = tarn_malloc_for(size, TARN_CALLER); // the caller of xmalloc owns it
 */
void *tarn_malloc_for(size_t size, void *caller) TARN_TOLD_(__alloc_size__(1));
void *tarn_malloc_zeroed_for(size_t count, size_t size, void *caller)
	TARN_TOLD_(__alloc_size__(1, 2));
void *tarn_malloc_aligned_for(size_t alignment, size_t size, void *caller)
	TARN_TOLD_(__alloc_size__(2));
void *tarn_malloc_realloc_for(void *block, size_t size, void *caller) TARN_TOLD_(__alloc_size__(2));
void tarn_malloc_free_for(void *block, void *caller);

/* The number of heaps that malloc may have: the default heap, and those of other banks of RAM that
 * tarn_malloc_add() puts after it. With 1, free() does not look for the heap of a block. With more,
 * it compares the bounds of each. */
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
/* Gives malloc one more heap, of commons alone: the `bytes` at `arena`. From now on it serves what
 * the heaps before it refuse. Their `refused` counts such a request, whether it is served or not.
 * When malloc makes its default heap again, it loses this one.
 *
 *   returns  TARN_OK. TARN_HEAP_COUNT: there are TARN_MALLOC_HEAPS already. As tarn_init:
 *            TARN_OVERLAP for memory of another heap, TARN_ARENA_SMALL, TARN_ARENA_LARGE. Unless it
 *            is TARN_OK, nothing changed
 *   context  not while another context allocates */
TARN_MUST_USE enum tarn_status tarn_malloc_add(void *arena, size_t bytes);

extern struct tarn_heap tarn_malloc_more[TARN_MALLOC_HEAPS - 1];
extern uint32_t tarn_malloc_heaps; /* the number of heaps in it */
#endif

#ifdef __cplusplus
}
#endif

#endif
