/* SPDX-License-Identifier: MIT
 * A scenario behaves like some kind of program. It is given a range of slots and a number of
 * bytes, and is run, some steps at a time, until its round is over; then its slots are freed for it.
 * A step does one operation or a few, and depends on random numbers and on outcomes alone. */
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
	bool (*begin)(struct share share); /* false: cannot run in so little */
	bool (*run)(uint32_t end);         /* run_steps; false: it is over by itself */
	void (*end)(void);                 /* give back what is in no slot; NULL: nothing is */
	void (*audit)(void);               /* check it; NULL: nothing to check */
};

/* Steps while progress_before(end), one at least. A scenario's `run` is this with its own step,
 * compiled into the loop: a call through a pointer for each step is dear under QEMU. */
specialised bool run_steps(bool (*step)(void), uint32_t end)
{
	do {
		if (!step())
			return false;
	} while (progress_before(end));
	return true;
}

extern const struct scenario frames;
extern const struct scenario firmware;
extern const struct scenario exhaust;
extern const struct scenario replay;

/* From SOAK_POOLS_MIN on. */
extern const struct scenario pools;
extern const struct scenario packed;
extern const struct scenario demo;
extern const struct scenario bursts;
extern const struct scenario strays;

/* With TAGS=n. */
extern const struct scenario tags;

/* pools.c: the place of one pool, for bursts; NULL: pools itself runs. */
struct stand *pools_stand(void);

/* strays.c: is it the heap that strays ruins? Is it a fault that this has come to? */
bool strays_own(const struct tarn_heap *heap);
bool strays_expect(const struct tarn_fault *fault);

/* fixed.c: the fixed load, a whole round. */
void fixed_round(void);

/* interrupt.c: a whole round beside a tick; nothing of it counts or enters the digest. */
void interrupt_round(void);

#endif
