/* SPDX-License-Identifier: MIT
 * What the run does between operations: look at the clock, print a line a second, audit. When it
 * audits depends on the operations alone. The clock changes nothing but the end. */
#ifndef SOAK_PROGRESS_H
#define SOAK_PROGRESS_H

#include "soak.h"

/* Operations between two looks; the run's last operation has a look of its own. */
#define CARE_OPS 256u

/* Operations between two audits. An audit's cost grows with the arena, so a larger one has
 * fewer. */
#define AUDIT_OPS (SOAK_SLOTS * 8 > 4096 ? SOAK_SLOTS * 8 / CARE_OPS * CARE_OPS : 4096u)

_Static_assert(AUDIT_OPS % CARE_OPS == 0, "an audit must come at a look");

extern uint32_t progress_span;  /* operations from the last look to the next */
extern uint32_t progress_until; /* how many of them are left */
void progress_look(void);

/* Counts one operation of the run. */
static inline void count_operation(void)
{
	if (rarely(--progress_until == 0))
		progress_look();
}

static inline uint64_t operations(void)
{
	return soak.ops + (progress_span - progress_until);
}

static inline uint32_t operations_low(void)
{
	return (uint32_t)soak.ops + (progress_span - progress_until);
}
/* Starts the clock and the counts. `elapsed` milliseconds and `ops` operations count as done
 * already, so that counters wrap during the run. */
void progress_start(uint64_t elapsed, uint64_t ops);

/* The run continues from a mark, with the operations and the time that it holds. The clock starts
 * now. */
void progress_resumed(void);

/* Is the run over? Scenarios ask between two steps. */
void progress_end(void);
static inline bool progress_over(void)
{
	if (rarely(soak.stopping))
		progress_end();
	return soak.stopping;
}

/* True while the run is not over and has fewer than `end` operations (compared modulo 2^32). */
static inline bool progress_before(uint32_t end)
{
	return !progress_over() && (int32_t)(operations_low() - end) < 0;
}

/* Looks at the clock only: for rounds whose operations do not count. */
void progress_clock(void);

/* Operations and milliseconds, without those that progress_start added. */
uint64_t progress_ops(void);
uint64_t progress_ms(void);

/* The number of operations when the run ended, or now. */
uint64_t progress_ended_at(void);

#endif
