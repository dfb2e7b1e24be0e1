/* SPDX-License-Identifier: MIT
 * The heaps of malloc on a host: an ordered list, which grows. The first, tarn_default, has the
 * default table, those after it are commons alone; a request goes to the first that has room.
 *
 * Every call holds the port's lock from its start to its end (heaps_enter, heaps_leave): what
 * stands below is called in between. */
#ifndef HOST_HEAPS_H
#define HOST_HEAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../private/names.h"
#include "tarn_refused.h"

#define HEAPS_MAX    64
#define HEAPS_LIMIT  ((size_t)HEAPS_MAX * TARN_ARENA_MAX) /* bytes of arena, all together */
#define HEAPS_LEAST  ((size_t)4096)
#define HEAPS_STATUS 2 /* the exit status of a program whose environment is malformed */

/* Take the lock; `caller` is the address that a fault will name. The first call of all, and the
 * library's constructor if there was none, reads the environment. */
void heaps_enter(void *caller);
void heaps_leave(void);
void *heaps_caller(void);

/* A block of `size` bytes at a multiple of `align` (a power of two, or 0: of TARN_ALIGN); NULL
 * iff no heap has room and none can be added. */
void *heaps_alloc(size_t align, size_t size);

/* As tarn_realloc, of a block of any of the heaps; it may move to another one. */
void *heaps_resize(void *block, size_t size);

bool heaps_live(void *block);

/* Outside the lock: a request of `from` ends with NULL. tarn_on_refused is told, of the last
 * heap. */
void heaps_refused(size_t align, size_t size, void *from);

/* What is no live block of any heap is a fault. */
void heaps_free(void *block);
size_t heaps_usable(void *block);

/* The heap whose arena a pointer points into; the first where none is, to be told of it. */
struct tarn_heap *heaps_of(const void *pointer);

/* For the reports: the heaps in order, NULL after the last; all of them together. */
struct tarn_heap *heaps_at(unsigned int index);
struct heaps_stats {
	uint64_t arena;     /* bytes of all arenas */
	uint64_t in_use;    /* bytes of live blocks */
	uint64_t blocks;    /* live, */
	uint64_t payload;   /* and the bytes asked for in them (below level 2: theirs) */
	uint64_t peak;      /* bytes: the most that each zone ever had in use, added up */
	uint64_t calls;     /* that asked for memory and were served */
	uint64_t requested; /* bytes that they asked for, all together, */
	uint64_t granted;   /* and those of the blocks that they got */
	uint64_t refused;   /* calls that answered NULL for want of room */
	unsigned int heaps;
};
void heaps_stats(struct heaps_stats *stats);

/* report.c: the summary, if TARN_SUMMARY asks for it. `idle` is false where a call was under way as
 * the process ended: then the heaps may be in the middle of a change, and nobody looks at them. */
#define HEAPS_BUSY "the program ended inside a call of malloc"
void report_at_exit(bool idle);

#endif
