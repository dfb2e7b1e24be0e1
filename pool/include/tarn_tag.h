/* SPDX-License-Identifier: MIT
 * Tags: who holds the memory, and how much of it each may hold.
 *
 * A *tag* is a small number for a task, a subsystem, a level or a connection. Each block carries
 * the tag of whoever allocated it. For each tag of each heap, Tarn counts what is live and refuses
 * what exceeds the tag's limit. A program that is built with -DTARN_TAGS=n has the tags 1 to n.
 * Number 0 is "no tag", and has its own counts and limit.
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
 * What Tarn charges. A block is charged with all bytes that it takes from the arena: the size of
 * its class, or of its run. The sums of all tags together are what is in use. At level 3, a block
 * in the quarantine is charged to nobody.
 *
 * What it costs. Each block has a word of 4 bytes at its very end, at every level. So a class of 32
 * bytes serves requests of up to 28. The heap's record has 24 bytes more for each tag and for "no
 * tag", and 16 bytes more for each class. pool/using.md, Tags, has the instructions. Without
 * TARN_TAGS tags cost nothing. Then no tag exists: a call with a tag faults, and each block has "no
 * tag".
 *
 * The word at the end of a block also finds an overrun, even at level 1. If a write past the end
 * changed it, tarn_free and tarn_realloc refuse the block with TARN_FAULT_OVERRUN.
 *
 * Purpose tags are an old idea of console engines. Quotas on a microcontroller, with everything of
 * a quota freed at once, are an idea of CHERIoT RTOS. */
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

/* ---- The current tag --------------------------------------------------------------------- */

/* Each context (a task, a thread, the interrupt handlers) has a current tag. tarn_alloc charges the
 * block to it, and so does everything that builds on tarn_alloc, malloc() included.
 * TARN_PORT_TAGS() of the port says which contexts there are (tarn_port.h).
 *
 * tarn_tag_enter makes a tag the current one, until the tarn_tag_leave of the same tag. Tags nest:
 * eight deep, or four deep if there are more than 15 tags.
 *
 *   returns  tarn_tag_enter: false iff it raised a fault
 *   cost     enter 15, leave 13; no lock
 *   context  any. A handler must leave what it entered before it returns
 *   faults   TARN_FAULT_TAG, and nothing changes: the tag is 0 or above TARN_TAGS; the nesting is
 *            too deep; a leave is not of the tag that was entered last */
bool tarn_tag_enter(uint32_t tag);
void tarn_tag_leave(uint32_t tag);

/* The current tag of this context. 0: none is entered.
 *
 * tarn_alloc_tagged and tarn_realloc make the tag of the block the current one until they return.
 * So it is current in the handlers of faults, refusals and low memory that they call. A handler
 * that allocates should enter a tag of its own. A handler that does not return (longjmp) has to
 * call tarn_tag_reset. */
uint32_t tarn_tag_now(void);

/* Leaves all tags of this context: for a task that begins anew, and for a handler that does not
 * return. */
void tarn_tag_reset(void);

/* tarn_alloc, charged to `tag` whatever the current tag is. A tag of 0 is "no tag".
 *
 *   returns  as tarn_alloc; NULL, too, on the fault
 *   cost     about 25 more than tarn_alloc
 *   faults   as tarn_alloc; TARN_FAULT_TAG: a tag above TARN_TAGS */
TARN_BLOCK_(__alloc_size__(2))
TARN_UNSET_(2) void *tarn_alloc_tagged(struct tarn_heap *heap, size_t size, uint32_t tag);

/* The tag of a live block. tarn_realloc keeps it, wherever the block moves.
 *
 *   returns  0 for NULL, and on a fault
 *   faults   as tarn_usable_size */
uint32_t tarn_tag_of(struct tarn_heap *heap, const void *block);

/* Gives a live block another tag, 0 included, as an engine turns what a level loaded into a cache.
 * The sums of both tags follow; the block does not move.
 *
 *   returns  false, and nothing changes, iff the block is NULL, the new tag's limit is too low (the
 *            call then counts in its `refused`), or on a fault
 *   cost     O(1), about that of tarn_usable_size and a lock window more
 *   context  any. The block's owner calls it
 *   faults   as tarn_free; TARN_FAULT_TAG: a tag above TARN_TAGS; TARN_FAULT_OVERLAP: a block of an
 *            open typed pool or packed array */
bool tarn_tag_move(struct tarn_heap *heap, void *block, uint32_t tag);

/* ---- Limits ------------------------------------------------------------------------------ */

/* Sets the most bytes that `tag` may hold of `heap`. TARN_NO_LIMIT, which every tag begins with,
 * means as many as there are. If the tag already holds more than the limit, it keeps them. Tarn
 * then refuses its requests until they fit.
 *
 * A request exceeds the limit if the block that Tarn finds for it does. Then it returns NULL, and
 * Tarn counts it in `refused` of the tag alone. While tarn_realloc moves a block, both places
 * count.
 *
 *   cost     about 30, one lock window
 *   faults   TARN_FAULT_TAG: a tag above TARN_TAGS; TARN_FAULT_HEAP */
void tarn_tag_limit(struct tarn_heap *heap, uint32_t tag, uint32_t bytes);

/* The name of a tag, any text, for reports, and its limit. */
struct tarn_budget {
	const char *name;
	uint32_t limit;
};

/* Sets the limits and names of the tags 1 to `tags`, in their order. `budget` must outlive the
 * heap. tarn_init forgets limits and names.
 *
 * It checks that all tags can reach their limits at the same time. All limits together,
 * that of "no tag" included, may add up to the bytes of the pools and the commons.
 * TARN_NO_LIMIT does not count. To promise more than there is, call tarn_tag_limit for each tag.
 * Fragmentation may still refuse a request within a limit. The blocks of a class, or a heap of its
 * own, promise more (pool/using.md, Tags).
 *
 *   returns  false, and nothing changes, iff they add up to more, or on a fault
 *   faults   TARN_FAULT_TAG: more tags than TARN_TAGS; TARN_FAULT_HEAP */
TARN_MUST_USE bool tarn_tag_budgets(struct tarn_heap *heap, const struct tarn_budget *budget,
				    uint32_t tags);

/* The name of a tag of `heap`, or "-" if it has none. */
const char *tarn_tag_name(const struct tarn_heap *heap, uint32_t tag);

/* ---- Who holds what ---------------------------------------------------------------------- */

struct tarn_tag_stats {
	uint32_t live;        /* bytes of the tag's blocks */
	uint32_t blocks;      /* the number of its blocks */
	uint32_t peak;        /* the most bytes that it ever held at once */
	uint32_t peak_blocks; /* the most blocks */
	uint32_t refused;     /* requests that exceeded the limit; stays at 2^32 - 1 */
	uint32_t limit;       /* bytes, or TARN_NO_LIMIT */
};

/* The numbers of one tag, all of one instant. tarn_peak_reset begins the peaks anew.
 *
 *   faults   TARN_FAULT_TAG, and all numbers are 0: a tag above TARN_TAGS */
void tarn_tag_stats(struct tarn_heap *heap, uint32_t tag, struct tarn_tag_stats *stats);

struct tarn_tag_freed {
	uint32_t blocks;
	uint32_t bytes;
	uint32_t left; /* blocks of any tag that it did not free: below */
};

/* Frees every block of `tag` in `heap`, as tarn_free would. A level ends, a connection closes, a
 * task crashed. Close typed pools and destroy packed arrays that took memory of this tag before. It
 * does not free the blocks of open ones: each is a TARN_FAULT_OVERLAP.
 *
 * It also frees what libraries allocated under the tag and keep. newlib's printf allocates the
 * buffer of stdout in its first call; strtod and printf("%f") allocate a list. Let them do so
 * before you enter a tag: pass a buffer to setvbuf, and call printf once at the start.
 *
 * Other contexts may allocate and free meanwhile. Blocks that they allocate for this tag may be
 * freed, too. A damaged block is a fault, stays, and counts in `left`. From level 2 on, a block
 * that another call is opening, resizing or freeing has no record. It stays, too, and counts in
 * `left`. (At level 3 blocks that are being freed do not count.) When that call ends, free the tag
 * again. If its task was killed in the middle of the call, the block is lost. Level 1 has no such
 * blocks.
 *
 *   returns  what it freed
 *   cost     as tarn_walk, and a tarn_free for each block; in slices
 *   faults   those of tarn_free; TARN_FAULT_TAG: a tag above TARN_TAGS; TARN_FAULT_OVERLAP: a block
 *            of an open pool or array. tarn_free and tarn_realloc refuse such a block, too */
struct tarn_tag_freed tarn_free_tag(struct tarn_heap *heap, uint32_t tag);

/* ---- A table of budgets ------------------------------------------------------------------ */

/* Defines `name`, a table of budgets, from a list of TAG(its name, its limit in bytes). It also
 * defines an enum that numbers the tags from 1. */
#define TARN_BUDGETS(name, LIST)                                                                   \
	enum { name##_untagged_, LIST(TARN_TAG_NUMBER_) name##_end_ };                             \
	typedef char name##_has_more_tags_than_TARN_TAGS[name##_end_ - 1 <= (TARN_TAGS) ? 1 : -1]; \
	static const struct tarn_budget name[] = {LIST(TARN_TAG_BUDGET_)}
#define TARN_TAG_NUMBER_(tag, limit) tag,
#define TARN_TAG_BUDGET_(tag, limit) {#tag, (limit)},

/* Fails the build if the limits of a list add up to more than an arena has for blocks.
 * TARN_NO_LIMIT does not count. The arena has `bytes`, a constant, and a table of CLASSES, a list
 * as for TARN_TABLE, or TARN_NO_CLASSES for tarn_table_commons. It counts in whole plane words, so
 * tarn_tag_budgets may allow up to 600 bytes more. */
#define TARN_BUDGETS_FIT(name, LIST, CLASSES, bytes)                                            \
	static inline __attribute__((__unused__)) void name##_fit(void)                         \
	{                                                                                       \
		TARN_COUNTS_(CLASSES, bytes)                                                    \
		TARN_STATIC_ASSERT_((UINT64_C(0) LIST(TARN_TAG_SUM_)) <=                        \
					    TARN_TAG_ROOM_((UINT64_C(0) CLASSES(TARN_POOL_))),  \
				    "the limits of " #name " are more than an arena of " #bytes \
				    " bytes has for blocks");                                   \
	}                                                                                       \
	TARN_STATIC_ASSERT_((bytes) >= 256 && (bytes) <= TARN_ARENA_MAX,                        \
			    #name ": an arena has 256 to TARN_ARENA_MAX bytes")
#define TARN_NO_CLASSES(CLASS)

#define TARN_TAG_SUM_(tag, limit) +((limit) == TARN_NO_LIMIT ? UINT64_C(0) : UINT64_C(0) + (limit))
/* Records and pools leave some bytes. In each word's worth of them, 8 bytes are planes of the
 * commons. The sentinel and rounding take up to six granules. */
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
