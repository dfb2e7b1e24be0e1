/* SPDX-License-Identifier: MIT
 * The choices of a build. Define a name on the compiler's command line, the same for every file of
 * the program. Files with different choices do not link. */
#ifndef TARN_CONFIG_H
#define TARN_CONFIG_H

#include "tarn_agree.h"
#include "tarn_version.h"

/* The level: how much misuse Tarn detects. Each level does what the ones below it do, and more.
 *   0  no checks: tarn_free trusts its pointer, and Tarn validates no link of a free block
 *   1  all that the metadata can decide: tarn_free judges any pointer, and Tarn validates links
 *   2  use after free: 0x1deadb0b fills a freed block, and Tarn verifies it before reuse. Overruns:
 *      Tarn keeps the requested size, and tarn_free verifies the bytes after it. 0xdeadbeef fills a
 *      new block
 *   3  owners: who allocated each block (caller, sequence number). A quarantine of freed blocks */
#ifndef TARN_HARDEN
#define TARN_HARDEN 1
#endif

/* The alignment of every block, and the granule, the unit of every size: 8 or 16. */
#ifndef TARN_ALIGN
#define TARN_ALIGN 8
#endif

/* The zones that are built, one of them at least. A program whose table has no classes needs no
 * pools. A program whose table fills its arena needs no commons. */
#ifndef TARN_POOLS
#define TARN_POOLS 1
#endif
#ifndef TARN_COMMONS
#define TARN_COMMONS 1
#endif

/* Cumulative counters: allocations, frees, overflows, requested bytes, the largest refusal. */
#ifndef TARN_COUNT
#define TARN_COUNT (TARN_HARDEN >= 2)
#endif

/* The number of tags, not counting "no tag" (tarn_tag.h). With tags each block is 4 bytes
 * longer. */
#ifndef TARN_TAGS
#define TARN_TAGS 0
#endif

/* Early warning: tarn_on_low(), and `longest_least` of tarn_heap_stats, the least that the longest
 * free run ever was. It adds 12 bytes to the record of a heap and 330 bytes of code. An allocation
 * from the commons takes 3 instructions more. It takes up to 52 more when it takes from the bin of
 * the longest run. */
#ifndef TARN_WATCH
#define TARN_WATCH (TARN_HARDEN >= 2)
#endif

/* Level 3: the number of freed blocks that the quarantine of a heap holds back, always the last
 * ones. Each takes 4 bytes of the heap's record. Before Tarn refuses a request, and before
 * tarn_cost and tarn_largest answer, it gives all of them back. It does not for a request that no
 * class and not all of the commons could hold. */
#ifndef TARN_QUARANTINE
#define TARN_QUARANTINE 32
#endif

/* A constant record in the image, 44 bytes on a 32-bit machine. A debugger needs it to read heaps
 * without debug information (port/gdb). 0: none. Files of one program may differ in it. */
#ifndef TARN_DEBUGGER
#define TARN_DEBUGGER 1
#endif

/* Does the compiler turn a call at the end of a function into a jump? GCC and clang do so at -O2
 * and -Os on a machine that can (Thumb-2). Each call is then an instruction shorter. Define it as 0
 * for -O1 and -Og. Otherwise the `caller` of a fault is an address inside Tarn. */
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

/* Words that C and C++ spell differently. */
#ifdef __cplusplus
#define TARN_STATIC_ASSERT_ static_assert
#define TARN_EXTERN_C_      extern "C"
#else
#define TARN_STATIC_ASSERT_ _Static_assert
#define TARN_EXTERN_C_      extern
#endif

/* Files of different versions or choices do not link: tarn_agree.h. */
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
