/* SPDX-License-Identifier: MIT
 * Tarn: a segregated pool allocator for bare metal. This header is the contract.
 *
 * A heap is an arena and a table. At boot the arena is carved into pools, one for each size
 * class of the table; what the table leaves is the commons. See pool/README.md for the words.
 *
 * The sizing law. Of an arena of A bytes with a table of N classes, Tarn keeps for itself
 *     20 (N + 1) + 4 B + 8 (P / 256 + C / 256 + 2)  bytes      (with TARN_TAGS 36 (N + 1))
 * where P and C are the bytes of the pools and of the commons and B is the number of bins (at
 * most 4 an octave of C, 48 at 64 KB, 64 in all); with pools and commons at least 256 bytes, less
 * P modulo 256. The rest is blocks. (TARN_ALIGN 16: 512 in place of 256.) TARN_TABLE_FITS() is this
 * law as a constant expression; tarn_heap_stats() tells it of a live heap.
 *
 * Context: unless a function says otherwise it may be called from any context that the port's
 * lock keeps out, interrupt handlers included. Costs are instructions on a Cortex-M4,
 * measured by `make bench`, lock included, TARN_HARDEN 1, -O2; -Os costs a few more. */
#ifndef TARN_H
#define TARN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tarn_config.h"
#include "tarn_version.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* The compiler warns where a result is ignored that says whether there is a heap, a pool, an array or
 * a block at all: a program that goes on without knowing has a bug. */
#define TARN_MUST_USE __attribute__((warn_unused_result))

/* The structs below lie as the machine's own rules have them, and their fields have a fixed width. So
 * files agree on them whatever the size of an enum. A file that packs structs does not compile. */
struct tarn_layout_ {
	char first;
	void *second;
	char third;
};
typedef char tarn_headers_need_structs_that_are_not_packed
	[sizeof(struct tarn_layout_) == 3 * sizeof(void *) ? 1 : -1];

/* The largest arena, in bytes. Offsets are 32 bits wide; counts of blocks are 24. */
#define TARN_ARENA_MAX (UINT32_C(128) << 20)

/* ---- Tables ---------------------------------------------------------------------------- */

/* What a class does when its pool is empty: one of these, or the sum of several. */
enum tarn_overflow {
	TARN_REFUSE = 0,     /* answers NULL */
	TARN_TO_COMMONS = 1, /* is served from the commons, where they have room */
	TARN_TO_LARGER = 2,  /* then takes a block of the nearest larger class that has two left */
	TARN_TO_LAST = 4     /* ... or one: may take even another class's last block */
};

/* A size class. Its pool has blocks + per_64k * K / 64 reserved blocks, rounded down, in an
 * arena of K whole KiB: so one table can scale with its arena. */
struct tarn_class {
	uint32_t size;     /* bytes of a block; a multiple of TARN_ALIGN; ascending in a table.
	                      At TARN_HARDEN 2 and 3 a block also holds its record:
	                      TARN_RECORD bytes of it are not the caller's. */
	uint32_t blocks;   /* reserved, whatever the arena */
	uint16_t per_64k;  /* reserved besides, for each 64 KiB of arena; 8192 at most */
	uint16_t overflow; /* enum tarn_overflow */
};

/* A table: classes in ascending order of size, and for each number of granules, 0 to 64,
 * the first class that holds it (`classes` where none does). Define one with TARN_TABLE()
 * (tarn_table.h) or, at run time, fill the map with tarn_table_map(). Must outlive its heap. */
#define TARN_MAP_ENTRIES 65
struct tarn_table {
	const struct tarn_class *size_class;
	const uint8_t *map; /* TARN_MAP_ENTRIES bytes */
	uint32_t classes;   /* at most TARN_CLASSES_MAX */
};
#define TARN_CLASSES_MAX 64

/* The default table: pools for the common small sizes, a sixteenth of any arena from 2 KB to
 * 16 MB; every class overflows into the commons. */
extern const struct tarn_table tarn_table_default;

/* A table of no classes: the commons alone. */
extern const struct tarn_table tarn_table_commons;

/* Fill `map` (TARN_MAP_ENTRIES bytes) for a table made at run time. */
void tarn_table_map(uint8_t *map, const struct tarn_class *size_class, uint32_t classes);

/* The bytes at the end of each block that Tarn keeps its record in. */
#define TARN_RECORD ((TARN_HARDEN >= 3 ? 12 : TARN_HARDEN == 2 ? 4 : 0) + (TARN_TAGS > 0 ? 4 : 0))

/* ---- Faults ---------------------------------------------------------------------------- */

/* A misuse that Tarn detected and refused. */
enum tarn_fault_kind {
	TARN_FAULT_DOUBLE_FREE,    /* the start of a block, or a place in a run, that is free */
	TARN_FAULT_INTERIOR,       /* inside a live block, not its start */
	TARN_FAULT_MISALIGNED,     /* in the heap, at no multiple of TARN_ALIGN */
	TARN_FAULT_FOREIGN,        /* outside the heap's arena */
	TARN_FAULT_WILD,           /* in the arena where no block can be or, in a pool, ever was */
	TARN_FAULT_LINK,           /* a free block's link was overwritten */
	TARN_FAULT_OVERRUN,        /* level 2: written past the requested size; with TARN_TAGS, at
				    * any level: past the end of the block */
	TARN_FAULT_USE_AFTER_FREE, /* level 2: a free block was written to */
	TARN_FAULT_KINDS,          /* how many kinds a heap counts; those of typed pools follow */
	TARN_FAULT_FULL = TARN_FAULT_KINDS, /* a pool that must never be full is */
	TARN_FAULT_CAPACITY, /* a capacity of 0, above the maximum, or more than the memory holds */
	TARN_FAULT_HANDLE,   /* a handle of another pool, or of one that has no handles */
	TARN_FAULT_STALE,    /* a handle or index whose object is gone, where one is required */
	TARN_FAULT_INDEX,    /* an index out of range */
	TARN_FAULT_REENTERED, /* a hook calls the pool that called it */
	TARN_FAULT_HEAP, /* a call to a heap that nobody made, or whose tarn_init failed; not counted */
	TARN_FAULT_REGISTRY, /* a record on a registry was overwritten, or given up without leaving it */
	TARN_FAULT_OVERLAP, /* memory that overlaps a heap or a pool is given to a pool, or an array; or,
			     * with TARN_TAGS, memory of an open pool or array is freed */
	TARN_FAULT_GROUP,   /* columns that make no group, or are in none together: tarn_packed.h */
	TARN_FAULT_IMAGE,   /* an image of another pool, type or build, or a damaged one */
	TARN_FAULT_CONTEXT, /* a wait for an object in an interrupt, or where no scheduler runs */
	TARN_FAULT_TAG,     /* an unknown tag; a leave of a tag that is not the one entered last */
	TARN_FAULT_ALL_KINDS
};

struct tarn_heap;
struct tarn_fault {
	uint32_t kind; /* enum tarn_fault_kind */
	void *pointer; /* the pointer that was passed; the damaged block, or place in a record; of
			* TARN_FAULT_TAG the tag, as a number */
	struct tarn_heap *heap; /* the heap that found it; NULL: a pool on static storage */
	void *caller;           /* the return address of the call that found it */
	const char *name; /* of the pool's or packed array's declaration: the type's, of a pool made
			   * from a TYPE; NULL: of a heap, or of one that was never opened */
};

typedef void tarn_fault_handler(const struct tarn_fault *fault);

/* Set the handler of all heaps; NULL: the port's (tarn_port_fault). Returns the one before.
 * A handler runs outside the lock, in the context of the faulty call, and may return. A refused
 * pointer and an overrun have then changed nothing but the count of faults. A damaged link or a
 * write to a free block is somebody else's error, found by this call: it goes on, past what is
 * damaged. */
tarn_fault_handler *tarn_on_fault(tarn_fault_handler *handler);

/* "double-free", "interior", "misaligned", "foreign", "wild", "link", "overrun",
 * "use-after-free"; "full", "capacity", "handle", "stale", "index", "re-entered", "heap",
 * "registry", "overlap", "group", "image", "context", "tag". */
const char *tarn_fault_name(uint32_t kind);

/* ---- Heaps ----------------------------------------------------------------------------- */

/* A heap's record. Declare one (static), hand it to tarn_init, and leave its fields alone:
 * they are here so that the compiler knows the size. pool/heap/heap.h explains them. */
struct tarn_entry {
	struct tarn_entry *next;
	uintptr_t proof;
};
struct tarn_tag_room { /* what a tag may still take before more than a subtraction is to be done */
	int32_t bytes;
	int32_t blocks;
};
struct tarn_tag_marks {
	uint32_t limit;
	uint32_t peak;
	uint32_t peak_blocks;
	uint32_t refused;
};
typedef void tarn_low_handler(struct tarn_heap *heap, size_t mark); /* tarn_on_low */
struct tarn_heap {
	uintptr_t base;
	uint32_t pools;
	uintptr_t planes;
	uint32_t end;
	uintptr_t heads;
	uint32_t key;
	uint32_t map_limit;
	const uint8_t *map;
	uint32_t limit;
	uint32_t room;
	uint32_t peak;
	uintptr_t touched;
	uint32_t bins[2];
	uint8_t classes;
	uint8_t bin_end;
#if TARN_WATCH
	uint8_t top;
#endif
	uint8_t quiet; /* tarn_refused_quiet */
	const struct tarn_class *size_class;
	struct tarn_entry entry;
	uint16_t faults[TARN_FAULT_KINDS];
#if TARN_TAGS > 0
	struct tarn_tag_room tag_room[TARN_TAGS + 1];
	struct tarn_tag_marks tag_marks[TARN_TAGS + 1];
	const struct tarn_budget *budget;
	uint32_t budgets;
#endif
#if TARN_COUNT
	struct tarn_counters *counters;
#endif
#if TARN_WATCH
	tarn_low_handler *on_low;
	uint8_t mark;
	uint8_t again;
	uint8_t least;
	uint8_t watch;
#endif
#if TARN_HARDEN >= 2
	uint32_t virgin;
#endif
#if TARN_HARDEN >= 3
	uint32_t sequence;
	uint32_t quarantine_first;
	uint32_t quarantine_blocks;
	uint32_t quarantine_bytes;
	uint32_t quarantine[TARN_QUARANTINE];
#endif
};

enum tarn_status {
	TARN_OK = 0,
	TARN_ARENA_SMALL, /* `needs` bytes would do, if any; the first class that does not fit is named */
	TARN_ARENA_LARGE,    /* more than TARN_ARENA_MAX */
	TARN_CLASS_SIZE,     /* a class of no size, or not a multiple of TARN_ALIGN, or too large */
	TARN_CLASS_ORDER,    /* a class no larger than the one before it */
	TARN_CLASS_COUNT,    /* more than TARN_CLASSES_MAX classes */
	TARN_CLASS_MAP,      /* a map that is missing, or was not made for these classes */
	TARN_CLASS_OVERFLOW, /* a class whose rule is no sum of enum tarn_overflow */
	TARN_OVERLAP,        /* memory that overlaps another heap, or a pool */
	TARN_HEAP_COUNT, /* malloc has as many heaps as it may: tarn_malloc_add (port/tarn_libc.h) */
	TARN_BUILD       /* the caller was compiled with another tarn_config.h */
};

/* Why tarn_init refused. */
struct tarn_misfit {
	uint32_t class_index; /* the class at fault; the number of classes where none is */
	uint32_t needs; /* TARN_ARENA_SMALL: the fewest bytes, more than were given, that this table
			   fits at this start; UINT32_MAX: more than TARN_ARENA_MAX */
};

/* Make a heap of `bytes` at `arena` (any alignment; the ends are trimmed to TARN_ALIGN) with
 * `table`, and enter it in the registry. Whatever the arena held is lost; the same heap may be
 * made again. `arena` and `table` may not be NULL; `why` may be.
 *
 * The arena must be the caller's to give: it overlaps neither another heap on the registry, the
 * default one included, nor an open object pool. But it may lie within a single live block, or
 * within an object in use: call tarn_forget before you free that, for nobody notices. (Pools on
 * TARN_OBJECT_STORAGE, and pools opened on a heap, are asked once the program gave a pool memory
 * of its own, or began a scene. Until then their memory is the program's, or a live block.
 * Packed arrays are never asked.) Looking for the block costs some 30 instructions for each
 * TARN_ALIGN bytes between its start and the arena's.
 *
 *   returns  TARN_OK, or what is wrong with the table; then the heap, like one that was never
 *            made (and reads 0), refuses every request and owns no pointer
 *   cost     about 2,400 instructions for 64 KiB without classes, 3,100 with the default table: what
 *            clearing the planes, 3 % of the arena, costs; and it grows as the arena does
 *   context  not while another context uses the same heap
 *
 * An aligned allocation counts from address 0: outcomes are the same on every machine where
 * the arena's base is aligned to the largest alignment asked for. */
#define TARN_BUILD_ID                                                             \
	((TARN_HARDEN | TARN_ALIGN << 4 | TARN_POOLS << 12 | TARN_COMMONS << 13 | \
	  (TARN_COUNT) << 14 | (TARN_HARDEN >= 3 ? TARN_QUARANTINE : 0) << 15 |   \
	  (TARN_WATCH) << 28) ^                                                   \
	 (TARN_TAGS)*UINT32_C(0x9e3779b1))
TARN_MUST_USE enum tarn_status tarn_init_as(struct tarn_heap *heap, void *arena, size_t bytes,
					    const struct tarn_table *table, uint32_t build);
TARN_MUST_USE enum tarn_status tarn_init_at(struct tarn_heap *heap, void *arena, size_t bytes,
					    const struct tarn_table *table, uint32_t build);
void tarn_explain(const void *arena, size_t bytes, const struct tarn_table *table,
		  enum tarn_status status, struct tarn_misfit *why);
TARN_MUST_USE static inline enum tarn_status tarn_init(struct tarn_heap *heap, void *arena,
						       size_t bytes, const struct tarn_table *table,
						       struct tarn_misfit *why)
{
	enum tarn_status status = tarn_init_at(heap, arena, bytes, table, TARN_BUILD_ID);

	if (why) /* what a program does not ask for is not linked */
		tarn_explain(arena, bytes, table, status, why);
	return status;
}

/* One line that says what tarn_init found wrong, without a newline: "class 3 (48 B x 200) does
 * not fit: the table needs 70112 bytes of arena". Writes at most `room` bytes, the closing 0
 * included; returns the length. */
size_t tarn_misfit_text(char *text, size_t room, enum tarn_status status,
			const struct tarn_table *table, const struct tarn_misfit *why);

/* Take a heap off the registry; its blocks stay where they are. Nothing happens when it is
 * not on it. */
void tarn_forget(struct tarn_heap *heap);

/* The registry: every heap that was made, newest first. NULL after the last. A heap's record stays
 * where it is until tarn_forget.
 *   faults   TARN_FAULT_REGISTRY, and NULL: a record on the registry was overwritten, or lay on a
 *            stack that is gone. The heaps after it are not found. tarn_init and tarn_forget walk
 *            the registry too, and raise the same fault */
struct tarn_heap *tarn_heap_first(void);
struct tarn_heap *tarn_heap_next(const struct tarn_heap *heap);

/* The default heap, over the linker's arena (__tarn_arena_start, __tarn_arena_end).
 * tarn_default_init makes it with `table`; NULL: tarn_table_default. Where malloc is Tarn's this heap is
 * malloc's, which makes it. Of the two files of `make amalgam`, tarn.c has no default heap: tarn_malloc.c
 * has it, with its arena. */
extern struct tarn_heap tarn_default;
TARN_MUST_USE enum tarn_status tarn_default_init(const struct tarn_table *table,
						 struct tarn_misfit *why);

/* What the second argument points at is not read: no compiler needs to warn that it was never
 * written. */
#if !defined(TARN_NOT_READ_) && defined(__has_attribute)
#if __has_attribute(access)
#define TARN_NOT_READ_ __attribute__((access(none, 2)))
#endif
#endif
#ifndef TARN_NOT_READ_
#define TARN_NOT_READ_
#endif

/* ---- Blocks ---------------------------------------------------------------------------- */

/* Allocate `size` bytes from `heap`, which may not be NULL.
 *
 *   returns  a block of at least `size` bytes, aligned to TARN_ALIGN, contents indeterminate
 *            (0xdeadbeef from level 2 on); NULL iff neither its pool nor, where the class may
 *            overflow, the commons or a larger class can hold it. On NULL only the class's
 *            `refused` (and at TARN_COUNT its largest refusal) changed; tarn_on_refused
 *            (tarn_refused.h) tells why.
 *            size 0 gives a block of the smallest size.
 *   cost     pool of a class up to 512 bytes: 43, the first time a block is used 82. Commons: 79 at
 *            the median, at most 211; 20 more where a pool is asked first. When no bin above the
 *            request's own has a run, the runs of that bin are tried in turn, 2 to a lock window.
 *   faults   TARN_FAULT_LINK, and the request is then served as if that pool, or that run and what
 *            its bin has behind it, were not there; of several on the way the last one is named. Level 2:
 *            TARN_FAULT_USE_AFTER_FREE */
TARN_MUST_USE void *tarn_alloc(struct tarn_heap *heap, size_t size);

/* Give a block back. NULL: nothing happens.
 *
 *   cost     pool: 37 (47 where two pools meet within 256 bytes). Commons: 85 at the median,
 *            at most 221. Levels 2 and 3: and a fill of the block, outside the lock.
 *   faults   at level 1 and above: everything but the start of a live block of this heap is
 *            refused in O(1), nothing changes, and the fault names what it was (to name it, the
 *            planes of one run may be read back). TARN_FAULT_LINK for a damaged free neighbour.
 *            Level 0 believes its caller (but for the word of TARN_TAGS). (nothrow: so C++'s delete ends in a jump, and the fault's `caller` is
 *            who deleted.) */
void tarn_free(struct tarn_heap *heap, void *block) __attribute__((nothrow));

/* Allocate `count` * `size` bytes, cleared. NULL also iff the product overflows. */
TARN_MUST_USE void *tarn_alloc_zeroed(struct tarn_heap *heap, size_t count, size_t size);

/* Allocate `size` bytes at a multiple of `align`, a power of two (NULL iff it is not, or as
 * tarn_alloc). Up to TARN_ALIGN this is tarn_alloc; above, the block comes from the commons,
 * or, in a heap without commons, from the first class all of whose blocks are so aligned. */
TARN_MUST_USE void *tarn_alloc_aligned(struct tarn_heap *heap, size_t align, size_t size);

/* Change a block's size. Where the block can hold `size`, or its run shrink where it is or
 * grow into a free right neighbour, it stays; otherwise it moves and its contents are copied
 * (outside the lock). `block` NULL: tarn_alloc. size 0: the smallest size, not a free.
 *
 *   returns  the block, when it moved aligned to TARN_ALIGN alone. NULL iff it cannot stay, and
 *            tarn_alloc(heap, size) beside it is NULL too: then the old block is untouched; or iff
 *            `block` is not live (a fault, as in tarn_free). It never moves to the left over itself:
 *            free memory on both sides of a block does not serve together
 *   cost     in place: as tarn_alloc from the commons; moving: an alloc, a free, the copy */
TARN_MUST_USE void *tarn_realloc(struct tarn_heap *heap, void *block, size_t size);

/* The same on behalf of `caller`, an address: what faults carry, and what level 3 records as the
 * block's owner. For layers above, such as malloc(), whose own address would say nothing. */
TARN_MUST_USE void *tarn_alloc_for(struct tarn_heap *heap, size_t size, void *caller);
TARN_MUST_USE void *tarn_alloc_zeroed_for(struct tarn_heap *heap, size_t count, size_t size,
					  void *caller);
TARN_MUST_USE void *tarn_alloc_aligned_for(struct tarn_heap *heap, size_t align, size_t size,
					   void *caller);
TARN_MUST_USE void *tarn_realloc_for(struct tarn_heap *heap, void *block, size_t size,
				     void *caller);

/* The bytes of a live block that the caller may use: the block's size at levels 0 and 1
 * (with TARN_TAGS less 4), the requested size from level 2 on. 0 and a fault for anything else; 0 for NULL. */
size_t tarn_usable_size(struct tarn_heap *heap, const void *block) TARN_NOT_READ_;

/* Is `block` the start of a live block of `heap`? Any pointer may be asked about. O(1). */
bool tarn_is_live(struct tarn_heap *heap, const void *block) TARN_NOT_READ_;

/* The same, and is all of it whole that an overrun would reach: its record, and the slack behind the bytes
 * that were asked for? False then, and no fault: free or realloc would raise TARN_FAULT_OVERRUN. Below
 * level 2 there is neither, but with TARN_TAGS the word of the tag: else as tarn_is_live. O(the slack). */
bool tarn_is_whole(struct tarn_heap *heap, const void *block) TARN_NOT_READ_;

/* Does `pointer` point into the arena of `heap`? Any pointer may be asked about. O(1). */
bool tarn_owns(const struct tarn_heap *heap, const void *pointer) TARN_NOT_READ_;

/* What tarn_alloc(heap, size) would take from the arena now: the bytes of its block; 0 iff it
 * would answer NULL. At level 3 the quarantine is given back first, as a refusal would. */
size_t tarn_cost(struct tarn_heap *heap, size_t size);

/* The largest size for which tarn_alloc would not answer NULL now. Bounded by the number of
 * free runs in the topmost bin; works in slices. At level 3 as tarn_cost. */
size_t tarn_largest(struct tarn_heap *heap);

/* ---- Counters -------------------------------------------------------------------------- */

/* Of one class, all of one instant. The index `classes` is the commons; for a larger one all are
 * 0. Fields marked * are 0 without TARN_COUNT; ** below level 2. */
struct tarn_class_stats {
	uint32_t size;            /* of a block; 0 for the commons */
	uint32_t capacity;        /* blocks; for the commons bytes */
	uint32_t live;            /* blocks in use; for the commons * */
	uint32_t peak;            /* the most blocks in use there ever were; commons: bytes */
	uint64_t refused;         /* requests of this class answered with NULL (40 bits) */
	uint64_t allocations;     /* * blocks handed out by this pool, for whatever class */
	uint64_t frees;           /* * */
	uint64_t overflowed_out;  /* * requests of this class served elsewhere */
	uint64_t overflowed_in;   /* * requests of other classes served here */
	uint64_t requested;       /* * bytes asked for, all allocations together */
	uint64_t live_requested;  /* ** bytes asked for, live blocks */
	uint32_t largest_refused; /* * bytes */
};
void tarn_class_stats(struct tarn_heap *heap, uint32_t index, struct tarn_class_stats *stats);

/* Of a whole heap. pools + commons - free are in use. At level 3 the quarantine's blocks count
 * as free. */
struct tarn_heap_stats {
	uint32_t arena;                    /* bytes that tarn_init was given */
	uint32_t metadata;                 /* bytes of it that can never be blocks */
	uint32_t classes;                  /* in its table */
	uint32_t pools;                    /* bytes of all pools */
	uint32_t commons;                  /* bytes of the commons */
	uint32_t pools_live;               /* blocks of the pools that are in use */
	uint32_t free;                     /* bytes, of pools and commons */
	uint32_t free_least;               /* bytes that were free at any time (below) */
	uint32_t commons_free;             /* bytes */
	uint32_t commons_peak;             /* most bytes in use there ever were */
	uint32_t longest_free;             /* bytes of the longest free run, exact */
	uint32_t longest_least;            /* TARN_WATCH: the least that it ever was (below) */
	uint32_t fragmentation;            /* per mille of the commons' free bytes (below) */
	uint32_t smallest_free;            /* bytes of the smallest free block of a pool, and ... */
	uint32_t largest_free;             /* of the largest; the longest free run is one of them */
	uint32_t quarantined;              /* level 3: blocks held back */
	uint32_t quarantined_bytes;        /* level 3: and their bytes */
	uint16_t faults[TARN_FAULT_KINDS]; /* by kind; each stays at 65,535 */
};

/* Tell a heap's numbers, all of one instant: no other context changed the heap while they were
 * read. A heap that was never made has none, and is the fault `heap`.
 *
 * `free_least` never rises, but for tarn_peak_reset. It is pools + commons less the peak of each
 * pool and that of the commons. Where their peaks came at different times it is less than the least
 * that was free at once.
 *
 * `longest_least` tells what `free_least` cannot: a heap with much free memory in short runs refuses
 * a long block. It is rounded down: there is a step for each granule up to 7, then 4 steps for each
 * doubling, up to 896 KiB (TARN_ALIGN 16: 1,792 KiB). It never rises, but for tarn_peak_reset. 0
 * without TARN_WATCH.
 *
 * `fragmentation` is 1000 * (commons_free - longest_free) / commons_free, rounded down: the share of
 * the free bytes that one block cannot have. 0: all are one run, or there are none. It depends on no
 * size of requests, and both of its numbers are exact. At level 3 the quarantine counts as free, and
 * not as a run.
 *
 *   cost     as tarn_largest, and about 30 instructions for each class. In slices of 2 classes
 *            or runs to a lock window. When the heap was changed meanwhile, it begins again with
 *            twice as many. */
void tarn_heap_stats(struct tarn_heap *heap, struct tarn_heap_stats *stats);

/* Begin the commons' peak anew: it is what is in use there now. So does longest_least. A pool's peak
 * stays. It says how many of its blocks were ever used. */
void tarn_peak_reset(struct tarn_heap *heap);

/* Call `handler(heap, mark)` when the longest free run of the commons becomes shorter than `bytes`:
 * before a request is refused. A heap has one mark; the last call sets it. `bytes` 0, or no handler:
 * no mark. tarn_init forgets it.
 *
 * The mark is rounded up to a step of `longest_least`, above the last one down to it. After a call,
 * the handler is called again only when the run was meanwhile twice the mark (or as long as the heap
 * can have one), and became shorter again.
 *
 *   returns  the mark, rounded, in bytes; 0: there is none
 *   handler  runs outside the lock, before the call that took the run returns, in its context or in
 *            one that interrupted it there. It may allocate, free and set a mark. What it does to a
 *            heap may bring it to be called again, within itself. When the run is shorter already,
 *            tarn_on_low calls it at once
 *   cost     none for pools; see TARN_WATCH in tarn_config.h for the commons
 *   faults   TARN_FAULT_HEAP: nobody made the heap. There is no mark then
 *
 * A build with TARN_WATCH 0 has no such function: a call of it does not compile. */
#if !TARN_WATCH && defined(__has_attribute)
#if __has_attribute(error)
__attribute__((error("tarn_on_low: build with TARN_WATCH=1")))
#endif
#endif
size_t
tarn_on_low(struct tarn_heap *heap, size_t bytes, tarn_low_handler *handler);

/* ---- Audit ----------------------------------------------------------------------------- */

/* Where tarn_check found the heap broken. */
struct tarn_broken {
	uint32_t invariant;   /* the number in pool/README.md */
	uint32_t class_index; /* the pool, or the number of classes for the commons */
	uint32_t offset;      /* of the block or run, from the start of the arena */
};

/* Verify every numbered invariant. Returns 0, or the number of the first one that is broken
 * (and where, if `broken` is not NULL). Reads the whole heap in slices of a few blocks, each
 * in its own lock window: safe beside interrupts that allocate (sums are then compared only
 * when the heap stood still while they were taken). From level 2 on it must not itself interrupt
 * a call that allocates or frees: that one's block is then half open, and reported. */
uint32_t tarn_check(struct tarn_heap *heap, struct tarn_broken *broken);

/* A live block, as the walker sees it. */
struct tarn_block {
	void *pointer;
	uint32_t bytes;       /* of the block, its slack and record included */
	uint32_t requested;   /* level 2: the size asked for; below: what the caller may use */
	uint32_t class_index; /* the pool it lies in; the number of classes for the commons */
	uint32_t owner;       /* level 3: the low 32 bits of the caller's address */
	uint32_t sequence;    /* level 3: counts allocations of the heap, from 1 */
	uint32_t tag;         /* with TARN_TAGS: whose it is; 0: nobody's; above TARN_TAGS: the
			       * word that says so was written to (an overrun) */
};

/* Walk the live blocks in address order: pools first, then the commons. Start with
 * block->pointer NULL; each call moves on to the next live block and returns true, or false
 * behind the last. Blocks may be allocated and freed between the calls, the current one
 * included; what is live throughout is seen exactly once. One lock window for each 8 blocks
 * or runs passed over. */
bool tarn_walk(struct tarn_heap *heap, struct tarn_block *block);

/* Where text goes: `length` bytes, not closed by a 0. */
typedef void tarn_sink(void *context, const char *text, size_t length);

/* Print one line for each live block, and a line of sums; returns the number of live blocks.
 * The format is in pool/README.md. */
uint32_t tarn_report_leaks(struct tarn_heap *heap, tarn_sink *sink, void *context);

/* Print the heap's counters, a line for the heap and one for each class. The numbers of a line are
 * of one instant. */
void tarn_report(struct tarn_heap *heap, tarn_sink *sink, void *context);

/* Print a map of the arena: what lies where, each block and each free run. A heap that was never
 * made has none. The format is in pool/README.md; port/gdb/tarn.py draws it. Slices as tarn_walk,
 * and as interrupt-safe; the sink is called outside of them. A line tells of several instants when
 * blocks are allocated and freed meanwhile. Ends on a damaged heap too. */
void tarn_report_map(struct tarn_heap *heap, tarn_sink *sink, void *context);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
