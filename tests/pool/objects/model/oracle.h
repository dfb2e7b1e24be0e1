/* SPDX-License-Identifier: MIT
 * The model of a pool, and the checks that compare the two. */
#ifndef MODEL_ORACLE_H
#define MODEL_ORACLE_H

#include "worlds.h"

#define CAPACITY_MAX 14
#define STALE        128 /* stale handles that are kept; any of them may be the oldest */

/* The round: its pool, and its progress. */
extern const struct world *world;
extern struct tarn_object_pool *pool;
extern bool tagged;
extern uint64_t seed;
extern uint32_t dice, op, ops;
extern struct tarn_heap heap;

/* The model: the objects in use, in the order in which they were got. */
struct entry {
	struct creature *creature;
	uint64_t handle;
	uint32_t name;
	uint32_t score;
};
extern struct entry live[CAPACITY_MAX];
extern uint32_t lives, peak, refused, robbed;
extern uint32_t came, went; /* objects that were got, that were put or robbed: each runs a hook */
extern uint64_t stale[STALE];
extern uint32_t stales;       /* stale handles in this round, kept or not */
extern uint64_t stales_tried; /* in all rounds */

/* Refusals that tarn_on_refused was told. */
struct tarn_refusal;
extern uint32_t refusals;
void note_refusal(const struct tarn_refusal *refusal);

/* The call that is over made an object available, or did not: was a waiting task told? */
void look_at_told(bool available);

/* What the lock is between two calls. */
void lock_begin(void);

/* Faults since the last check, and the last one's kind. */
extern uint32_t faults;
extern enum tarn_fault_kind fault_kind;
void note_fault(const struct tarn_fault *fault);

uint32_t below(uint32_t bound);

/* Prints what is wrong and the line that replays it, and ends the program. */
_Noreturn void fail(const char *what);
void expect(bool holds, const char *what);
void expect_fault(enum tarn_fault_kind kind, const char *what);

/* Returns the entry of an object in use, else NULL. */
const struct entry *find(const struct creature *creature);
/* The number of slots whose generations are used up. */
uint32_t retired(void);
uint32_t created(void);

void look_at(const struct entry *entry);
/* After every call: checks a stale handle, an object, now and then everything. */
void look(void);
void look_at_all(void);

#endif
