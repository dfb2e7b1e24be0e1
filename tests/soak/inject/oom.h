/* SPDX-License-Identifier: MIT
 * OOM=once, OOM=from: out of memory at every request of a scenario. A short round of each scenario
 * is run again and again, each time from the same settled heap and the same random numbers: the n-th
 * time its n-th request of any heap is answered with NULL (from: that one and all behind it), until a
 * round has fewer requests. Whoever asks, a slot, a pool for a chunk, an array, the demo, the
 * request passes here (wrapped.h). */
#ifndef SOAK_OOM_H
#define SOAK_OOM_H

#include <stdbool.h>
#include <stdint.h>

enum oom_mode { OOM_OFF, OOM_ONCE, OOM_FROM, OOM_MODES };

struct oom {
	uint8_t mode;
	bool armed;    /* a round is under way */
	bool ours;     /* the last request was refused here, and nobody has judged its NULL yet */
	uint32_t at;   /* the request to be refused */
	uint32_t seen; /* requests in this round */
};
extern struct oom oom;

/* "off", "once", "from" */
const char *oom_name(enum oom_mode mode);

/* Instead of the schedule of rounds. Ends the run after each scenario had its turn, where it
 * has no other end. */
void oom_run(void);

/* A NULL is being judged: was it made here? */
static inline bool oom_ours(void)
{
	bool ours = oom.ours;

	oom.ours = false;
	return ours;
}

/* Was a request of this round refused here? Then a program may say that it cannot go on. */
static inline bool oom_struck(void)
{
	return oom.armed && oom.seen >= oom.at;
}

/* The operations of a round of a scenario (rounds.h). */
uint32_t oom_round_ops(uint32_t run);

/* With a verdict: which request of which scenario is refused. */
void oom_tell(void);

#endif
