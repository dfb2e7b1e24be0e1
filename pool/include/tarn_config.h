/* SPDX-License-Identifier: MIT
 * What a build may choose. Define a name on the compiler's command line, the same for every
 * file of the program: files with different choices do not link. */
#ifndef TARN_CONFIG_H
#define TARN_CONFIG_H

#include "tarn_agree.h"
#include "tarn_version.h"

/* How hard misuse is looked for. Each level holds the ones below it.
 *   0  the floor: free believes its pointer; no link is validated
 *   1  everything that the metadata can decide: free is total, links are validated
 *   2  0x1deadb0b over a freed block, verified on reuse (use after free); 0xdeadbeef over a
 *      new one; the requested size kept, the slack behind it verified (overrun)
 *   3  also who allocated (caller, sequence number), and a quarantine of freed blocks */
#ifndef TARN_HARDEN
#define TARN_HARDEN 1
#endif

/* Every block's alignment, and the granule: 8, or 16. */
#ifndef TARN_ALIGN
#define TARN_ALIGN 8
#endif

/* The zones that are built. A program whose table has no classes needs no pools; one whose
 * table fills its arena needs no commons. At least one of them. */
#ifndef TARN_POOLS
#define TARN_POOLS 1
#endif
#ifndef TARN_COMMONS
#define TARN_COMMONS 1
#endif

/* Cumulative counters: allocations, frees, overflows, bytes asked for, largest refusal. */
#ifndef TARN_COUNT
#define TARN_COUNT (TARN_HARDEN >= 2)
#endif

/* Tags: how many, besides "no tag" (tarn_tag.h). Each block is then 4 bytes longer. */
#ifndef TARN_TAGS
#define TARN_TAGS 0
#endif

/* Early warning: the least that the longest free run ever was (`longest_least` of tarn_heap_stats),
 * and tarn_on_low(). A heap's record grows by 12 bytes, the code by 330. An allocation from the
 * commons costs 3 instructions more; up to 52 more when it takes from the bin of the longest run. */
#ifndef TARN_WATCH
#define TARN_WATCH (TARN_HARDEN >= 2)
#endif

/* Level 3: how many freed blocks the quarantine of one heap holds back: the last ones, in
 * whatever order they were freed. Each takes 4 bytes of the heap's record. All are given back
 * before a request is refused, but for what no class and not all of the commons can hold; and
 * before tarn_cost and tarn_largest answer. */
#ifndef TARN_QUARANTINE
#define TARN_QUARANTINE 32
#endif

/* A record of 44 bytes in the image, by which a debugger reads heaps without debug information
 * (port/gdb). 0: none. Files of one program may differ in it. */
#ifndef TARN_DEBUGGER
#define TARN_DEBUGGER 1
#endif

/* Does the compiler turn a call at a function's end into a jump? GCC and clang do at -O2 and -Os,
 * where the machine can (Thumb-2). It spares each call an instruction. Define it as 0 for
 * -O1 and -Og, or a fault's `caller` will be an address inside Tarn. */
#ifndef TARN_TAIL_CALLS
#if defined(__thumb2__) && defined(__OPTIMIZE__) && !defined(TARN_EVENT_HEADER)
#define TARN_TAIL_CALLS 1
#else
#define TARN_TAIL_CALLS 0
#endif
#endif

#if TARN_HARDEN < 0 || TARN_HARDEN > 3
#error "TARN_HARDEN: 0, 1, 2 or 3"
#endif
#if TARN_QUARANTINE < 1 || TARN_QUARANTINE > 4096
#error "TARN_QUARANTINE: 1 to 4096"
#endif
#if TARN_TAGS < 0 || TARN_TAGS > 255
#error "TARN_TAGS: 0 to 255"
#endif
#if TARN_ALIGN != 8 && TARN_ALIGN != 16
#error "TARN_ALIGN: 8 or 16"
#endif
#define TARN_NO_FLAG_(value) ((value) != 0 && (value) != 1)
#if TARN_NO_FLAG_(TARN_POOLS) || TARN_NO_FLAG_(TARN_COMMONS) || TARN_NO_FLAG_(TARN_COUNT) || \
	TARN_NO_FLAG_(TARN_WATCH) || TARN_NO_FLAG_(TARN_DEBUGGER)
#error "TARN_POOLS, TARN_COMMONS, TARN_COUNT, TARN_WATCH, TARN_DEBUGGER: 0 or 1"
#endif
#if !TARN_POOLS && !TARN_COMMONS
#error "TARN_POOLS, TARN_COMMONS: at least one zone"
#endif

/* What C and C++ spell differently. */
#ifdef __cplusplus
#define TARN_STATIC_ASSERT_ static_assert
#define TARN_EXTERN_C_      extern "C"
#else
#define TARN_STATIC_ASSERT_ _Static_assert
#define TARN_EXTERN_C_      extern
#endif

/* Files that were built with different versions or choices do not link: tarn_agree.h. */
#ifdef __ELF__
#if TARN_HARDEN == 0
#define TARN_BUILT_HARDEN_ "harden0"
#elif TARN_HARDEN == 1
#define TARN_BUILT_HARDEN_ "harden1"
#elif TARN_HARDEN == 2
#define TARN_BUILT_HARDEN_ "harden2"
#else
#define TARN_BUILT_HARDEN_ "harden3"
#endif
#if TARN_ALIGN == 8
#define TARN_BUILT_ALIGN_ "_align8"
#else
#define TARN_BUILT_ALIGN_ "_align16"
#endif
#if TARN_POOLS
#define TARN_BUILT_POOLS_ "_pools1"
#else
#define TARN_BUILT_POOLS_ "_pools0"
#endif
#if TARN_COMMONS
#define TARN_BUILT_COMMONS_ "_commons1"
#else
#define TARN_BUILT_COMMONS_ "_commons0"
#endif
#if TARN_COUNT
#define TARN_BUILT_COUNT_ "_count1"
#else
#define TARN_BUILT_COUNT_ "_count0"
#endif
#if TARN_WATCH
#define TARN_BUILT_WATCH_ "_watch1"
#else
#define TARN_BUILT_WATCH_ "_watch0"
#endif
#if TARN_HARDEN == 3
#define TARN_BUILT_QUARANTINE_ "_quarantine" TARN_VALUE_(TARN_QUARANTINE)
#else
#define TARN_BUILT_QUARANTINE_ ""
#endif
#if TARN_TAGS > 0
#define TARN_BUILT_TAGS_ "_tags" TARN_VALUE_(TARN_TAGS)
#else
#define TARN_BUILT_TAGS_ ""
#endif
#define TARN_BUILT                                                                             \
	"tarn_built_with_" TARN_VALUE_(TARN_VERSION_MAJOR) "." TARN_VALUE_(                    \
		TARN_VERSION_MINOR) "." TARN_VALUE_(TARN_VERSION_PATCH) "_" TARN_BUILT_HARDEN_ \
		TARN_BUILT_ALIGN_ TARN_BUILT_POOLS_ TARN_BUILT_COMMONS_ TARN_BUILT_COUNT_      \
			TARN_BUILT_WATCH_ TARN_BUILT_QUARANTINE_ TARN_BUILT_TAGS_
TARN_ONE_WAY_(tarn_built_one_way, TARN_BUILT)
#endif

#endif
