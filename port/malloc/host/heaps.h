/* SPDX-License-Identifier: MIT
 * The heaps of malloc on a host: an ordered list, which grows. The first one, tarn_default, has the
 * default table, unless it is made for a request that such a heap has no room for. The others have
 * commons only. The first heap that has room serves a request.
 *
 * Every public call holds the port's lock from its start to its end (heaps_enter, heaps_leave). The
 * functions below are called in between. */
#ifndef HOST_HEAPS_H
#define HOST_HEAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../private/names.h"
#include "tarn_refused.h"

#define HEAPS_MAX    64
#define HEAPS_LIMIT  ((size_t)HEAPS_MAX * TARN_ARENA_MAX) /* bytes of all arenas together */
#define HEAPS_LEAST  ((size_t)4096)
#define HEAPS_STATUS 2 /* the exit status after a malformed variable */

/* Take and release the lock. `caller` is the address that a fault will name. The first call reads
 * the environment. The library's constructor makes that call, if no other came before. */
void heaps_enter(void *caller);
void heaps_leave(void);
void *heaps_caller(void);

/* A block of `size` bytes at a multiple of `align`, a power of two; 0 stands for TARN_ALIGN. NULL
 * iff no heap has room and none can be added. */
void *heaps_alloc(size_t align, size_t size);

/* As tarn_realloc, for a block of any heap. The block may move to another heap. */
void *heaps_resize(void *block, size_t size);

bool heaps_live(void *block);

/* Outside the lock: a request of `from` returns NULL. Calls the handler of tarn_on_refused with the
 * last heap. */
void heaps_refused(size_t align, size_t size, void *from);

/* A pointer that is not a live block of any heap is a fault. */
void heaps_free(void *block);
size_t heaps_usable(void *block);

/* The heap whose arena a pointer points into. If there is none, the first heap, which then raises
 * the fault. */
struct tarn_heap *heaps_of(const void *pointer);

/* For the reports: the heaps in order, NULL after the last; and the numbers of all of them. */
struct tarn_heap *heaps_at(unsigned int index);
struct heaps_stats {
	uint64_t arena;     /* bytes of all arenas */
	uint64_t in_use;    /* bytes of live blocks */
	uint64_t blocks;    /* live blocks */
	uint64_t payload;   /* bytes requested for the live blocks; below level 2, their bytes */
	uint64_t peak;      /* the sum of the peaks of all zones, in bytes */
	uint64_t calls;     /* requests that were served */
	uint64_t requested; /* bytes requested in all of them */
	uint64_t granted;   /* bytes of the blocks that they got */
	uint64_t refused;   /* calls that returned NULL because no heap had room */
	unsigned int heaps;
};
void heaps_stats(struct heaps_stats *stats);

/* report.c: writes the summary, if TARN_SUMMARY is set. `idle` is false if the process ended inside
 * a call. Then the heaps may be in the middle of a change, and nobody reads them. */
#define HEAPS_BUSY "the program ended inside a call of malloc"
void report_at_exit(bool idle);

#endif
