/* SPDX-License-Identifier: MIT
 * Tags: who holds the memory, and how much of it each may hold.
 *
 * A tag is a small number for a task, a subsystem, a level or a connection. Each block carries the
 * tag of who allocated it. For each tag and heap Tarn counts what is live, and refuses what exceeds
 * the tag's limit. Tags exist where the program is built with -DTARN_TAGS=n: numbers 1 to n. Number
 * 0 is "no tag" and has its own counts and limit.
 *
 *     #define TAGS(TAG)        \
 *         TAG(NETWORK, 6144)   \
 *         TAG(SENSORS, 2048)
 *     TARN_BUDGETS(budgets, TAGS);              an enum: NETWORK is 1, SENSORS is 2; and a table
 *     TARN_BUDGETS_FIT(budgets, TAGS, CLASSES, 10 * 1024);   or the build fails
 *
 *     tarn_tag_budgets(&heap, budgets, 2);
 *     tarn_tag_enter(NETWORK);                  from here on, what this context allocates is
 *     parse(packet);                            the network's, in whichever library
 *     tarn_tag_leave(NETWORK);
 *
 * What is charged. A block is charged with all bytes that it takes from the arena: its class's
 * size, or its run's. The tags' sums together are what is in use. At level 3, a freed block that
 * waits in the quarantine is charged to nobody.
 *
 * What it costs. Four bytes of each block, at every level: a word at its very end. So a class of 32
 * bytes serves requests of up to 28. 24 bytes of the heap's record for each tag, and for "no tag"; 16
 * bytes more for each class. Instructions: pool/README.md, Tags. Without TARN_TAGS: nothing. Calls that
 * are given a tag then fault, because no tag is known; each block is "no tag"'s.
 *
 * The word at a block's end also finds an overrun, at level 1 too: if a write past the end
 * changed it, then tarn_free and tarn_realloc refuse the block with TARN_FAULT_OVERRUN.
 *
 * The idea of purpose tags is old in console engines; that of quotas on a microcontroller, with
 * everything of a quota freed at once, is CHERIoT RTOS's. */
#ifndef TARN_TAG_H
#define TARN_TAG_H

#include "tarn_table.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* "No tag", and "no limit". */
#define TARN_UNTAGGED UINT32_C(0)
#define TARN_NO_LIMIT UINT32_MAX

/* ---- Whose is what I allocate now? ------------------------------------------------------- */

/* Each context (a task, a thread, the interrupt handlers) has a current tag. tarn_alloc and all that
 * builds on it, malloc() included, charge the block to it. TARN_PORT_TAGS() of the port says which
 * contexts there are (tarn_port.h).
 *
 * Enter a tag until the leave that belongs to it. Tags nest: eight deep, or four deep where there
 * are more than 15 tags.
 *   cost     enter 15 instructions, leave 13; no lock
 *   context  any. What a handler enters it must leave before it returns
 *   faults   TARN_FAULT_TAG, and nothing changes: a tag that is 0 or above TARN_TAGS; too deep a
 *            nesting; a leave of another tag than the one entered last, or without an enter
 *   returns  tarn_tag_enter: false iff it raised the fault */
bool tarn_tag_enter(uint32_t tag);
void tarn_tag_leave(uint32_t tag);

/* The current tag of this context; 0: none is entered.
 *
 * tarn_alloc_tagged and tarn_realloc make the block's tag the current one until they return. So it is
 * current in a handler (of faults, refusals or low memory) that they call. If a handler allocates,
 * it enters a tag of its own. If it does not return (longjmp), it calls tarn_tag_reset. */
uint32_t tarn_tag_now(void);

/* This context has entered no tag: for a task that begins anew, and for a handler that does not return. */
void tarn_tag_reset(void);

/* tarn_alloc, charged to `tag` (0: to nobody) whatever the current tag is.
 *   returns  as tarn_alloc. Also NULL, and TARN_FAULT_TAG, for a tag above TARN_TAGS
 *   cost     about 25 instructions more than tarn_alloc */
TARN_MUST_USE void *tarn_alloc_tagged(struct tarn_heap *heap, size_t size, uint32_t tag);

/* The tag of a live block. 0 and a fault, as tarn_usable_size, for anything else; 0 for NULL.
 * tarn_realloc keeps a block's tag, wherever it moves. */
uint32_t tarn_tag_of(struct tarn_heap *heap, const void *block);

/* ---- Limits ------------------------------------------------------------------------------ */

/* The most bytes that `tag` may hold of `heap`; TARN_NO_LIMIT: as many as there are (so it begins).
 * A limit below what the tag holds takes nothing away: further requests are refused until
 * they fit.
 *
 * A request exceeds the limit if the block that Tarn found for it does. Then the answer is NULL, and
 * the tag's `refused` alone is counted. While a block moves (tarn_realloc), both places count.
 *   cost     about 30 instructions, one lock window
 *   faults   TARN_FAULT_TAG: a tag above TARN_TAGS; TARN_FAULT_HEAP */
void tarn_tag_limit(struct tarn_heap *heap, uint32_t tag, uint32_t bytes);

/* A tag's name, for reports, and its limit. */
struct tarn_budget {
	const char *name;
	uint32_t limit;
};

/* Set the limits and names of the tags 1 to `tags`, one after the other. `budget` must outlive the heap.
 * tarn_init forgets limits and names.
 *
 * It checks that all tags can reach their limits at the same time: those limits, and the ones that other
 * tags and "no tag" have, may add up to the bytes of the pools and the commons. (TARN_NO_LIMIT does not
 * count.) To promise more than there is, call tarn_tag_limit for each tag. Fragmentation may still
 * refuse a request within a limit: a class's reserved blocks, or a heap of its own, promise more
 * (pool/README.md, Tags).
 *   returns  false, and nothing changes, iff they add up to more, or a fault was raised
 *   faults   TARN_FAULT_TAG: more tags than TARN_TAGS; TARN_FAULT_HEAP */
TARN_MUST_USE bool tarn_tag_budgets(struct tarn_heap *heap, const struct tarn_budget *budget,
				    uint32_t tags);

/* The name of a tag of `heap`; "-" where it has none. */
const char *tarn_tag_name(const struct tarn_heap *heap, uint32_t tag);

/* ---- Who holds what ---------------------------------------------------------------------- */

struct tarn_tag_stats {
	uint32_t live;        /* bytes of the tag's blocks */
	uint32_t blocks;      /* and their number */
	uint32_t peak;        /* the most bytes there ever were at once */
	uint32_t peak_blocks; /* the most blocks */
	uint32_t refused;     /* requests beyond the limit; stays at 2^32 - 1 */
	uint32_t limit;       /* bytes, or TARN_NO_LIMIT */
};

/* Of one tag, all of one instant. tarn_peak_reset begins the peaks anew. 0 everywhere and
 * TARN_FAULT_TAG for a tag above TARN_TAGS. */
void tarn_tag_stats(struct tarn_heap *heap, uint32_t tag, struct tarn_tag_stats *stats);

struct tarn_tag_freed {
	uint32_t blocks;
	uint32_t bytes;
	uint32_t left; /* passed over, whatever their tag: below */
};

/* Free every block of `tag` in `heap`, as tarn_free would: a level ends, a connection closes, a task
 * crashed. Typed pools and packed arrays that took memory of this tag are closed before. What is
 * open stays whole: each of its blocks is a TARN_FAULT_OVERLAP, and is not freed.
 *
 * It frees what libraries allocated under the tag, too, and keep: newlib's printf allocates the buffer
 * of stdout in its first call, and strtod and printf("%f") a list of their own. Let such things be
 * allocated before a tag is entered (setvbuf with a buffer of your own; one printf at the start).
 *
 * Other contexts may allocate and free meanwhile. What they allocate for this tag while it runs
 * may be freed too. A damaged block is reported as a fault, stays, and is counted in `left`. From level
 * 2 on a block that another call is opening, resizing or freeing has no record: it stays too, and
 * `left` counts it. (At level 3 those that are being freed are not counted.) If that call ends, free
 * the tag again. If its task was killed in the middle of it, the block is lost. Level 1 has no such
 * blocks.
 *   cost     as tarn_walk, and a tarn_free for each block; in slices
 *   faults   those of tarn_free; TARN_FAULT_TAG: a tag above TARN_TAGS; TARN_FAULT_OVERLAP: a block
 *            of an open pool or array. tarn_free and tarn_realloc refuse such a block, too
 *   returns  what was freed */
struct tarn_tag_freed tarn_free_tag(struct tarn_heap *heap, uint32_t tag);

/* ---- A table of budgets ------------------------------------------------------------------ */

/* Define `name`, a table of budgets, from a list: TAG(its name, its limit in bytes) for each. Also
 * an enum that numbers them from 1. */
#define TARN_BUDGETS(name, LIST)                                                                   \
	enum { name##_untagged_, LIST(TARN_TAG_NUMBER_) name##_end_ };                             \
	typedef char name##_has_more_tags_than_TARN_TAGS[name##_end_ - 1 <= (TARN_TAGS) ? 1 : -1]; \
	static const struct tarn_budget name[] = {LIST(TARN_TAG_BUDGET_)}
#define TARN_TAG_NUMBER_(tag, limit) tag,
#define TARN_TAG_BUDGET_(tag, limit) {#tag, (limit)},

/* The build fails if the limits of a list (but for TARN_NO_LIMIT) add up to more than an arena of
 * `bytes` (a constant) has for blocks, with a table of CLASSES (a list, as of TARN_TABLE;
 * TARN_NO_CLASSES for tarn_table_commons). It counts in whole plane words, so tarn_tag_budgets
 * may allow up to 600 bytes more. */
#define TARN_BUDGETS_FIT(name, LIST, CLASSES, bytes)                                            \
	static inline __attribute__((unused)) void name##_fit(void)                             \
	{                                                                                       \
		enum { tarn_arena_ = (bytes), tarn_classes_ = 0 CLASSES(TARN_ONE_) };           \
		TARN_STATIC_ASSERT_((UINT64_C(0) LIST(TARN_TAG_SUM_)) <=                        \
					    TARN_TAG_ROOM_((UINT64_C(0) CLASSES(TARN_POOL_))),  \
				    "the limits of " #name " are more than an arena of " #bytes \
				    " bytes has for blocks");                                   \
	}                                                                                       \
	TARN_STATIC_ASSERT_((bytes) >= 256 && (bytes) <= TARN_ARENA_MAX,                        \
			    #name ": an arena has 256 bytes to TARN_ARENA_MAX")
#define TARN_NO_CLASSES(CLASS)

#define TARN_TAG_SUM_(tag, limit) +((limit) == TARN_NO_LIMIT ? UINT64_C(0) : UINT64_C(0) + (limit))
/* Of what records and pools leave, 8 bytes in each word's worth are the commons' planes; and up to six
 * granules are lost to the sentinel and to rounding. */
#define TARN_TAG_FIXED_(pools) ((pools) + TARN_METADATA_(pools) + 6 * TARN_ALIGN)
#define TARN_TAG_ROOM_(pools)                                                                  \
	((pools) + (!TARN_COMMONS || TARN_TAG_FIXED_(pools) > tarn_arena_                      \
			    ? 0                                                                \
			    : (tarn_arena_ - TARN_TAG_FIXED_(pools)) / (32 * TARN_ALIGN + 8) * \
				      (32 * TARN_ALIGN)))

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
