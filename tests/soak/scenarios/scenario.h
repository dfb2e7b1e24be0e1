/* SPDX-License-Identifier: MIT
 * A scenario behaves like some kind of program. It gets a range of slots and a number of bytes. It
 * runs some steps at a time, until its round is over; then its slots are freed for it. A step does
 * one or a few operations, and depends on random numbers and on outcomes alone. */
#ifndef SOAK_SCENARIO_H
#define SOAK_SCENARIO_H

#include "progress.h"

struct share {
	uint32_t first; /* slots first .. first + count - 1 */
	uint32_t count;
	uint32_t budget; /* bytes that it should hold at most */
};

struct scenario {
	const char *name;
	bool (*begin)(struct share share); /* false: it cannot run in so little */
	bool (*step)(void);                /* false: it ended by itself */
	void (*end)(void);                 /* frees what is outside slots; NULL: nothing is */
	void (*audit)(void);               /* checks that; NULL: nothing to check */
};

extern const struct scenario frames;
extern const struct scenario firmware;
extern const struct scenario exhaust;
extern const struct scenario replay;

/* With SOAK_POOLS. */
extern const struct scenario pools;
extern const struct scenario packed;
extern const struct scenario demo;
extern const struct scenario bursts;
extern const struct scenario strays;

/* With TAGS=n. */
extern const struct scenario tags;

/* pools.c: a place for one pool, for bursts; NULL while pools itself runs. */
struct stand *pools_stand(void);

/* strays.c: is it the heap that strays damages? Is this fault a result of that? */
bool strays_own(const struct tarn_heap *heap);
bool strays_expect(const struct tarn_fault *fault);

/* fixed.c: a whole round of the fixed load. */
void fixed_round(void);

/* interrupt.c: a whole round beside a tick. Nothing of it counts or enters the digest. */
void interrupt_round(void);

#endif
