/* SPDX-License-Identifier: MIT
 * The heap's layout: this comment owns it.
 *
 * In an arena, from low to high addresses:
 *
 *   counters   struct tarn_counters, one for each class and the commons (TARN_COUNT)
 *   tallies    struct tally, in descending order, as the records
 *   records    struct pool, in descending order: the commons', class N-1's, ... class 0's
 *   planes     heap->planes points here: struct pair, ascending
 *   heads      heap->heads points here: for each bin the offset of its first free run, or 0
 *   slack      less than a word's worth
 *   pools      class 0's blocks, class 1's, ...
 *   commons    a sentinel granule that is always live, runs, the end
 *
 * A buffer overrun in a block runs upwards, so it reaches other blocks but not the metadata;
 * what lies below the arena should be what overruns least (see linker/arena.ld).
 *
 * Offsets count from heap->base, which is the address that makes the commons' start a multiple
 * of WORD_BYTES: then no plane word is shared between pools and commons. Offset 0 lies in the arena
 * (layout.c), and no block has it: it means "none".
 *
 * Only 32-bit words and offsets are kept in the arena, and the size of the C structs with
 * pointers in them stays out of its arithmetic: the layout is the same on every machine. */
#ifndef TARN_HEAP_H
#define TARN_HEAP_H

#include "plane.h"
#include "tarn_event.h"
#include "tarn_port.h"
#include "tarn_refused.h"

/* Tell of an event. Where nobody is told, the call goes before the compiler weighs anything: the
 * object code is that of a core which has no events (tests/link/events). */
#define TELL(call)               \
	do {                     \
		if (TARN_EVENTS) \
			call;    \
	} while (0)

/* A pool; and, as number `classes`, the commons, where `head` holds the arena's bytes. 16 or 32
 * bytes: a record is found from its class by one instruction. Because a fresh block is carved only
 * when no freed one is left, what was ever handed out is also the peak (but see struct tally). */
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

/* What is not needed all the time; of the commons too. The top 8 bits of a pool's `live` extend
 * `refused` to 40 bits, which last 12 days at a million a second. */
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

/* The first 8 bytes of what is free; what they hold is list.h's and class.h's. */
struct node {
	uint32_t next;
	uint32_t prev; /* of a free run; a pool's block has its check word here */
} __attribute__((may_alias));

#define OVERFLOW_BITS (TARN_TO_COMMONS | TARN_TO_LARGER | TARN_TO_LAST)
_Static_assert(OVERFLOW_BITS < TARN_ALIGN, "they lie below an offset");

#define LIVE_MASK   UINT32_C(0x00ffffff)
#define REFUSED_ONE UINT32_C(0x01000000)

/* The classes; as an index, the commons. */
ALWAYS uint32_t classes_of(const struct tarn_heap *heap)
{
	return TARN_POOLS ? heap->classes : 0;
}

ALWAYS struct pool *pool_of(const struct tarn_heap *heap, uint32_t index)
{
	struct pool *after = (struct pool *)heap->planes - index;

	FORGET(after); /* the rest is an offset, which the instruction that reads has room for */
	return after - 1;
}

/* A heap that was never made, or that could not be, reads 0. */
ALWAYS bool heap_made(const struct tarn_heap *heap)
{
	return heap->heads != 0;
}

/* The offset of the first block never handed out. */
ALWAYS uint32_t pool_fresh(const struct pool *pool)
{
	return pool->fresh & ~(uint32_t)OVERFLOW_BITS;
}

/* The offset of the commons, which are where the pools end: the sentinel before the first run. */
ALWAYS uint32_t commons_of(const struct tarn_heap *heap)
{
	return heap->pools << GRANULE_SHIFT;
}

/* Is a pointer to this offset for the pools to judge? A misaligned one never is. */
ALWAYS bool below_commons(const struct tarn_heap *heap, uint32_t offset)
{
	return TARN_POOLS && granule_of(offset) < heap->pools;
}

/* The offset of the first run, and how many granules runs have. */
ALWAYS uint32_t commons_first(const struct tarn_heap *heap)
{
	return commons_of(heap) + GRANULE;
}

ALWAYS uint32_t commons_granules(const struct tarn_heap *heap)
{
	return heap->end > heap->pools ? heap->end - heap->pools - 1 : 0;
}

/* Does `offset` name a granule of the commons? Any number may be asked about. */
ALWAYS bool in_commons(const struct tarn_heap *heap, uint32_t offset)
{
	return granule_of(offset - commons_first(heap)) < commons_granules(heap);
}

/* The offset of the commons' end, and of the arena's: the end sentinel. */
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
	struct tally *behind = (struct tally *)((struct pool *)heap->planes - classes_of(heap));

	FORGET(behind);
	behind -= index;
	FORGET(behind); /* the rest is an offset, which the instruction that reads has room for */
	return (struct tally *)((struct pool *)behind - 1) - 1;
}

/* The end of a pool is the start of the next. */
ALWAYS uint32_t pool_end(const struct pool *pool)
{
	return pool[-1].start;
}

/* Is a block's index that of a pool, or does it lie in the commons? */
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

/* Does a pointer point into the arena? */
static inline bool heap_owns(const struct tarn_heap *heap, const void *pointer)
{
	return heap_made(heap) &&
	       heap->base + heap_end(heap) - 1 - (uintptr_t)pointer < heap_arena(heap);
}

/* The offset of any pointer; one that no offset can name becomes the last, which is no
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

/* Every call that changes a heap leaves an offset here, inside its lock window. Whoever reads
 * the heap in slices leaves the address of one of its variables (made odd, as no offset is), and
 * finds it there again iff the heap stood still: also when it is itself interrupted by such a
 * reader. */
#define TOKEN(variable) ((uintptr_t)(variable) | 1)
ALWAYS void touch(struct tarn_heap *heap, uint32_t offset)
{
	heap->touched = offset;
}

/* The bytes of a block that `size` bytes need; UINT32_MAX for what no arena can hold. */
ALWAYS uint32_t block_bytes(size_t size)
{
	if (size > TARN_ARENA_MAX)
		return UINT32_MAX;
	if (size == 0)
		size = 1;
	return align_up((uint32_t)size + TARN_RECORD, GRANULE);
}

/* The granules of a block of `size` bytes, which some arena can hold. 0 of size 0 where there is no
 * record: the map has the same class for 0 and 1. */
ALWAYS uint32_t granules_of(size_t size)
{
	if (TARN_RECORD > 0 && TARN_RECORD % TARN_ALIGN == 0 && unlikely(size == 0))
		size = 1; /* a record fills whole granules, so it leaves no room for the smallest block */
	return (uint32_t)(size + TARN_RECORD + GRANULE - 1) >> GRANULE_SHIFT;
}

/* fault.c: count and report, outside the lock. */
void fault_raise(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
		 void *caller);
void fault_raise_named(struct tarn_heap *heap, enum tarn_fault_kind kind, const void *pointer,
		       void *caller, const char *name);
/* The end of a free that is refused (`found` is REFUSED), or that met the damaged run at offset
 * `found`, or, with WRITTEN in it, a freed block that was written to. */
#define REFUSED 1u /* no live block starts there */
#define WRITTEN 2u
#define OVERRAN 4u /* the block was not freed, because of the word at its end (tag_fault) */
void free_fault(struct tarn_heap *heap, const void *block, uint32_t found, void *caller);
/* What a pointer is that free refused. */
enum tarn_fault_kind fault_kind(struct tarn_heap *heap, const void *pointer);

/* Is the heap there? Whoever asks is told if not. */
#define heap_ready(heap) (likely(heap_made(heap)) || tarn_port_heap_missing(heap, CALLER))

/* A walk along a list of free runs. */
struct walk {
	uint32_t offset; /* of the run that it is at; 0: it is at its end */
	uint32_t left;   /* how many runs may follow: stray writes can make a circle of a list */
};

/* A call that wants a block, where the usual steps did not find one. */
struct request {
	size_t size;       /* bytes */
	void *caller;      /* whom a fault on the way names */
	uint32_t granules; /* of the block */
	uint32_t index;    /* of the class that they belong to */
	uint32_t damaged;  /* the last free block whose links were found damaged */
	uint32_t length;   /* of the run that was found for it */
	uint32_t slice;    /* how many runs are looked at in one lock window */
	struct walk own;   /* commons: along the own bin */
#if TARN_TAGS > 0
	bool over; /* there is a block, but it exceeds the tag's limit */
#endif
#if TARN_WATCH
	uint32_t bin; /* that the run was found in */
#endif
};

/* What a lock window ends with, other than the offset of the block that it took. */
#define NONE      0u /* there is none */
#define NOT_YET   1u /* another window is needed */
#define DAMAGED   2u /* its links are damaged */
#define OVER      4u /* it exceeds the limit of its tag, and was not taken */
#define NOT_TAKEN (TARN_TAGS > 0 ? DAMAGED | OVER : DAMAGED)

/* count.c: the end of a request of `size` bytes that is not served: count it, and tell. `what` is
 * the index of its class and, REFUSED_ALIGN bits up, the logarithm of its alignment, if that is
 * more than a granule. NULL. */
void *request_refuse(struct tarn_heap *heap, uint32_t what, size_t size, void *caller);
#define REFUSED_CLASS  0xffu
#define REFUSED_ALIGN  8
#define REFUSED_REASON 16 /* bits up: enum tarn_refused_reason, where it is known already */
#define REFUSED_QUIET  UINT32_C(0x01000000) /* whoever asks tells himself */
#define REFUSED_ABOVE  UINT32_C(0x02000000) /* a layer above tells: tarn_refused_for */

/* fault.c: who tells; NULL as long as nobody wants to know. Outside the lock. `pool` and `array`
 * are for the rooms above: one that is full tells itself, of a component its `size`. */
struct tarn_object_pool;
struct tarn_packed;
struct refusal_tellers {
	void *(*heap)(struct tarn_heap *heap, uint32_t what, size_t size, void *caller); /* NULL */
	void (*pool)(const struct tarn_object_pool *pool, void *caller);
	uint32_t (*array)(const struct tarn_packed *packed, size_t size,
			  void *caller); /* TARN_NONE */
};
extern const struct refusal_tellers *refusals;

/* What request_refuse is told of an alignment: a power of two. */
static inline uint32_t refused_align(size_t align)
{
	uint32_t what = 0;

	while (align >>= 1)
		what += 1 << REFUSED_ALIGN;
	return what;
}

/* A request of `size` bytes for class `index` is served by `served`: inside the lock window in
 * which the block is taken, so that nobody sees the one without the other. Nothing without
 * TARN_COUNT, as what follows. */
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

/* A block of `served` is freed: inside the window in which it becomes reusable. */
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

/* A live block of `served` is fitted to another size: inside the window in which it is. */
ALWAYS void count_resize(struct tarn_heap *heap, uint32_t served, uint32_t old_size, size_t size)
{
#if TARN_COUNT
	heap->counters[served].live_requested += (uint64_t)size - old_size;
#else
	(void)heap, (void)served, (void)old_size, (void)size;
#endif
}

#endif
