/* SPDX-License-Identifier: MIT
 * A reference model of one heap. It knows the rules of tarn.h and nothing of pool/. It keeps its
 * own map of the arena, from the pointers that calls return. For each call it predicts whether it
 * succeeds, which class serves it, and every counter afterwards.
 *
 * It takes one thing from the documentation besides tarn.h: pools lie side by side in the order of
 * their classes, and end one granule (a sentinel) before the commons. The commons end with the
 * arena.
 *
 * The commons may place a block anywhere in their free granules. */
#ifndef TESTS_MODEL_ORACLE_H
#define TESTS_MODEL_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tarn.h"
#include "tarn_tag.h"

/* Sizes of the model's own tables. A board with 8 KB must hold them and an arena. */
#ifdef PORT_BARE_METAL
#define ORACLE_GRANULES 384
#define ORACLE_BLOCKS   40
#define ORACLE_CLASSES  6
#else
#define ORACLE_GRANULES 8192
#define ORACLE_BLOCKS   2048
#define ORACLE_CLASSES  16
#endif

struct oracle_block {
	uint32_t size;  /* requested */
	uint32_t bytes; /* of the block */
	uint16_t at;    /* granule, from the arena's start */
	uint16_t place; /* the class that served it; `classes`: the commons */
	uint16_t mark;  /* seeds the pattern that fills it */
	uint16_t tag;   /* the tag that it was allocated for */
};

struct oracle_counts {
	uint32_t capacity, live, peak, held;
	uint32_t refused, allocations, frees, out, in, largest_refused;
	uint64_t requested, live_requested;
};

/* What the watch must report, if it looks at the longest run after each change. In bytes. */
struct oracle_watch {
	uint32_t least;
	uint32_t mark;  /* 0: none */
	uint32_t again; /* a run of this length arms it */
	bool armed;
	uint32_t calls; /* of the handler, since the last check */
};

/* How deep tags nest. */
#define ORACLE_DEPTH (TARN_TAGS > 15 ? 4 : 8)

struct oracle {
	struct tarn_heap *heap;
	const struct tarn_class *class;
	uint32_t classes;
	unsigned char *arena, *end;         /* as given to tarn_init */
	unsigned char *zero;                /* granule 0: the arena's start, aligned down */
	uint32_t start[ORACLE_CLASSES + 2]; /* granules: of each pool, sentinel, commons */
	uint32_t limit;                     /* the first granule past the end of the commons */
	uint32_t used, used_peak;           /* bytes of the commons, held ones not counted */
	uint32_t blocks, marks;
	uint32_t held_first, held;
	uint32_t faults[TARN_FAULT_KINDS];
	uint8_t map[ORACLE_GRANULES]; /* what the model knows of each granule */
	struct oracle_watch watch;
	struct oracle_counts counts[ORACLE_CLASSES + 1];
	struct tarn_tag_stats tag[TARN_TAGS + 1];
	const char *name[TARN_TAGS + 1]; /* of each tag */
	uint32_t entered[ORACLE_DEPTH];  /* tags, the current one last */
	uint32_t depth;
	uint32_t payer; /* the tag that the current call charges */
	uint32_t align; /* that the current call asks for */
	struct oracle_block block[ORACLE_BLOCKS];
#if TARN_HARDEN >= 3
	struct oracle_block holding[TARN_QUARANTINE];
#endif
};

/* States of a granule. USED: some block lay here before. */
#define MAP_FREE  0
#define MAP_TAKEN 1 /* live, or held back by the quarantine */
#define MAP_USED  2

/* Begins with a heap that was just made over the arena, whose ends need no trimming. The pools end
 * before the commons. In a heap without commons, `pools` is the place of the first block. */
void oracle_start(struct oracle *oracle, struct tarn_heap *heap, unsigned char *arena,
		  uint32_t bytes, const struct tarn_table *table, const unsigned char *pools);

/* Call Tarn, and compare the result with the prediction. */
void oracle_alloc(struct oracle *oracle, uint32_t size);
void oracle_zeroed(struct oracle *oracle, uint32_t count, uint32_t size);
void oracle_aligned(struct oracle *oracle, uint32_t align, uint32_t size);
void oracle_realloc(struct oracle *oracle, uint32_t index, uint32_t size);
void oracle_free(struct oracle *oracle, uint32_t index);
void oracle_bad_free(struct oracle *oracle, unsigned char *pointer);
/* Offers each granule of the arena to tarn_free, but not the starts of live blocks. */
void oracle_judge(struct oracle *oracle);
void oracle_queries(struct oracle *oracle, uint32_t size);

/* Compares everything: counters, contents, the walk, tarn_check. */
void oracle_audit(struct oracle *oracle);

/* rules.c: would the heap serve a request now, and from where? NOWHERE: it would refuse. */
#define NOWHERE UINT32_MAX
#define OVER    (UINT32_MAX - 1) /* there is a block, but it exceeds the payer's limit */
uint32_t oracle_class(const struct oracle *oracle, uint32_t size);
/* The first class from `index` on that may serve at this alignment. */
uint32_t oracle_next_class(const struct oracle *oracle, uint32_t align, uint32_t index);
uint32_t oracle_server(const struct oracle *oracle, uint32_t size);
/* The number of blocks that a pool can hand out now. */
uint32_t oracle_spare(const struct oracle *oracle, uint32_t index);
uint32_t oracle_largest(const struct oracle *oracle);
uint32_t oracle_longest(const struct oracle *oracle);
bool oracle_fits_aligned(const struct oracle *oracle, uint32_t bytes, uint32_t align);
uint32_t oracle_block_bytes(uint32_t size);
void oracle_drain(struct oracle *oracle);
void oracle_hold(struct oracle *oracle, const struct oracle_block *block);
void oracle_map_set(struct oracle *oracle, const struct oracle_block *block, bool taken);
/* The fault that freeing `pointer` must raise, if no live block starts there. TARN_FAULT_KINDS if
 * the contract does not say which. */
enum tarn_fault_kind oracle_fault(const struct oracle *oracle, const unsigned char *pointer);

/* refused.c: the call that just returned NULL told why, once. `place`: NOWHERE or OVER. */
void oracle_refused(struct oracle *oracle, uint32_t place, uint32_t size);
/* Nothing was told since the last call of oracle_refused. */
void oracle_told_all(void);
void oracle_listen(void);

/* watch.c: a lock window changed the commons. */
void oracle_watch(struct oracle *oracle);
/* After a call: was the handler called as often as it must be, and is longest_least right? */
void oracle_watched(struct oracle *oracle);
void oracle_mark(struct oracle *oracle, uint32_t bytes);
void oracle_peak_reset(struct oracle *oracle);

/* tags.c: the current tag, limits, and what each tag holds. */
void oracle_enter(struct oracle *oracle, uint32_t tag);
void oracle_leave(struct oracle *oracle, uint32_t tag);
void oracle_leave_all(struct oracle *oracle);
void oracle_alloc_tagged(struct oracle *oracle, uint32_t size, uint32_t tag);
void oracle_move(struct oracle *oracle, uint32_t index, uint32_t tag);
void oracle_limit(struct oracle *oracle, uint32_t tag, uint32_t bytes);
bool oracle_budgets(struct oracle *oracle, const struct tarn_budget *budget, uint32_t tags);
void oracle_free_tag(struct oracle *oracle, uint32_t tag);
void oracle_check_tags(const struct oracle *oracle);
/* How much the payer may still take; it takes that much; a tag gives that much back. */
uint32_t oracle_left(const struct oracle *oracle);
void oracle_pay(struct oracle *oracle, uint32_t bytes, uint32_t blocks);
void oracle_repay(struct oracle *oracle, uint32_t tag, uint32_t bytes, uint32_t blocks);
/* oracle.c: Tarn freed a block. */
void oracle_gone(struct oracle *oracle, uint32_t index);

/* contents.c */
void oracle_fill(const struct oracle *oracle, const struct oracle_block *block);
void oracle_check_contents(const struct oracle *oracle, const struct oracle_block *block,
			   uint32_t bytes);

/* In the program: faults raised since the count was last set to 0, and the last one's record. */
extern uint32_t model_faults;
extern struct tarn_fault model_fault;

/* If the values are wrong, prints what is wrong and how to replay it, and ends the program. */
void model_expect(bool holds, const char *what);
void model_equal(uint64_t actual, uint64_t expected, const char *what);

#endif
