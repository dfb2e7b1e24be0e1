/* SPDX-License-Identifier: MIT
 * The heap's layout: this comment owns it.
 *
 * From low to high addresses, an arena holds:
 *
 *   counters   struct tarn_counters, one for each class and the commons (TARN_COUNT)
 *   tallies    struct tally, in descending order, as the records
 *   records    struct pool, in descending order: the commons', class N-1's, ... class 0's
 *   planes     heap->planes points here: struct pair, ascending
 *   heads      heap->heads points here: for each bin the offset of its first free run, or 0
 *   slack      less than WORD_BYTES; in a build without commons, what the pools leave
 *   pools      class 0's blocks, class 1's, ...
 *   commons    a sentinel granule that is always live, runs, the end
 *
 * A buffer overrun runs upwards. From a block it reaches other blocks, but not the metadata below
 * them. The memory below the arena should hold what is least likely to overrun (linker/arena.ld).
 *
 * Offsets count from heap->base. That address makes the commons' start a multiple of WORD_BYTES, so
 * pools and commons share no plane word. Offset 0 lies in the arena (layout.c), and no block starts
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

/* Tells a tracer of an event. Without TARN_EVENTS the call disappears before the optimizer runs. So
 * the object code is the same as that of a core without events (tests/link/events). */
#define TELL(call)               \
	do {                     \
		if (TARN_EVENTS) \
			call;    \
	} while (0)

/* The record of a pool. Record number `classes` is the commons': its `head` holds the arena's
 * bytes. Its size is a power of two, so one instruction finds a record from its class. A fresh
 * block is carved only when no freed one is left. So the carved blocks are also the peak (but see
 * struct tally). */
struct pool {
	uint32_t head;  /* offset of the first free block, or 0 */
	uint32_t live;  /* blocks in use: low 24 bits */
	uint32_t start; /* offset of block 0; the next pool's start is this one's end */
	uint32_t fresh; /* offset of the first block never handed out, and in its low bits what the
	                    class does when none is left (enum tarn_overflow) */
#if TARN_TAGS > 0
	uint32_t bytes; /* of a block */
	uint32_t none[3];
#endif
};
_Static_assert(sizeof(struct pool) == (TARN_TAGS > 0 ? 32 : 16), "layout is arithmetic");

/* The counts that the fast paths do not need. The commons have a tally too. The top 8 bits of a
 * pool's `live` extend `refused` to 40 bits. These last 12 days at a million refusals a second. */
struct tally {
	uint32_t refused;
#if TARN_HARDEN >= 3
	uint32_t peak;        /* freed blocks wait here, so more are carved than were live */
	uint32_t quarantined; /* blocks */
#endif
};
_Static_assert(sizeof(struct tally) == (TARN_HARDEN >= 3 ? 12 : 4), "layout is arithmetic");

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

/* The first 8 bytes of a free run or block. list.h and class.h say what they hold. */
struct node {
	uint32_t next;
	uint32_t prev; /* of a free run; a pool's block has its check word here */
} __attribute__((may_alias));

#define OVERFLOW_BITS (TARN_TO_COMMONS | TARN_TO_LARGER | TARN_TO_LAST)
_Static_assert(OVERFLOW_BITS < TARN_ALIGN, "they lie below an offset");

#define LIVE_MASK   UINT32_C(0x00ffffff)
#define REFUSED_ONE UINT32_C(0x01000000)

/* The number of classes. As an index it means the commons. */
ALWAYS uint32_t classes_of(const struct tarn_heap *heap)
{
	return TARN_POOLS ? heap->classes : 0;
}

ALWAYS struct pool *pool_of(const struct tarn_heap *heap, uint32_t index)
{
	struct pool *after = (struct pool *)heap->planes - index;

	FORGET(after); /* the load has room for the rest as an offset */
	return after - 1;
}

/* A heap that was never made reads 0, and so does one whose tarn_init failed. */
ALWAYS bool heap_made(const struct tarn_heap *heap)
{
	return heap->heads != 0;
}

/* The offset of the first block that was never handed out. */
ALWAYS uint32_t pool_fresh(const struct pool *pool)
{
	return pool->fresh & ~(uint32_t)OVERFLOW_BITS;
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
	return granule_of(offset - commons_first(heap)) < commons_granules(heap);
}

/* The offset of the end sentinel: the end of the commons and of the arena. */
ALWAYS uint32_t heap_end(const struct tarn_heap *heap)
{
	return heap->end << GRANULE_SHIFT;
}

static inline uint32_t heap_arena(const struct tarn_heap *heap)
{
	return pool_of(heap, classes_of(heap))->head;
}

ALWAYS struct tally *tally_of(const struct tarn_heap *heap, uint32_t index)
{
	struct tally *after = (struct tally *)((struct pool *)heap->planes - classes_of(heap));

	FORGET(after);
	after -= index;
	FORGET(after); /* the load has room for the rest as an offset */
	return (struct tally *)((struct pool *)after - 1) - 1;
}

/* The end of a pool is the start of the next. */
ALWAYS uint32_t pool_end(const struct pool *pool)
{
	return pool[-1].start;
}

/* Does `index` name a pool, not the commons? */
ALWAYS bool in_pool(const struct tarn_heap *heap, uint32_t index)
{
	return TARN_POOLS && (!TARN_COMMONS || index < classes_of(heap));
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
/* Raises the fault of a free. `found` is REFUSED for a refused pointer. Otherwise it is the offset
 * of a damaged run, or of a block, with WRITTEN or OVERRAN in it. */
#define REFUSED 1u /* no live block starts at the pointer */
#define WRITTEN 2u
#define OVERRAN 4u /* the word at its end forbids the free (tag_fault) */
void free_fault(struct tarn_heap *heap, const void *block, uint32_t found, void *caller);
/* Which kind of fault a pointer is that tarn_free refused. */
enum tarn_fault_kind fault_kind(struct tarn_heap *heap, const void *pointer);

/* Is the heap made? If not, tarn_port_heap_missing raises the fault. */
#define heap_ready(heap) (likely(heap_made(heap)) || tarn_port_heap_missing(heap, CALLER))

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
	uint32_t damaged;  /* the last free block or run whose links were damaged */
	uint32_t length;   /* of the run that was found for it */
	uint32_t slice;    /* runs to look at in one lock window */
	struct walk own;   /* commons: along the own bin */
#if TARN_TAGS > 0
	bool over; /* a block was found, but it exceeds the tag's limit */
#endif
#if TARN_WATCH
	uint32_t bin; /* of the run that was found */
#endif
};

/* What a lock window returns instead of an offset, or in its low bits. */
#define NONE      0u /* no block */
#define NOT_YET   1u /* the search needs another window */
#define DAMAGED   2u /* the block's links are damaged */
#define OVER      4u /* the block exceeds its tag's limit, and was not taken */
#define NOT_TAKEN (TARN_TAGS > 0 ? DAMAGED | OVER : DAMAGED)

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

	asked->requested += size;
	serves->allocations++;
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
	heap->counters[served].live_requested += (uint64_t)size - old_size;
#else
	(void)heap, (void)served, (void)old_size, (void)size;
#endif
}

#endif
