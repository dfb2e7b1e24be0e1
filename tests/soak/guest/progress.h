/* SPDX-License-Identifier: MIT
 * What the run does besides operations: look at the clock, print a line a second, audit. When
 * it audits depends on the operations alone; the clock changes nothing but the end. */
#ifndef SOAK_PROGRESS_H
#define SOAK_PROGRESS_H

#include "soak.h"

/* Operations between two looks; one more where the run is to end. */
#define CARE_OPS 256u

/* Operations between two audits: their cost grows with the arena, and so they get rarer. */
#define AUDIT_OPS (SOAK_SLOTS * 8 > 4096 ? SOAK_SLOTS * 8 / CARE_OPS * CARE_OPS : 4096u)

_Static_assert(AUDIT_OPS % CARE_OPS == 0, "no look would be the one with an audit");

extern uint32_t progress_span;  /* operations from the last look to the next */
extern uint32_t progress_until; /* of them, still to come */
void progress_look(void);

/* An operation of the run is over. */
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
/* `elapsed` milliseconds and `ops` operations count as done already: to see counters wrap. */
void progress_start(uint64_t elapsed, uint64_t ops);

/* The run goes on from a mark, whose operations and time are read: the clock begins now. */
void progress_resumed(void);

/* Has the run come to its end? Asked between the steps of a scenario. */
void progress_end(void);
static inline bool progress_over(void)
{
	if (rarely(soak.stopping))
		progress_end();
	return soak.stopping;
}

/* Neither is the run over nor are so many operations done (`end`, compared modulo 2^32). */
static inline bool progress_before(uint32_t end)
{
	return !progress_over() && (int32_t)(operations_low() - end) < 0;
}

/* The clock alone: for rounds whose operations do not count. */
void progress_clock(void);

/* Operations and milliseconds without what progress_start put before them. */
uint64_t progress_ops(void);
uint64_t progress_ms(void);

/* Operations after which the run was over, or those until now. */
uint64_t progress_ended_at(void);

#endif
