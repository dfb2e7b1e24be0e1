/* SPDX-License-Identifier: MIT
 * Beside a tick, several contexts use the shadow. On a chip (of one core) a handler returns at once
 * if it interrupted another context's use of the shadow. So the shadow masks no interrupts. On a
 * host the handlers are threads, and a lock lets one at a time use the shadow. */
#ifndef SOAK_BESIDE_H
#define SOAK_BESIDE_H

#include <stdatomic.h>

#include "soak.h"
#include "tarn_port.h"

/* Who calls: the only user of the heap, the main program beside a tick, or a tick. The compiler
 * knows which, so that being alone costs nothing. */
enum context { ALONE, BESIDE, IN_TICK };

/* In block.c. */
extern struct beside {
	uint32_t edges; /* counts the begin and the end of handlers; odd: one runs */
	uint32_t busy;  /* a context is using the shadow (only set on a chip) */
} beside;

#ifdef PORT_BARE_METAL

specialised tarn_port_key shadow_lock(enum context context)
{
	if (context == ALONE)
		return 0;
	set_shared(&beside.busy, 1);
	atomic_signal_fence(memory_order_seq_cst);
	return 0;
}

specialised void shadow_unlock(enum context context, tarn_port_key key)
{
	(void)key;
	if (context == ALONE)
		return;
	atomic_signal_fence(memory_order_seq_cst);
	set_shared(&beside.busy, 0);
}

#else

/* With INJECT=unlocked Tarn's lock is empty, and the shadow keeps the port's. */
#ifndef PREEMPT_UNLOCKED_H
#define locked_lock   tarn_port_lock
#define locked_unlock tarn_port_unlock
#endif

specialised tarn_port_key shadow_lock(enum context context)
{
	return context == ALONE ? (tarn_port_key)0 : locked_lock();
}

specialised void shadow_unlock(enum context context, tarn_port_key key)
{
	if (context != ALONE)
		locked_unlock(key);
}

#endif

/* Is a context using the shadow? Never true on a host. A handler that finds it true when it begins
 * must return at once and use no block. Its next tick comes anyway. */
static inline bool shadow_busy(void)
{
	return get_shared(&beside.busy);
}

/* A handler calls this when it begins and when it ends. */
static inline void tick_edge(void)
{
	set_shared(&beside.edges, get_shared(&beside.edges) + 1);
}

/* Has nobody else used the heap since beside.edges was `edges`? Call it with shadow_lock held. */
specialised bool undisturbed(enum context context, uint32_t edges)
{
	return context == ALONE ||
	       (context == BESIDE && !(edges & 1) && get_shared(&beside.edges) == edges);
}

#endif
