/* SPDX-License-Identifier: MIT
 * OOM=once, OOM=from: no memory at every request of a scenario. It repeats a short round of each
 * scenario, from the same settled heap and the same random numbers. The n-th round answers its n-th
 * request, of any heap, with NULL; OOM=from also all requests after it. It ends when a round has no
 * n-th request.
 *
 * All requests pass here (wrapped.h): those of slots, of pools for chunks, of arrays and of the
 * demo. */
#ifndef SOAK_OOM_H
#define SOAK_OOM_H

#include <stdbool.h>
#include <stdint.h>

enum oom_mode { OOM_OFF, OOM_ONCE, OOM_FROM, OOM_MODES };

struct oom {
	uint8_t mode;
	bool armed;    /* a round is running */
	bool ours;     /* the last request was refused here, and its NULL is not judged yet */
	uint32_t at;   /* the request to refuse */
	uint32_t seen; /* requests in this round so far */
};
extern struct oom oom;

/* Returns "off", "once" or "from". */
const char *oom_name(enum oom_mode mode);

/* Runs instead of the schedule of rounds. Ends the run after each scenario had its turn, if it has
 * no other end. */
void oom_run(void);

/* Asked when a NULL is judged: was it made here? */
static inline bool oom_ours(void)
{
	bool ours = oom.ours;

	oom.ours = false;
	return ours;
}

/* Was a request of this round refused here? Then a program may say that it cannot continue. */
static inline bool oom_struck(void)
{
	return oom.armed && oom.seen >= oom.at;
}

/* The operations of a round of a scenario (rounds.h). */
uint32_t oom_round_ops(uint32_t run);

/* Prints with the verdict which request of which scenario is refused. */
void oom_tell(void);

#endif
