/* SPDX-License-Identifier: MIT
 * Does any stray write to freed memory lead to a wrong block?
 *
 * The program takes each state of a tiny heap that a few calls reach, each word of its free memory,
 * and each value that can matter. It overwrites the word, and makes every sequence of a few calls.
 * It judges by its own list of live blocks. It includes no private header, and reads only bytes of
 * the heap. ../README.md says which writes count as all. */
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
#define CALLS_MOST  64 /* the most that a state can have */
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

/* A table, an arena, and the calls that are made. Sizes are in granules; 0 ends a list. */
struct world {
	const char *name;
	const struct tarn_class *class;
	uint32_t classes;
	uint32_t commons; /* granules of the commons */
	uint8_t sizes[SIZES_MOST];
	uint8_t resizes[SIZES_MOST]; /* realloc each live block to each of these */
	uint8_t live_most;           /* no requests beyond so many live blocks */
	uint8_t deeper; /* so many more calls before a write, because it has few states */
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

/* What the program itself knows: the live blocks, in ascending order, and whether a fault named the
 * write. */
struct shadow {
	uint32_t count;
	uint32_t named;
	struct live live[LIVE_MOST];
};

/* All bytes of a heap, as words: its record, then its arena. */
struct state {
	struct shadow shadow;
	uint32_t words[WORDS_MOST];
};

extern struct shadow now;
extern struct tarn_heap *heap; /* the record and the arena, at fixed addresses */
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
void key_blind(uint32_t word); /* leaves the word out of all keys */

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
extern bool reads_work; /* the core reports its loads; otherwise it counts as reading everything */
void reads_begin(void);
/* An owner wrote to whole words here. */
void reads_written(const void *place, size_t bytes);
void reads_end(void);

/* ---- Calls (judge.c) */

extern uint64_t calls_made;
extern uint32_t faults; /* the kinds raised since state_load, a bit each */
/* The faults that may name a stray write. */
#define FAULTS_ALLOWED \
	(1u << TARN_FAULT_LINK | (TARN_HARDEN >= 2 ? 1u << TARN_FAULT_USE_AFTER_FREE : 0))
extern bool learning; /* notes where blocks may lie */
extern uint8_t payload[ARENA_MOST / TARN_ALIGN];
extern uint32_t payload_first, payload_end; /* granules */
extern void *answer;                        /* of the last call */
extern bool owners_write;                   /* to the blocks that they get */
extern enum wrong stopped;                  /* why the last call did not return */

uint32_t calls_of(const struct state *state, struct call *calls);
/* Makes a call on `before`, which is loaded, and judges it. Returns false if something is wrong;
 * then it was printed. */
bool call_make(const struct state *before, struct call call);
/* Runs `act` as one call. Returns false if it crashed, did not end, or left the lock in a wrong
 * state: see `stopped`. */
bool guard(void (*act)(void));
/* Makes a call without judging it. Returns false if it crashed or did not end. */
bool call_bare(struct call call);
/* Asks all readers; their answers do not matter. */
bool readers_ask(void);
void judge_open(void);
void judge_world(void); /* call it when the payload is known */

static inline uint32_t word_of(uint32_t granule)
{
	return HEAP_WORDS + granule * (TARN_ALIGN / 4);
}

/* ---- Before the search (learn.c) */

void learn(void);

/* ---- All states (trail.c) */

#define HISTORY 1024 /* different values that were in the payload */
struct history {
	uint64_t bits[HISTORY / 64];
};

void trail_run(uint32_t depth);
extern bool trail_full; /* some old values did not fit */
uint32_t trail_count(void);
uint32_t trail_depth(uint32_t index);
void trail_load(uint32_t index, struct state *state);
const struct history *trail_history(uint32_t index);
uint32_t history_value(uint32_t bit);
uint32_t trail_way(uint32_t index, struct call *calls); /* returns the number of calls */
void history_range(uint32_t *low, uint32_t *high);

/* ---- Values (values.c) */

struct tuple {
	uint32_t value[2];
	uint64_t reads; /* words that were read after the write */
};
void values_open(uint64_t seed); /* for a world, after its trail */
/* All values of one word that can matter; for a word of a pair, those that make sense. Each comes
 * once, in ascending order, without the current value. At most VALUES_MOST. */
#define VALUES_MOST 2048
uint32_t values_single(uint32_t index, const struct state *state, uint32_t word, uint32_t *values);
uint32_t values_few(uint32_t index, const struct state *state, uint32_t word, uint32_t *values);

/* ---- What follows a write (follow.c) */

/* The words that hold written values, and which value of the tuple each holds. */
struct damage {
	uint32_t words;
	uint32_t word[2];
	uint32_t component[2];
};

/* Values with which a call led to the same state, except for the damaged words. */
struct group {
	uint64_t key;
	struct damage damage;
	uint32_t first; /* of its tuples */
	uint32_t count;
	struct state state; /* its damaged words do not count */
};

extern struct tuple tuples[TUPLES_MOST];
void follow_open(void);
/* Makes `call`, which reads damaged words, for each tuple in `list`. Then makes all calls that can
 * follow: `left` calls in all. */
void follow(struct group *from, const uint32_t *list, uint32_t count, struct call call,
	    uint32_t depth, uint32_t left);

struct totals {
	uint64_t writes, pairs; /* state, word, value; the same with two words */
	uint64_t read;          /* writes after which the readers were asked */
	uint64_t continuations; /* calls after a write whose result was computed */
};
extern struct totals totals;

/* ---- The search (search.c, kind.c) */

/* Sorts states by kind. The first of a kind has the most calls left. */
void kinds_sort(void);
uint32_t kinds_at(uint32_t place, bool *first); /* the index of a state */

/* What was read after each write to some states of a kind. */
void shots_clear(void);
/* Removes from the list the tuples that need no run, and sets their `reads`. */
uint32_t shots_known(uint64_t name, uint64_t differ, uint32_t *list, uint32_t count);
void shots_note(uint64_t name, const uint32_t *list, uint32_t count);

extern bool pairs_too;
void search_run(uint32_t depth, uint32_t after);

/* ---- Failing (fail.c) */

/* The current trial. */
struct trial {
	bool begun;
	uint32_t index; /* the state */
	uint32_t words;
	uint32_t word[2];
	uint32_t value[2];
	uint32_t calls;
	struct call call[AFTER_MOST];
	uint64_t random; /* or a random trial: its seed, plus 1 */
};
extern struct trial trial;
extern bool tally;      /* count failures, and go on */
extern bool lost_fails; /* a block that is lost without a fault is a failure, too */
void wrong(enum wrong what);
uint64_t wrong_total(void);
void wrong_report(void);
_Noreturn void broken(const char *what);

/* The arguments of the search. */
struct asked {
	uint32_t depth, after;
	uint64_t seed;
};
extern struct asked asked;

/* ---- Large heaps (random.c) */

void random_run(uint64_t seed, uint64_t trials);

#endif
