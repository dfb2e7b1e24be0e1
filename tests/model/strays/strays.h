/* SPDX-License-Identifier: MIT
 * Does any stray write to freed memory lead to a wrong block?
 *
 * For each state of a tiny heap that a few calls reach, for each word of its free memory and each
 * value that can matter, the word is overwritten and every continuation of a few calls is made.
 * The program judges by its own list of live blocks: it includes no private header, and reads of
 * the heap only bytes. README.md of the folder above says what counts as all writes. */
#ifndef TESTS_MODEL_STRAYS_H
#define TESTS_MODEL_STRAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tarn.h"

#define SIZES_MOST  6
#define LIVE_MOST   12
#define ARENA_MOST  1024
#define HEAP_WORDS  ((uint32_t)(sizeof(struct tarn_heap) / 4))
#define WORDS_MOST  (HEAP_WORDS + ARENA_MOST / 4)
#define CALLS_MOST  64 /* that a state can have */
#define DEPTH_MOST  14 /* calls before a write */
#define AFTER_MOST  4  /* calls after it */
#define TUPLES_MOST 65536

enum wrong {
	WRONG_OVERLAP,
	WRONG_METADATA,
	WRONG_MISALIGNED,
	WRONG_CONTENTS,
	WRONG_CRASH,
	WRONG_LOOP,
	WRONG_FAULT,
	WRONG_LOCK,
	WRONG_LOST,
	WRONG_KINDS
};

/* ---- Worlds (world.c) */

/* A table, an arena, and the calls that are made. Sizes are granules; 0 closes a list. */
struct world {
	const char *name;
	const struct tarn_class *class;
	uint32_t classes;
	uint32_t commons; /* granules besides */
	uint8_t sizes[SIZES_MOST];
	uint8_t resizes[SIZES_MOST]; /* realloc each live block to each of these */
	uint8_t live_most;           /* requests beyond so many live blocks are not made */
	uint8_t deeper;              /* so many calls more before a write: it has few states */
};
extern const struct world worlds[];
extern const struct world *world;

/* ---- States (image.c) */

enum act { ALLOC, FREE, RESIZE };
struct call {
	uint8_t act;
	uint8_t at;   /* granule of the arena */
	uint8_t size; /* granules */
};

/* A live block, in granules of the arena. */
struct live {
	uint8_t at;
	uint8_t length;
};

/* What the program knows of its own: the live blocks, in ascending order, and whether a fault named
 * the write. */
struct shadow {
	uint32_t count;
	uint32_t named;
	struct live live[LIVE_MOST];
};

/* All of a heap's bytes, as words: its record, then its arena. */
struct state {
	struct shadow shadow;
	uint32_t words[WORDS_MOST];
};

extern struct shadow now;
extern struct tarn_heap *heap; /* the record, and the arena, at their fixed places */
extern unsigned char *arena;
extern uint32_t arena_bytes;
extern uint32_t words; /* of a state */

void image_open(void);
void image_large(uint32_t bytes); /* the arena of random trials */
void world_make(void);            /* a fresh heap of `world` */
void state_save(struct state *state);
void state_load(const struct state *state);
uint64_t state_key(const struct state *state);
/* What word `word` with `value` adds to the key. */
uint64_t key_part(uint32_t word, uint32_t value);
void key_blind(uint32_t word); /* the word is no part of any key */

static inline bool is_live(const struct state *state, uint32_t granule)
{
	for (uint32_t i = 0; i < state->shadow.count; i++)
		if (granule - state->shadow.live[i].at < state->shadow.live[i].length)
			return true;
	return false;
}

/* ---- What the core reads (reads.c) */

/* Words of the payload, a bit each: read before they were written, and written. */
extern uint64_t reads, writes;
extern uintptr_t reads_from;
extern uint32_t reads_bytes;
extern bool reads_wild; /* a store went just below the arena */
extern bool reads_work; /* the core tells of its loads; else it is taken to read all */
void reads_begin(void);
/* What somebody else wrote to, whole words. */
void reads_written(const void *place, size_t bytes);
void reads_end(void);

/* ---- Calls (judge.c) */

extern uint64_t calls_made;
extern uint32_t faults; /* the kinds raised since state_load, a bit each */
/* How a stray write may be named. */
#define FAULTS_ALLOWED \
	(1u << TARN_FAULT_LINK | (TARN_HARDEN >= 2 ? 1u << TARN_FAULT_USE_AFTER_FREE : 0))
extern bool learning; /* note where blocks may lie */
extern uint8_t payload[ARENA_MOST / TARN_ALIGN];
extern uint32_t payload_first, payload_end; /* granules */
extern void *answer;                        /* of the last call */
extern bool owners_write;                   /* into the blocks that they are handed */
extern enum wrong stopped;                  /* why it did not return */

uint32_t calls_of(const struct state *state, struct call *calls);
/* Make a call on `before`, which is loaded, and judge. False: something is wrong, and was told. */
bool call_make(const struct state *before, struct call call);
/* Call `act` as one call; false: it crashed, did not end, or left the lock wrong: `stopped`. */
bool guard(void (*act)(void));
/* A call without a judge; false: it crashed or did not end. */
bool call_bare(struct call call);
/* Ask all readers, for whatever they answer. */
bool readers_ask(void);
void judge_open(void);
void judge_world(void); /* once the payload is known */

static inline uint32_t word_of(uint32_t granule)
{
	return HEAP_WORDS + granule * (TARN_ALIGN / 4);
}

/* ---- Before the search (learn.c) */

void learn(void);

/* ---- All states (trail.c) */

#define HISTORY 1024 /* values that ever stood in the payload */
struct history {
	uint64_t bits[HISTORY / 64];
};

void trail_run(uint32_t depth);
extern bool trail_full; /* some old values were left out */
uint32_t trail_count(void);
uint32_t trail_depth(uint32_t index);
void trail_load(uint32_t index, struct state *state);
const struct history *trail_history(uint32_t index);
uint32_t history_value(uint32_t bit);
uint32_t trail_way(uint32_t index, struct call *calls); /* returns how many */
void history_range(uint32_t *low, uint32_t *high);

/* ---- Values (values.c) */

struct tuple {
	uint32_t value[2];
	uint64_t reads; /* words that were read in what followed */
};
void values_open(uint64_t seed); /* of a world, when its trail is there */
/* For one word: every value that can matter; for a word of a pair: those that can make sense. Each
 * once, in ascending order, and not the one that the word has. At most VALUES_MOST. */
#define VALUES_MOST 2048
uint32_t values_single(uint32_t index, const struct state *state, uint32_t word, uint32_t *values);
uint32_t values_few(uint32_t index, const struct state *state, uint32_t word, uint32_t *values);

/* ---- What follows a write (follow.c) */

/* The words that hold what was written. component[k]: of the tuple. */
struct damage {
	uint32_t words;
	uint32_t word[2];
	uint32_t component[2];
};

/* Values that a call left in the same state, but for the damaged words. */
struct group {
	uint64_t key;
	struct damage damage;
	uint32_t first; /* of its tuples */
	uint32_t count;
	struct state state; /* what the damaged words have is of no account */
};

extern struct tuple tuples[TUPLES_MOST];
void follow_open(void);
/* Make `call`, which reads what is damaged, for each of the tuples in `list`, and all that can
 * follow: `left` calls in all. */
void follow(struct group *from, const uint32_t *list, uint32_t count, struct call call,
	    uint32_t depth, uint32_t left);

struct totals {
	uint64_t writes, pairs; /* state, word, value; with the two words */
	uint64_t read;          /* writes after which the readers were asked */
	uint64_t continuations; /* calls after a write, for which a result was computed */
};
extern struct totals totals;

/* ---- The search (search.c, kind.c) */

/* States of one kind, one after the other; the first has the most calls to go. */
void kinds_sort(void);
uint32_t kinds_at(uint32_t place, bool *first); /* the index of a state */

/* What was read after each write to some states of the kind. */
void shots_clear(void);
/* Removes from the list the tuples that need no run: their `reads` are set. */
uint32_t shots_known(uint64_t name, uint64_t differ, uint32_t *list, uint32_t count);
void shots_note(uint64_t name, const uint32_t *list, uint32_t count);

extern bool pairs_too;
void search_run(uint32_t depth, uint32_t after);

/* ---- Failing (fail.c) */

/* What is being tried: for the line that replays it. */
struct trial {
	bool begun;
	uint32_t index; /* the state */
	uint32_t words;
	uint32_t word[2];
	uint32_t value[2];
	uint32_t calls;
	struct call call[AFTER_MOST];
	uint64_t random; /* or a random trial, with this seed and 1 */
};
extern struct trial trial;
extern bool tally;      /* count what is wrong, and go on */
extern bool lost_fails; /* a block that is lost in silence is wrong, too */
void wrong(enum wrong what);
uint64_t wrong_total(void);
void wrong_report(void);
_Noreturn void broken(const char *what);
void print_call(struct call call);
/* replay.c */
void replay(const char *before, const char *write, const char *after);

/* ---- Large heaps (random.c) */

void random_run(uint64_t seed, uint64_t trials);

#endif
