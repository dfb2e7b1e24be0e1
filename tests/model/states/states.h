/* SPDX-License-Identifier: MIT
 * Every reachable state of a tiny heap, through the real code.
 *
 * A state is the heap's record, its arena and the live blocks; it is saved and restored by
 * copying at fixed addresses. Two states are the same when all that Tarn may ever read of them
 * is: the key leaves out what the callers wrote into their blocks, counters that only grow, and
 * places that hold rubbish by design. The search goes breadth first, so that the way to a broken
 * state, which is printed, is a shortest one. */
#ifndef TESTS_MODEL_STATES_H
#define TESTS_MODEL_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heap/heap.h"

#define ARENA_MOST    4096
#define GRANULES_MOST (ARENA_MOST / TARN_ALIGN)
#define SIZES_MOST    8

/* What is searched: a table, an arena, the requests that are made, in granules. */
struct world {
	const char *name;
	const struct tarn_class *class;
	uint32_t classes;
	uint32_t commons;           /* granules besides; 0: as few as the arena leaves */
	uint16_t sizes[SIZES_MOST]; /* of requests; 0 closes the list */
	uint32_t live_most;         /* requests beyond so many live blocks are not made */
	bool resize;                /* realloc each live block to each size, too */
	uint32_t rubbish;           /* what the arena holds before: a byte, or RANDOM */
};
#define RANDOM 256

/* All that is saved of a state, in one piece. length[i]: granules of the live block that starts
 * at granule i of the arena, or 0. */
struct image {
	struct tarn_heap heap;
	uint8_t length[GRANULES_MOST];
	_Alignas(64) unsigned char arena[ARENA_MOST];
};

/* The state that Tarn works on, at its fixed address. */
extern struct image now;
extern uint32_t arena_bytes;

/* One step: what, on which granule, to how many granules. */
enum act { ALLOC, FREE, RESIZE };
struct step {
	uint8_t act;
	uint8_t granule;
	uint8_t size;
};

/* key.c: equal for equal states; different ones collide with a chance of 2^-64. */
uint64_t state_key(void);

/* store.c: the states seen, those still to be looked at, and how each was reached. */
void store_open(void);
bool store_add(uint64_t key, uint32_t parent, struct step step); /* false: it was there */
bool store_next(uint32_t *index);                                /* into `now`; false: done */
uint32_t store_count(void);
struct step store_step(uint32_t index, uint32_t *parent);
void store_close(void);

/* checks.c: of the state as it stands. Both put it back as it was. */
void check_state(void);
void check_every_granule(const struct image *before);
/* Where blocks may lie, in granules of the arena. */
void checks_start(void);
/* Must a request be served, as the live blocks lie? */
bool must_serve(uint32_t granules);
/* May the live block at `at` stay where it is and have `granules`? */
bool may_stay(uint32_t at, uint32_t granules);
uint32_t granule_at(const void *pointer);
/* Enter a block that Tarn handed out. */
void enter(const void *block, uint32_t granules);

/* states.c: print the way to this state, and fail. */
_Noreturn void broken(const char *what);
extern uint32_t faults;

/* The one under way. */
extern const struct world *world;

#endif
