/* SPDX-License-Identifier: MIT
 * Tarn: a segregated pool allocator for bare metal. This header is the contract.
 *
 * A *heap* manages an *arena*, a region of memory, by a *table* of size classes. tarn_init divides
 * the arena into *pools* of equal blocks, one pool for each class. The rest of the arena, the
 * *commons*, is a general-purpose heap. It consists of *runs*, free or live, which it splits and
 * merges. A *granule* is TARN_ALIGN bytes, the unit of every size. A *level* is a value of
 * TARN_HARDEN (tarn_config.h). A *fault* is a misuse that Tarn detects. pool/README.md has all
 * terms.
 *
 * The sizing law. Of an arena with a table of N classes, Tarn keeps for itself
 *     32 (Q + 1) + 12 N + 8 + 4 B + W + P / 256 + C / 32 + 24  bytes
 * Q is the number of pools: N, and one more for each further 992 blocks of a class. P and C are
 * the bytes of the pools and of the commons. W is 4 bytes for each 32 blocks of a class. B is the
 * number of bins, the lists of free runs. There are at most 4 for each doubling of C: 48 at 64 KB,
 * 64 in all. TARN_COUNT, which is on from level 2 on, adds 56 (N + 1). Level 3 adds 12 (N + 1). A
 * heap with pools keeps at least 256 - P % 256 bytes. With TARN_ALIGN 16, 512 takes the place of
 * 256. TARN_ALIGNED(A) takes A - TARN_ALIGN. The rest is blocks. TARN_TABLE_FITS() is this law as a
 * constant expression. tarn_heap_stats() tells the result.
 *
 * Context. Unless a function says otherwise, any context that the port's lock keeps out may call
 * it, interrupt handlers included.
 *
 * Costs are instructions on a Cortex-M4, lock included, at TARN_HARDEN 1 and -O2. `make bench`
 * measures them. -Os costs a few more. */
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

/* The result says whether there is a heap, a pool, an array or a block at all. The compiler warns
 * where a program ignores it. */
#define TARN_MUST_USE __attribute__((__warn_unused_result__))

/* The structs below have the machine's own layout and fields of a fixed width. So files agree on
 * them, whatever the size of an enum. A file that packs structs does not compile. */
struct tarn_layout_ {
	char first;
	void *second;
	char third;
};
typedef char tarn_headers_need_structs_that_are_not_packed
	[sizeof(struct tarn_layout_) == 3 * sizeof(void *) ? 1 : -1];

/* The largest arena, in bytes. Offsets are 32 bits wide. */
#define TARN_ARENA_MAX (UINT32_C(128) << 20)

/* ---- Tables ---------------------------------------------------------------------------- */

/* What serves a request of a class whose pool is empty: one of these, or the sum of several. Tarn
 * tries them in this order. */
enum tarn_overflow {
	TARN_REFUSE = 0,     /* nothing: the request returns NULL */
	TARN_TO_COMMONS = 1, /* the commons */
	TARN_TO_LARGER = 2,  /* the nearest larger class that has two free blocks or more */
	TARN_TO_LAST = 4     /* the nearest larger class that has a free block, even its last one */
};

/* Added to the rule of a class whose blocks serve aligned requests, too. They lie at multiples of
 * `alignment`: a power of two, at most 2048. The sizes of this class and of all larger ones must be
 * multiples of it. TARN_TABLE refuses others. In a table made at run time, a class whose blocks are
 * not aligned serves no aligned request. The arena's ends lose the largest alignment of a table,
 * less TARN_ALIGN. */
#define TARN_ALIGNED(alignment)                                                          \
	(256 *                                                                           \
	 (((alignment) > 8) + 2 * ((alignment) > 16) + 4 * ((alignment) > 32) +          \
	  8 * ((alignment) > 64) + 16 * ((alignment) > 128) + 32 * ((alignment) > 256) + \
	  64 * ((alignment) > 512) + 128 * ((alignment) > 1024)) /                       \
	 (2048 % (alignment) == 0))

/* A size class. In an arena of K whole KiB its pool has blocks + per_64k * K / 64 blocks, rounded
 * down. So one table can scale with its arena. */
struct tarn_class {
	uint32_t size;     /* bytes of a block: a multiple of TARN_ALIGN, ascending in a table.
	                      The last TARN_RECORD bytes of a block are Tarn's. */
	uint32_t blocks;   /* reserved in every arena */
	uint16_t per_64k;  /* more blocks for each 64 KiB of arena; 8192 at most */
	uint16_t overflow; /* enum tarn_overflow, or a sum of them; and TARN_ALIGNED(), if wanted */
};

/* A table: classes in ascending order of size, and a map. For each number of granules, 0 to 64, the
 * map has the index of the first class that holds so many. Where none does, it has `classes`.
 * TARN_TABLE() (tarn_table.h) defines a table at build time. A program that makes one at run time
 * fills the map by tarn_table_map(). A table must outlive its heap. */
#define TARN_MAP_ENTRIES 65
struct tarn_table {
	const struct tarn_class *size_class;
	const uint8_t *map; /* TARN_MAP_ENTRIES bytes */
	uint32_t classes;   /* at most TARN_CLASSES_MAX */
};
#define TARN_CLASSES_MAX 64

/* The default table: pools for the common small sizes. They take a sixteenth of any arena from 2 KB
 * to 16 MB. Every class overflows into the commons. For an arena of more than 116 MiB it has too
 * many pools (TARN_CLASS_COUNT). */
extern const struct tarn_table tarn_table_default;

/* A table without classes: the heap is commons alone. */
extern const struct tarn_table tarn_table_commons;

/* Fills `map` (TARN_MAP_ENTRIES bytes) for a table that a program makes at run time. */
void tarn_table_map(uint8_t *map, const struct tarn_class *size_class, uint32_t classes);

/* The bytes at the end of each block that hold Tarn's record of it. */
#define TARN_RECORD ((TARN_HARDEN >= 3 ? 12 : TARN_HARDEN == 2 ? 4 : 0) + (TARN_TAGS > 0 ? 4 : 0))

/* ---- Faults ---------------------------------------------------------------------------- */

/* A misuse that Tarn detected and refused. The first five say what kind of pointer was freed. */
enum tarn_fault_kind {
	TARN_FAULT_DOUBLE_FREE, /* in a free run, or in a free block of a pool */
	TARN_FAULT_INTERIOR,    /* inside a live block, not its start */
	TARN_FAULT_MISALIGNED,  /* in the arena, at no multiple of TARN_ALIGN */
	TARN_FAULT_FOREIGN,     /* outside the heap's arena */
	TARN_FAULT_WILD,        /* in the arena where no block can be, or in a block of a pool that
				    * was never handed out */
	TARN_FAULT_LINK,        /* the link of a free run was overwritten */
	TARN_FAULT_OVERRUN,     /* level 2: written past the requested size; with TARN_TAGS, at
				    * any level: past the end of the block */
	TARN_FAULT_USE_AFTER_FREE, /* level 2: a free block was written to */
	TARN_FAULT_KINDS,          /* the number of kinds that a heap counts; the rest follows */
	TARN_FAULT_FULL = TARN_FAULT_KINDS, /* a pool that must never be full is full */
	TARN_FAULT_CAPACITY, /* a capacity of 0, above the maximum, or more than the memory holds */
	TARN_FAULT_HANDLE,   /* a handle of another pool, or of one that has no handles */
	TARN_FAULT_STALE,    /* the object of a handle or an index is gone, and the call needs it */
	TARN_FAULT_INDEX,    /* an index out of range */
	TARN_FAULT_REENTERED, /* a hook calls the pool that called it */
	TARN_FAULT_HEAP,      /* a call to a heap that was never made, or whose tarn_init failed */
	TARN_FAULT_REGISTRY,  /* a record on a registry was overwritten, or its memory was reused
			      * before it left the registry */
	TARN_FAULT_OVERLAP,   /* memory for a pool or an array overlaps a heap or a pool; with
			      * TARN_TAGS also: memory of an open pool or array was freed */
	TARN_FAULT_GROUP,   /* columns that make no group, or are not in one group: tarn_packed.h */
	TARN_FAULT_IMAGE,   /* an image of another pool, type or build, or a damaged one */
	TARN_FAULT_CONTEXT, /* a wait for an object in an interrupt, or where no scheduler runs */
	TARN_FAULT_TAG,     /* an unknown tag; a leave of a tag that is not the one entered last */
	TARN_FAULT_ALL_KINDS
};

struct tarn_heap;

/* What a handler is told. A pool or packed array has the `name` of its declaration. A pool that is
 * made from a TYPE has the name of the type. NULL: a heap's fault, or the pool was never opened.
 * TARN_FAULT_TAG has the tag, a number, as `pointer`. */
struct tarn_fault {
	uint32_t kind;          /* enum tarn_fault_kind */
	void *pointer;          /* that was passed; or the damaged block or record; or the tag */
	struct tarn_heap *heap; /* the heap that found it; NULL: a pool on static storage */
	void *caller;           /* the return address of the call that found it */
	const char *name;       /* of the pool or packed array, or NULL */
};

typedef void tarn_fault_handler(const struct tarn_fault *fault);

/* Sets the fault handler of all heaps. NULL restores the port's (tarn_port_fault).
 *
 *   returns  the handler before
 *   handler  runs outside the lock, in the context of the faulty call. It may return. After a
 *            refused pointer or an overrun nothing has changed but the count of faults. A damaged
 *            link, or a write to a free block, is the error of other code, which this call only
 *            found. The call goes on, and passes over what is damaged. A handler should return:
 *            a call that it leaves, by longjmp, may lose the block that it has in hand, and a
 *            pool its object (tarn_object.h) */
tarn_fault_handler *tarn_on_fault(tarn_fault_handler *handler);

/* The name of a kind of fault.
 *
 *   returns  "double-free", "interior", "misaligned", "foreign", "wild", "link", "overrun",
 *            "use-after-free", "full", "capacity", "handle", "stale", "index", "re-entered",
 *            "heap", "registry", "overlap", "group", "image", "context" or "tag"; "unknown" for
 *            any other number */
const char *tarn_fault_name(uint32_t kind);

/* ---- Heaps ----------------------------------------------------------------------------- */

/* The record of a heap. Declare one with static storage and pass it to tarn_init. The fields are
 * private. They stand here because the compiler needs the size. pool/heap/heap.h explains them.
 *
 * A call to a heap that was never made is TARN_FAULT_HEAP, which no heap counts. It returns NULL,
 * 0 or false. So is a call with NULL for the heap, but for the calls that allocate, free or resize
 * a block: they do not test it, and what follows is undefined. A call with NULL for what it fills
 * in, or for a sink, fills in or prints nothing. */
struct tarn_entry {
	struct tarn_entry *next;
	uintptr_t proof;
};
struct tarn_tag_room { /* what a tag may take before a request has to look at its limit */
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
	uint32_t last;
	uint32_t last_length;
	uintptr_t records;
	uintptr_t names;
	uint32_t map_limit;
	const uint8_t *map;
	uint32_t limit;
	uint32_t room;
	uint32_t peak;
	uintptr_t touched;
	uint32_t bins[2];
	uintptr_t current;
	uint8_t classes;
	uint8_t pool_count;
	uint8_t bin_end;
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
	uint32_t top_from;
	uint32_t top_past;
	uintptr_t top_head;
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
	TARN_ARENA_SMALL,    /* too few bytes for the table: struct tarn_misfit tells */
	TARN_ARENA_LARGE,    /* more than TARN_ARENA_MAX */
	TARN_CLASS_SIZE,     /* a class of no size, or not a multiple of TARN_ALIGN, or too large */
	TARN_CLASS_ORDER,    /* a class no larger than the one before it */
	TARN_CLASS_COUNT,    /* more than TARN_CLASSES_MAX classes; any, without TARN_POOLS; more
	                      * than 255 pools of 992 blocks */
	TARN_CLASS_MAP,      /* a map that is missing, or was not made for these classes */
	TARN_CLASS_OVERFLOW, /* a class whose rule is no sum of enum tarn_overflow */
	TARN_OVERLAP,        /* memory that overlaps another heap, or a pool */
	TARN_HEAP_COUNT,     /* malloc has no room for another heap (pool/include/tarn_libc.h) */
	TARN_BUILD,          /* the caller was compiled with another tarn_config.h */
	TARN_NO_HEAP         /* the heap is NULL */
};

/* Why tarn_init refused. */
struct tarn_misfit {
	uint32_t class_index; /* the first class at fault; the number of classes where none is */
	uint32_t needs; /* TARN_ARENA_SMALL: the fewest bytes at this start that the table fits;
			 * UINT32_MAX: more than TARN_ARENA_MAX, or than there are addresses */
};

/* Makes a heap with `table` of the `bytes` at `arena`, and puts it on the registry, the list of all
 * heaps. The arena may have any alignment: its ends are trimmed to TARN_ALIGN. The last TARN_ALIGN
 * bytes of the address space, and what would follow, are no part of it. Its contents are lost. The
 * same heap may be made again. A `table` of NULL is tarn_table_default. An arena of NULL has no
 * bytes. A class that is missing has no size. `why` may be NULL.
 *
 * The arena may not overlap another heap on the registry, the default one included, nor an open
 * object pool. But it may lie within a single live block, or within an object in use. Then call
 * tarn_forget before you free that block: Tarn does not notice otherwise. Tarn does not look at
 * packed arrays. In a program that gave a pool memory of its own, or began a scene, it looks at all
 * pools. Before that, it does not look at pools on TARN_OBJECT_STORAGE, nor at pools that were
 * opened on a heap.
 *
 * Aligned allocations count from address 0. Outcomes are the same on every machine whose arena is
 * aligned to the largest alignment that is asked for.
 *
 *   returns  TARN_OK, or what is wrong. Then the heap is as one that was never made: it refuses
 *            every request and owns no pointer. Its record is 0 (with TARN_BUILD: as it was)
 *   cost     for 64 KiB about 2,400 without classes, 3,300 with the default table. It grows with
 *            the arena, because tarn_init clears the planes: the bits of all granules, 3 % of the
 *            arena. From level 2 on it fills all the rest, too. An arena within a live block: some
 *            30 more for each TARN_ALIGN bytes between the start of the block and the arena
 *   context  not while another context uses the same heap
 *   faults   TARN_FAULT_REGISTRY, as tarn_heap_first */
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
TARN_MUST_USE static inline __attribute__((__always_inline__)) enum tarn_status
tarn_init(struct tarn_heap *heap, void *arena, size_t bytes, const struct tarn_table *table,
	  struct tarn_misfit *why)
{
	enum tarn_status status;

	if (!table) /* a compiler that sees the address of a table does not link the default one */
		table = &tarn_table_default;
	status = tarn_init_at(heap, arena, bytes, table, TARN_BUILD_ID);
	if (why) /* what a program does not ask for is not linked */
		tarn_explain(arena, bytes, table, status, why);
	return status;
}

/* Writes a line that says what tarn_init found wrong, without a newline: "class 3 (48 B x 200) does
 * not fit: the table needs 70112 bytes of arena". It writes at most `room` bytes, the closing 0
 * included.
 *
 *   returns  the length, without the closing 0 */
size_t tarn_misfit_text(char *text, size_t room, enum tarn_status status,
			const struct tarn_table *table, const struct tarn_misfit *why);

/* Takes a heap off the registry. Its blocks stay where they are. A heap that is not on the registry
 * is left alone.
 *
 *   faults   TARN_FAULT_REGISTRY, as tarn_heap_first */
void tarn_forget(struct tarn_heap *heap);

/* The registry: every heap that was made, the newest first. The record of a heap may not move until
 * tarn_forget.
 *
 *   returns  a heap; NULL after the last
 *   faults   TARN_FAULT_REGISTRY, and NULL: a record on the registry was overwritten, or lay on a
 *            stack that is gone. The heaps after it are not found. tarn_init and tarn_forget walk
 *            the registry too, and raise the same fault */
struct tarn_heap *tarn_heap_first(void);
struct tarn_heap *tarn_heap_next(const struct tarn_heap *heap);

/* The default heap. Its arena is the linker's, from __tarn_arena_start to __tarn_arena_end.
 * tarn_default_init makes it with `table`, or with tarn_table_default for NULL. It returns as
 * tarn_init. In a program whose malloc is Tarn's, malloc makes this heap and uses it. Of the
 * files of `make amalgam`, only tarn_malloc.c has it, with an arena. */
extern struct tarn_heap tarn_default;
TARN_MUST_USE enum tarn_status tarn_default_init(const struct tarn_table *table,
						 struct tarn_misfit *why);

/* What the compiler is told of the calls below: the size of a block, and what frees it. So it warns
 * of a misuse that it sees within a function: pool/using.md, Warnings. gcc before 11 is told the
 * size alone. Tarn's own sources and tests (TARN_UNTOLD_) are told nothing. No call is a bare
 * `malloc`, whose blocks have no other name: Tarn reaches them by their arena, and -flto shows
 * that.
 *   ALIGNS     its alignment. clang 14 ends in a crash with __alloc_align__ of no power of two
 *   UNSET      nobody has written to the block yet; its argument is the number of the size
 *   TAKES      it frees this argument
 *   NOT_READ   it does not read the memory that its second argument points to. So the compiler need
 *              not warn if nobody wrote to that memory */
#ifdef TARN_UNTOLD_
#define TARN_TOLD_(...)
#else
#define TARN_TOLD_(...) __attribute__((__VA_ARGS__))
#endif
#if defined(__clang__)
#define TARN_ALIGNS_(number_, align_)                                                          \
	_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgcc-compat\"")  \
		TARN_TOLD_(__diagnose_if__(!(align_) || ((align_) & ((align_)-1)),             \
					   "an alignment that is no power of two", "warning")) \
			_Pragma("clang diagnostic pop")
#define TARN_UNSET_(size_)  TARN_TOLD_(__ownership_returns__(malloc, size_))
#define TARN_TAKES_(block_) TARN_TOLD_(__ownership_takes__(malloc, block_))
#else
#define TARN_ALIGNS_(number_, align_) TARN_TOLD_(__alloc_align__(number_))
#define TARN_UNSET_(size_)
#define TARN_TAKES_(block_)
#endif
#if defined(__clang__) || __GNUC__ < 11
#define TARN_BLOCK_(...) TARN_MUST_USE TARN_TOLD_(__nonnull__(1), __VA_ARGS__)
#else
#define TARN_BLOCK_(...) \
	TARN_MUST_USE TARN_TOLD_(__nonnull__(1), __malloc__(tarn_free, 2), __VA_ARGS__)
#endif
#if !defined(TARN_NOT_READ_) && defined(__has_attribute)
#if __has_attribute(__access__)
#define TARN_NOT_READ_ __attribute__((__access__(__none__, 2)))
#endif
#endif
#ifndef TARN_NOT_READ_
#define TARN_NOT_READ_
#endif

/* ---- Blocks ---------------------------------------------------------------------------- */

/* Frees a block. NULL does nothing. (nothrow: so that C++'s delete ends in a jump, and the fault's
 * `caller` is the code that deleted.)
 *
 *   cost     a pool: 40; 53 where two pools meet within 256 bytes. The commons: 103 at the median,
 *            252 at most. Levels 2 and 3 also fill the block, outside the lock
 *   context  any
 *   faults   tarn_free refuses everything but the start of a live block of this heap. It decides in
 *            O(1), changes nothing, and the fault says what the pointer was. To find that out it
 *            may read the planes of one run. TARN_FAULT_LINK: a free neighbour is damaged.
 *            TARN_FAULT_OVERRUN and TARN_FAULT_OVERLAP: see enum tarn_fault_kind. Level 3:
 *            TARN_FAULT_USE_AFTER_FREE, for the block that leaves the quarantine */
TARN_TAKES_(2)
TARN_TOLD_(__nonnull__(1))
void tarn_free(struct tarn_heap *heap, void *block) __attribute__((__nothrow__));

/* Allocates `size` bytes from `heap`, which may not be NULL. A size of 0 gives a block of the
 * smallest size.
 *
 *   returns  a block of at least `size` bytes, aligned to TARN_ALIGN. Its contents are
 *            indeterminate; from level 2 on they are 0xdeadbeef. NULL iff neither its pool nor,
 *            where the class may overflow, the commons or a larger class can hold it. With
 *            TARN_TAGS NULL, too, if it exceeds the limit of its tag. On NULL only counters have
 *            changed: `refused` of the class, and its largest refusal (TARN_COUNT); or `refused` of
 *            the tag. At level 3 the quarantine is given back, too. tarn_on_refused
 *            (tarn_refused.h) tells why
 *   cost     a pool of a class up to 512 bytes: 38; 30 the first time a block is used; 186 when a
 *            class of several pools goes on to the next. The commons:
 *            91 at the median, 234 at most; 20 more where a pool is asked first. If no bin above
 *            the request's own has a run, Tarn tries the runs of that bin in turn, one in a
 *            lock window
 *   context  any
 *   faults   TARN_FAULT_LINK: Tarn serves the request without the damaged run and the rest of its
 *            bin. If several are damaged, the fault names the last. Level 2:
 *            TARN_FAULT_USE_AFTER_FREE */
TARN_BLOCK_(__alloc_size__(2)) TARN_UNSET_(2) void *tarn_alloc(struct tarn_heap *heap, size_t size);

/* Allocates `count` * `size` bytes and clears them. As tarn_alloc; NULL, too, if the product
 * overflows. */
TARN_BLOCK_(__alloc_size__(2, 3))
void *tarn_alloc_zeroed(struct tarn_heap *heap, size_t count, size_t size);

/* Allocates `size` bytes at a multiple of `alignment`, a power of two. Up to TARN_ALIGN this is
 * tarn_alloc. Above it, its class is the first that has TARN_ALIGNED, and blocks that are large
 * enough and all aligned. The class's rule says what serves if it is empty: only aligned blocks. If
 * there is no such class, the commons serve. In a heap without commons, a class need not have
 * TARN_ALIGNED.
 *
 *   returns  as tarn_alloc; NULL, too, if `alignment` is no power of two */
TARN_BLOCK_(__alloc_size__(3))
TARN_UNSET_(3)
void *tarn_alloc_aligned(struct tarn_heap *heap, size_t alignment, size_t size)
	TARN_ALIGNS_(2, alignment);

/* Changes the size of a block. A pool's block stays where it is if it can hold `size`. A run stays
 * if it shrinks, or if it can grow into a free run on its right. Any other block moves:
 * tarn_realloc allocates a new one, copies the contents outside the lock, and frees the old one. A
 * `block` of NULL is tarn_alloc. A size of 0 is the smallest size, and does not free. Where it
 * should, as in the hook of an interpreter, call tarn_free (port/README.md).
 *
 *   returns  the block. A block that moved is aligned to TARN_ALIGN alone. NULL iff the block can
 *            neither stay nor move, because tarn_alloc(heap, size) returns NULL; then the old block
 *            is untouched. NULL, too, on a fault
 *   cost     in place: as tarn_alloc from the commons. Moving: an allocation, a free and the copy
 *   context  any
 *   faults   as tarn_free: `block` is not live, or is damaged
 *
 * It never moves a block to the left over itself. So a block cannot grow into a free run on its
 * left. */
TARN_BLOCK_(__alloc_size__(3)) void *tarn_realloc(struct tarn_heap *heap, void *block, size_t size);

/* The same on behalf of `caller`, an address. Faults carry it, and level 3 records it as the
 * owner of the block. These are for layers above, such as malloc(), whose own address would say
 * nothing. */
TARN_BLOCK_(__alloc_size__(2))
TARN_UNSET_(2) void *tarn_alloc_for(struct tarn_heap *heap, size_t size, void *caller);
TARN_BLOCK_(__alloc_size__(2, 3))
void *tarn_alloc_zeroed_for(struct tarn_heap *heap, size_t count, size_t size, void *caller);
TARN_BLOCK_(__alloc_size__(3))
TARN_UNSET_(3)
void *tarn_alloc_aligned_for(struct tarn_heap *heap, size_t alignment, size_t size, void *caller)
	TARN_ALIGNS_(2, alignment);
TARN_BLOCK_(__alloc_size__(3))
void *tarn_realloc_for(struct tarn_heap *heap, void *block, size_t size, void *caller);
TARN_TAKES_(2)
TARN_TOLD_(__nonnull__(1))
void tarn_free_for(struct tarn_heap *heap, void *block, void *caller) __attribute__((__nothrow__));

/* For these calls in a wrapper of yours: the address that the wrapper returns to. It is an
 * expression in a function. The compiler then never inlines that function. It takes a pointer's
 * bytes of flash. */
#ifdef __cppcheck__ /* cannot read a label there */
#define TARN_CALLER __builtin_return_address(0)
#else
#define TARN_CALLER                                                                    \
	(__extension__({ /* only in a function */                                      \
			 __label__ tarn_here_;                                         \
			 static const void *const tarn_at_ __attribute__((__used__)) = \
				 &&tarn_here_;                                         \
		 tarn_here_:                                                           \
			 __builtin_return_address(0);                                  \
	}))
#endif

/* The bytes of a live block that the caller may use.
 *
 *   returns  at level 1 the size of the block, with TARN_TAGS less 4. From level 2 on the size that
 *            was requested. 0 for NULL, and on a fault
 *   faults   as tarn_free: `block` is not live, or its record is damaged
 *
 * The compiler knows the requested size alone. Before you use more, call tarn_realloc with the
 * larger size: the block stays in place. Otherwise _FORTIFY_SOURCE may end the program. */
size_t tarn_usable_size(struct tarn_heap *heap, const void *block) TARN_NOT_READ_;

/* Is `block` the start of a live block of `heap`? Any pointer may be passed. O(1). (A compiler that
 * saw the block freed warns here, too, and in the two calls below: -Wno-use-after-free.) */
bool tarn_is_live(struct tarn_heap *heap, const void *block) TARN_NOT_READ_;

/* Is `block` live, and is everything whole that an overrun would reach? That is its record, and the
 * slack: the bytes between the requested size and the record. Below level 2 there is neither, and
 * this is tarn_is_live; with TARN_TAGS it looks at the word of the tag.
 *
 *   returns  false without a fault, where tarn_free would raise TARN_FAULT_OVERRUN
 *   cost     O(the slack) */
bool tarn_is_whole(struct tarn_heap *heap, const void *block) TARN_NOT_READ_;

/* Does `pointer` point into the arena of `heap`? Any pointer may be passed. O(1). */
bool tarn_owns(const struct tarn_heap *heap, const void *pointer) TARN_NOT_READ_;

/* The bytes of the block that tarn_alloc(heap, size) would take now. At level 3 it gives the
 * quarantine back first, as a refusal does.
 *
 *   returns  0 iff tarn_alloc would return NULL */
size_t tarn_cost(struct tarn_heap *heap, size_t size);

/* The largest size for which tarn_alloc would not return NULL now. At level 3 as tarn_cost.
 *
 *   cost     bounded by the number of free runs in the topmost bin; works in slices */
size_t tarn_largest(struct tarn_heap *heap);

/* ---- Counters -------------------------------------------------------------------------- */

/* The numbers of one class, all of one instant. The index `classes` is the commons. For a larger
 * index all numbers are 0. Fields marked * are 0 without TARN_COUNT, fields marked ** below level
 * 2. */
struct tarn_class_stats {
	uint32_t size;            /* bytes of a block; 0 for the commons */
	uint32_t capacity;        /* blocks; of the commons bytes */
	uint32_t live;            /* blocks in use; of the commons * */
	uint32_t peak;            /* the most blocks that were ever in use; of the commons bytes */
	uint64_t refused;         /* requests of this class that returned NULL */
	uint64_t allocations;     /* * blocks that this pool handed out, for any class */
	uint64_t frees;           /* * blocks of this pool that were freed */
	uint64_t overflowed_out;  /* * requests of this class that others served */
	uint64_t overflowed_in;   /* * requests of other classes that this one served */
	uint64_t requested;       /* * bytes requested of the blocks that it handed out, and what
	                             these grew by in place (level 1: beyond their old end) */
	uint64_t live_requested;  /* * ** of these bytes, those of the live blocks */
	uint32_t largest_refused; /* * bytes of the largest refused request */
};
void tarn_class_stats(struct tarn_heap *heap, uint32_t index, struct tarn_class_stats *stats);

/* The numbers of a whole heap. pools + commons - free bytes are in use. At level 3 the blocks in
 * the quarantine count as free. */
struct tarn_heap_stats {
	uint32_t arena;         /* bytes of the arena, its ends trimmed (TARN_ALIGNED, too) */
	uint32_t metadata;      /* bytes of it that can never be blocks */
	uint32_t classes;       /* of its table */
	uint32_t pools;         /* bytes of all pools */
	uint32_t commons;       /* bytes of the commons */
	uint32_t pools_live;    /* blocks of the pools that are in use */
	uint32_t free;          /* bytes, of pools and commons */
	uint32_t free_least;    /* bytes that were free at any time (below) */
	uint32_t commons_free;  /* bytes */
	uint32_t commons_peak;  /* the most bytes of the commons that were ever in use */
	uint32_t longest_free;  /* bytes of the longest free run, exact */
	uint32_t longest_least; /* TARN_WATCH: the least that it ever was (below) */
	uint32_t fragmentation; /* per mille of the free bytes of the commons (below) */
	uint32_t smallest_free; /* bytes of the smallest free block of a pool; if there is none, of
				       the longest free run */
	uint32_t largest_free;  /* bytes of the largest free block of a pool, or of the longest
				       free run if that is larger */
	uint32_t quarantined;   /* level 3: blocks in the quarantine */
	uint32_t quarantined_bytes;        /* level 3: and their bytes */
	uint16_t faults[TARN_FAULT_KINDS]; /* by kind; each stays at 65,535 */
};

/* Tells the numbers of a heap, all of one instant: no other context changed the heap while Tarn
 * read them.
 *
 * `free_least` is pools + commons, less the peak of each pool and that of the commons. Where their
 * peaks came at different times, it is less than the least that was free at once. Only
 * tarn_peak_reset raises it.
 *
 * `longest_least` tells what `free_least` cannot: a heap with much free memory in short runs
 * refuses a long block. It is rounded down to a step. There is a step for each granule up to 7,
 * then 4 steps for each doubling, up to 896 KiB (TARN_ALIGN 16: 1,792 KiB). Only tarn_peak_reset
 * raises it. It is 0 without TARN_WATCH.
 *
 * `fragmentation` is 1000 * (commons_free - longest_free) / commons_free, rounded down. It is the
 * share of the free bytes that one block cannot have. 0: all free bytes are one run, or there are
 * none. It depends on no size of requests, and both of its numbers are exact. At level 3 the
 * quarantine counts as free, but not as a run.
 *
 *   cost     as tarn_largest, and about 30 instructions for each class and 25 for each 32 blocks
 *            of which one is free. It works in slices of 2 of them, or of 2 runs, to a lock window.
 *            When another context changes the heap meanwhile, it begins again with slices twice as
 *            long
 *   faults   TARN_FAULT_HEAP: the heap was never made. All numbers are then 0 */
void tarn_heap_stats(struct tarn_heap *heap, struct tarn_heap_stats *stats);

/* Sets the peak of the commons to what is in use now, and `longest_least` to the longest free run
 * of now. With TARN_TAGS it begins the peaks of the tags anew, too. The peak of a pool stays: it
 * says how many of its blocks were ever used. */
void tarn_peak_reset(struct tarn_heap *heap);

/* Warns early. Tarn calls `handler(heap, mark)` when the longest free run of the commons becomes
 * shorter than `bytes`, before it refuses a request. A heap has one mark, which the last call sets.
 * With `bytes` 0 or no handler there is no mark. tarn_init forgets it.
 *
 * The mark is rounded up to a step of `longest_least`; above the last step, down to that. After a
 * call, the run must first become twice the mark, or as long as the heap allows. Only when it is
 * shorter again does Tarn call the handler again.
 *
 *   returns  the mark, rounded, in bytes; 0: there is none
 *   handler  runs outside the lock, before the call that took the run returns, in its context or in
 *            one that interrupted it there. It may allocate, free and set a mark. What it does to a
 *            heap may cause a nested call of it. If the run is already shorter, tarn_on_low calls
 *            it at once
 *   cost     none for pools; for the commons see TARN_WATCH in tarn_config.h
 *   faults   TARN_FAULT_HEAP: the heap was never made. Then there is no mark
 *
 * A build with TARN_WATCH 0 does not have this function. A call does not compile there. */
#if !TARN_WATCH && defined(__has_attribute)
#if __has_attribute(__error__)
__attribute__((__error__("tarn_on_low: build with TARN_WATCH=1")))
#endif
#endif
size_t
tarn_on_low(struct tarn_heap *heap, size_t bytes, tarn_low_handler *handler);

/* ---- Audit ----------------------------------------------------------------------------- */

/* Where tarn_check found the heap broken. */
struct tarn_broken {
	uint32_t invariant;   /* the number in pool/DESIGN.md */
	uint32_t class_index; /* the pool, or the number of classes for the commons */
	uint32_t offset;      /* of the block or run, from the start of the arena */
};

/* Verifies the invariants of a heap, which pool/DESIGN.md numbers.
 *
 *   returns  0, or the number of the first one that is broken; `broken`, if not NULL, says where
 *   cost     reads the whole heap, in slices of a few blocks to a lock window
 *   context  any, also while interrupts allocate: it compares sums only if the heap stood still
 *            while it took them. From level 2 on it may not itself interrupt a call that allocates
 *            or frees. It would report that call's block, which is not whole yet */
uint32_t tarn_check(struct tarn_heap *heap, struct tarn_broken *broken);

/* A live block, as tarn_walk describes it. */
struct tarn_block {
	void *pointer;
	uint32_t bytes;     /* of the block, its slack and record included */
	uint32_t requested; /* from level 2 on the requested size; below: what the caller may use */
	uint32_t class_index; /* of its pool; in the commons the number of classes */
	uint32_t owner;       /* level 3: the low 32 bits of the caller's address */
	uint32_t sequence;    /* level 3: the number of its allocation in this heap, from 1 */
	uint32_t tag;         /* with TARN_TAGS: its tag, 0 for none; above TARN_TAGS: an overrun
			       * wrote to the word of the tag */
};

/* Walks the live blocks in the order of their addresses: pools first, then the commons. The walk
 * starts with block->pointer NULL. Each call moves on to the next live block. Blocks may be
 * allocated and freed between the calls, the current one included. The walk sees each block that is
 * live throughout exactly once.
 *
 *   returns  false after the last block
 *   cost     one lock window for each 8 blocks or runs that it passes over */
bool tarn_walk(struct tarn_heap *heap, struct tarn_block *block);

/* Receives text: `length` bytes without a closing 0. It may allocate and free, get and put: the
 * report is then of several instants. It may not make or forget a heap, or close a pool. */
typedef void tarn_sink(void *context, const char *text, size_t length);

/* Prints a line for each live block, and a line of sums. pool/using.md has the format.
 *
 *   returns  the number of live blocks
 *   cost     as tarn_walk, and the sink for each line */
uint32_t tarn_report_leaks(struct tarn_heap *heap, tarn_sink *sink, void *context);

/* Prints the counters: a line for the heap, one for each class, one for the commons and, with
 * TARN_TAGS, one for each tag. The numbers of a line are of one instant. */
void tarn_report(struct tarn_heap *heap, tarn_sink *sink, void *context);

/* Prints a map of the arena: what lies where, each block and each free run. pool/using.md has the
 * format, and port/tool/gdb/tarn.py draws it. A heap that was never made has no map. The map ends
 * on a damaged heap, too. If blocks are allocated and freed meanwhile, a line is of several
 * instants.
 *
 *   cost     as tarn_walk, and the sink for each line, outside the lock
 *   context  any, also while interrupts allocate */
void tarn_report_map(struct tarn_heap *heap, tarn_sink *sink, void *context);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
