/* SPDX-License-Identifier: MIT
 * Every reachable state of a tiny heap, through the real code.
 *
 * A state is the heap's record, its arena and the live blocks, at fixed addresses. Its way, a list
 * of calls, reaches it again. Two states are the same if they are equal in all that Tarn may ever
 * read. So the key leaves out the contents of live blocks, counters that only grow, and places that
 * hold rubbish by design. The search goes breadth first, so the printed way to a broken state is a
 * shortest one. */
#ifndef TESTS_MODEL_STATES_H
#define TESTS_MODEL_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heap/heap.h"

#define ARENA_MOST    4096
#define GRANULES_MOST (ARENA_MOST / TARN_ALIGN)
#define SIZES_MOST    8

/* What is searched: a table, an arena, and the requests, in granules. */
struct world {
	const char *name;
	const struct tarn_class *class;
	uint32_t classes;
	uint32_t commons;           /* granules of the commons; 0: as few as the arena leaves */
	uint16_t sizes[SIZES_MOST]; /* of requests; 0 closes the list */
	uint32_t live_most;         /* no requests beyond so many live blocks */
	bool resize;                /* realloc each live block to each size, too */
	uint32_t rubbish;           /* what the arena holds at first: a byte, or RANDOM */
};
#define RANDOM 256

/* All that is saved of a state, in one piece. length[i] is the number of granules of the live block
 * that starts at granule i of the arena, or 0. */
struct image {
	struct tarn_heap heap;
	uint8_t length[GRANULES_MOST];
	_Alignas(64) unsigned char arena[ARENA_MOST];
};

/* The state that Tarn works on, at its fixed address. */
extern struct image now;
extern uint32_t arena_bytes;

/* One step: what is done, on which granule, to how many granules. */
enum act { ALLOC, FREE, RESIZE };
struct step {
	uint8_t act;
	uint8_t granule;
	uint8_t size;
};

/* key.c: equal for equal states. Different states collide with a probability of 2^-64. */
uint64_t state_key(void);

/* store.c: the states seen, in the order in which they were, and how each was reached. */
void store_open(void);
bool store_add(uint64_t key, uint32_t parent, struct step step); /* false: the state was known */
uint32_t store_count(void);
struct step store_step(uint32_t index, uint32_t *parent);
void store_close(void);

/* checks.c: both check the current state, and leave it as it was. */
void check_state(void);
void check_every_granule(const struct image *before);
/* Finds where blocks may lie, in granules of the arena. */
void checks_start(void);
uint32_t granule_at(const void *pointer);
/* Enters a block that Tarn handed out. */
void enter(const void *block, uint32_t granules);

/* states.c: prints the way to this state, and fails. */
_Noreturn void broken(const char *what);
extern uint32_t faults;

/* The world that is searched. */
extern const struct world *world;

#endif
