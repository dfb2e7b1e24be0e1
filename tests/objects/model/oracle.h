/* SPDX-License-Identifier: MIT
 * What a pool is held against: the model of it, and the looks that compare the two. */
#ifndef MODEL_ORACLE_H
#define MODEL_ORACLE_H

#include "worlds.h"

#define CAPACITY_MAX 14
#define STALE        128 /* stale handles remembered; any of them may be the oldest */

/* The round: its pool, and how far it has come. */
extern const struct world *world;
extern struct tarn_object_pool *pool;
extern bool tagged;
extern uint64_t seed;
extern uint32_t dice, op, ops;

/* The model: what is in use, in the order it was got. */
struct entry {
	struct creature *creature;
	uint64_t handle;
	uint32_t name;
	uint32_t score;
};
extern struct entry live[CAPACITY_MAX];
extern uint32_t lives, peak, refused, robbed;
extern uint64_t stale[STALE];
extern uint32_t stales;       /* that there ever were in this round */
extern uint64_t stales_tried; /* in all rounds */

/* Faults since the last look; the last one's kind. */
extern uint32_t faults;
extern enum tarn_fault_kind fault_kind;
void note_fault(const struct tarn_fault *fault);

uint32_t below(uint32_t bound);

/* Print what does not hold and the line that replays it; ends the program. */
_Noreturn void fail(const char *what);
void expect(bool holds, const char *what);
void expect_fault(enum tarn_fault_kind kind, const char *what);

/* The entry of an object in use; NULL: it is in nobody's hands. */
const struct entry *find(const struct creature *creature);
/* Slots whose generations are used up. */
uint32_t retired(void);
uint32_t created(void);

void look_at(const struct entry *entry);
/* Behind every call: a stale handle, an object, now and then everything. */
void look(void);
void look_at_all(void);

#endif
