/* SPDX-License-Identifier: MIT
 * The heap's layout: this comment owns it.
 *
 * From low to high addresses, an arena holds:
 *
 *   counters   struct tarn_counters, one for each class and the commons (TARN_COUNT)
 *   tallies    struct tally, in descending order
 *   records    heap->records points here: struct pool, one or more for each class, and the commons'
 *   current    heap->current points here: for each class the pool that serves next
 *   bits       pool 0's, pool 1's, ...: a bit for each block (class.h)
 *   names      heap->names points here: for each 256 bytes of the pools the number of the first one
 *   planes     struct pair, for the commons (plane.h)
 *   heads      heap->heads points here: for each bin the offset of its first free run, or 0
 *   slack      less than WORD_BYTES; in a build without commons, what the pools leave
 *   pools      pool 0's blocks, pool 1's, .... Their end is aligned if a class asks for it. So
 *              its own blocks are, if its size and all larger ones are multiples
 *   commons    a sentinel granule that is always live, runs, the end
 *
 * A buffer overrun runs upwards. From a block it reaches other blocks, but not the metadata below
 * them. The memory below the arena should hold what is least likely to overrun (linker/arena.ld).
 *
 * Offsets count from heap->base. That address makes the commons' start a multiple of WORD_BYTES, so
 * no word of the planes is about a pool. Offset 0 lies in the arena (layout.c), and no block starts
 * there: it means "none".
 *
 * The layout is the same on every machine. The arena keeps only 32-bit words and offsets, and the
 * size of a C struct that holds pointers never enters its arithmetic. */
#ifndef TARN_HEAP_H
#define TARN_HEAP_H

#include "plane.h"
#include "tarn_event.h"
#include "tarn_port.h"
#include "tarn_refused.h"

ASKS(tarn_alloc);
ASKS(tarn_alloc_aligned);
ASKS(tarn_alloc_zeroed);
ASKS(tarn_check);
ASKS(tarn_class_stats);
ASKS(tarn_cost);
ASKS(tarn_forget);
ASKS(tarn_free);
ASKS(tarn_heap_first);
ASKS(tarn_heap_next);
ASKS(tarn_heap_stats);
ASKS(tarn_init_as);
ASKS(tarn_init_at);
ASKS(tarn_is_live);
ASKS(tarn_is_whole);
ASKS(tarn_largest);
ASKS(tarn_owns);
ASKS(tarn_peak_reset);
ASKS(tarn_realloc);
ASKS(tarn_refused_for);
ASKS(tarn_refused_quiet);
ASKS(tarn_report);
ASKS(tarn_report_leaks);
ASKS(tarn_report_map);
ASKS(tarn_usable_size);
ASKS(tarn_walk);

/* Tells a tracer of an event. Without TARN_EVENTS the call disappears before the optimizer runs. So
 * the object code is the same as that of a core without events. */
#define TELL(call)               \
	do {                     \
		if (TARN_EVENTS) \
			call;    \
	} while (0)

#define POOL_BLOCKS 992u /* the most blocks of a pool: a class of more has more pools */
#define POOLS_MAX   255u /* a name is a byte */

/* The record of a pool (class.h). The one after the last is the commons': its `start` is the end of
 * the pools, its `size` the arena's bytes, its `class_index` the number of classes. */
struct pool {
	uint32_t some;    /* bit w: word w of the bits is not 0; or UNLISTED */
	uint32_t bits;    /* where the bits lie: bytes from this record */
	uint32_t inverse; /* of size >> shift, modulo 2^32 */
	uint32_t origin;  /* -start * inverse */
	/* Blocks that were ever handed out. A block is carved when no other one of the class is
	 * free. So they are also the peak, but see struct tally. */
	uint16_t carved;
	uint16_t blocks;
	uint8_t shift;       /* the zeros at the end of `size` */
	uint8_t class_index; /* of its class */
	uint8_t commons;     /* if no block is left, do the commons serve at once? */
	uint8_t under;       /* number of the pool under it on its class's stack; its own: none */
	uint32_t start;      /* offset of block 0; the next pool's start is this one's end */
	uint32_t size;       /* of a block */
};
_Static_assert(sizeof(struct pool) == 32, "layout is arithmetic");

/* The counts that the fast paths do not need. The commons have a tally too. */
struct tally {
	uint32_t refused;
	uint32_t refused_high; /* the upper half of that count */
#if TARN_HARDEN >= 3
	uint32_t live;        /* blocks of a pool that belong to an owner */
	uint32_t peak;        /* of `live`: freed blocks wait here, so more are carved */
	uint32_t quarantined; /* blocks */
#endif
};
_Static_assert(sizeof(struct tally) == (TARN_HARDEN >= 3 ? 20 : 8), "layout is arithmetic");

struct tarn_counters {
	uint64_t allocations;
	uint64_t frees;
	uint64_t overflowed_out;
	uint64_t overflowed_in;
	uint64_t requested;
	uint64_t live_requested;
	uint32_t largest_refused;
	uint32_t live; /* commons: blocks */
};
_Static_assert(sizeof(struct tarn_counters) == 56, "layout is arithmetic");

/* The first 8 bytes of a free run that is on a list (list.h). */
struct node {
	uint32_t next;
	uint32_t prev;
} __attribute__((may_alias));

#define OVERFLOW_BITS (TARN_TO_COMMONS | TARN_TO_LARGER | TARN_TO_LAST)
#define ALIGN_SHIFT   8 /* from this bit on TARN_ALIGNED: (alignment - 1) / 8 */

/* The number of classes. As an index it means the commons. */
ALWAYS uint32_t classes_of(const struct tarn_heap *heap)
{
	return TARN_POOLS ? heap->classes : 0;
}

ALWAYS uint32_t pools_of(const struct tarn_heap *heap)
{
	return TARN_POOLS ? heap->pool_count : 0;
}

/* Pool `number`; the commons' record if there is none. */
ALWAYS struct pool *pool_of(const struct tarn_heap *heap, uint32_t number)
{
	return (struct pool *)heap->records + number;
}

/* A heap that was never made reads 0, and so does one whose tarn_init failed. */
ALWAYS bool heap_made(const struct tarn_heap *heap)
{
	return heap->heads != 0;
}

/* The offset of the sentinel, with which the commons begin and where the pools end. */
ALWAYS uint32_t commons_of(const struct tarn_heap *heap)
{
	return heap->pools << GRANULE_SHIFT;
}

/* Does `offset` lie below the commons? False for a misaligned one. */
ALWAYS bool below_commons(const struct tarn_heap *heap, uint32_t offset)
{
	return TARN_POOLS && granule_of(offset) < heap->pools;
}

/* The offset of the first run. */
ALWAYS uint32_t commons_first(const struct tarn_heap *heap)
{
	return commons_of(heap) + GRANULE;
}

ALWAYS uint32_t commons_granules(const struct tarn_heap *heap)
{
	return heap->end > heap->pools ? heap->end - heap->pools - 1 : 0;
}

/* Does `offset` name a granule of the commons' runs? Accepts any number. */
ALWAYS bool in_commons(const struct tarn_heap *heap, uint32_t offset)
{
	return granule_of(offset) > heap->pools && granule_of(offset) < heap->end;
}

/* The offset of the end sentinel: the end of the commons and of the arena. */
ALWAYS uint32_t heap_end(const struct tarn_heap *heap)
{
	return heap->end << GRANULE_SHIFT;
}

static inline uint32_t heap_arena(const struct tarn_heap *heap)
{
	return pool_of(heap, pools_of(heap))->size;
}

ALWAYS struct tally *tally_of(const struct tarn_heap *heap, uint32_t index)
{
	return (struct tally *)heap->records - 1 - index;
}

/* The end of a pool is the start of the next. */
ALWAYS uint32_t pool_end(const struct pool *pool)
{
	return pool[1].start;
}

/* The index of a class: of a pool's, or of none, which means the commons. */
ALWAYS uint32_t class_of(const struct tarn_heap *heap, const struct pool *pool)
{
	return TARN_POOLS && pool ? pool->class_index : classes_of(heap);
}

ALWAYS void *at(const struct tarn_heap *heap, uint32_t offset)
{
	return (void *)(heap->base + offset);
}

ALWAYS struct node *node_at(const struct tarn_heap *heap, uint32_t offset)
{
	return at(heap, offset);
}

static inline bool heap_owns(const struct tarn_heap *heap, const void *pointer)
{
	return heap_made(heap) &&
	       heap->base + heap_end(heap) - 1 - (uintptr_t)pointer < heap_arena(heap);
}

/* The offset of any pointer. A pointer too far away for an offset gets the last one, which is no
 * block's. */
ALWAYS uint32_t offset_from(uintptr_t base, const void *pointer)
{
	uintptr_t distance = (uintptr_t)pointer - base;

#if UINTPTR_MAX > UINT32_MAX
	if (distance > UINT32_MAX)
		return UINT32_MAX;
#endif
	return (uint32_t)distance;
}

ALWAYS uint32_t offset_of(const struct tarn_heap *heap, const void *pointer)
{
	return offset_from(heap->base, pointer);
}

/* Every call that changes a heap leaves an offset here, inside its lock window. A reader that works
 * in slices leaves the address of one of its own variables, made odd because no offset is. It finds
 * that address again iff nothing changed the heap and no other such reader ran in between. */
#define TOKEN(variable) ((uintptr_t)(variable) | 1)
ALWAYS void touch(struct tarn_heap *heap, uint32_t offset)
{
	heap->touched = offset;
}

/* The bytes of a block for a request of `size`. UINT32_MAX for a request that no arena can hold. */
ALWAYS uint32_t block_bytes(size_t size)
{
	if (size > TARN_ARENA_MAX)
		return UINT32_MAX;
	if (size == 0)
		size = 1;
	return align_up((uint32_t)size + TARN_RECORD, GRANULE);
}

/* The granules of a block for a request of `size`, which some arena can hold. 0 for size 0 where
 * blocks have no record: the map has the same class for 0 and 1. */
ALWAYS uint32_t granules_of(size_t size)
{
	if (TARN_RECORD > 0 && TARN_RECORD % TARN_ALIGN == 0 && unlikely(size == 0))
		size = 1; /* here a record leaves no room for the smallest block */
	return (uint32_t)(size + TARN_RECORD + GRANULE - 1) >> GRANULE_SHIFT;
}

/* fault.c: count a fault and call the handler. Outside the lock. */
void fault_raise(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
		 void *caller);
void fault_raise_named(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
		       void *caller, const char *name);
/* What a lock window returns instead of an offset, or in the low bits of one. No two are alike, and
 * none reaches the first granule. */
enum code {
	NONE = 0,    /* no block */
	NOT_YET = 1, /* the search needs another window */
	WRITTEN = 2, /* in the offset of a block: it was written to */
	REFUSED = 4  /* no live block starts at the pointer */
};
/* Raises the fault of a free. `found` is REFUSED for a refused pointer. Otherwise it is the offset
 * of a damaged run, or of a block, with WRITTEN in it. */
void free_fault(struct tarn_heap *heap, const void *block, uint32_t found, void *caller);
/* Which kind of fault a pointer is that tarn_free refused. */
enum tarn_fault_kind fault_kind(struct tarn_heap *heap, const void *pointer);

/* Is there a heap, and is it made? If not, tarn_port_heap_missing raises the fault. */
#define heap_ready(heap) (likely((heap) && heap_made(heap)) || tarn_port_heap_missing(heap, CALLER))

/* A walk along a list of free runs. */
struct walk {
	uint32_t offset; /* of the current run; 0: past the last one */
	uint32_t left;   /* runs that may follow; a stray write can make a circle of a list */
};

/* A request that the fast steps did not serve. */
struct request {
	size_t size;       /* bytes */
	void *caller;      /* named by a fault on the way */
	uint32_t granules; /* of the block */
	uint32_t index;    /* of their class */
	uint32_t damaged;  /* the last run whose links were damaged */
	uint32_t length;   /* of the run that was found for it */
	uint32_t slice;    /* runs to look at in one lock window */
	struct walk own;   /* commons: along the own bin */
	bool over;         /* a block was found, but it exceeds the tag's limit */
};

/* count.c: ends a request of `size` bytes that is not served: counts it and calls the handler.
 * Returns NULL. `what` is the index of its class. From bit REFUSED_ALIGN on it holds the logarithm
 * of an alignment above a granule. */
void *request_refuse(struct tarn_heap *heap, uint32_t what, size_t size, void *caller);
#define REFUSED_CLASS  0xffu
#define REFUSED_ALIGN  8
#define REFUSED_REASON 16 /* from this bit on: enum tarn_refused_reason, if known */
#define REFUSED_QUIET  UINT32_C(0x01000000) /* the caller reports the refusal itself */
#define REFUSED_ABOVE  UINT32_C(0x02000000) /* tarn_refused_for reports the refusal */

/* fault.c: the functions that report a refusal; NULL until a program installs a handler. Outside
 * the lock. `pool` and `array` are for the rooms above: a full pool or array reports itself, an
 * array with the `size` of the component. */
struct tarn_object_pool;
struct tarn_packed;
struct refusal_tellers {
	void *(*heap)(struct tarn_heap *heap, uint32_t what, size_t size, void *caller); /* NULL */
	void (*pool)(const struct tarn_object_pool *pool, void *caller);
	uint32_t (*array)(const struct tarn_packed *packed, size_t size,
			  void *caller); /* TARN_NONE */
};
extern const struct refusal_tellers *refusals;

/* The alignment's part of `what` for request_refuse. `align` is a power of two. */
static inline uint32_t refused_align(size_t align)
{
	uint32_t what = 0;

	while (align >>= 1)
		what += 1 << REFUSED_ALIGN;
	return what;
}

/* `served` serves a request of `size` bytes for class `index`. Called inside the window that takes
 * the block, so that no reader sees one without the other. Nothing without TARN_COUNT, as the two
 * below. */
ALWAYS void count_alloc(struct tarn_heap *heap, uint32_t index, uint32_t served, size_t size)
{
#if TARN_COUNT
	struct tarn_counters *asked = &heap->counters[index];
	struct tarn_counters *serves = &heap->counters[served];

	serves->allocations++;
	serves->requested += size;
	serves->live_requested += size;
	serves->live++;
	if (serves != asked) {
		asked->overflowed_out++;
		serves->overflowed_in++;
	}
#else
	(void)heap, (void)index, (void)served, (void)size;
#endif
}

/* A block of `served` is freed. Inside the window in which it becomes reusable. */
ALWAYS void count_free(struct tarn_heap *heap, uint32_t served, uint32_t size)
{
#if TARN_COUNT
	struct tarn_counters *counters = &heap->counters[served];

	counters->frees++;
	counters->live_requested -= size;
	counters->live--;
#else
	(void)heap, (void)served, (void)size;
#endif
}

/* A live block of `served` gets another size. Inside the window that changes it. */
ALWAYS void count_resize(struct tarn_heap *heap, uint32_t served, uint32_t old_size, size_t size)
{
#if TARN_COUNT
	struct tarn_counters *counters = &heap->counters[served];

	if (size > old_size)
		counters->requested += size - old_size;
	counters->live_requested += (uint64_t)size - old_size;
#else
	(void)heap, (void)served, (void)old_size, (void)size;
#endif
}

#endif
