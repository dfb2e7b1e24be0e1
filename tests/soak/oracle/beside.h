/* SPDX-License-Identifier: MIT
 * The shadow beside a tick is several contexts'. On a chip (of one core) a handler that comes while another
 * context is at it goes away again: so the shadow masks no interrupts. A host's handlers are threads, which take turns. */
#ifndef SOAK_BESIDE_H
#define SOAK_BESIDE_H

#include <stdatomic.h>

#include "soak.h"
#include "tarn_port.h"

/* Who calls: nobody else uses the heap; or the main program beside a tick, or the tick. Known
 * when this is compiled, so that being alone costs nothing. */
enum context { ALONE, BESIDE, IN_TICK };

/* In block.c. */
extern struct beside {
	uint32_t edges; /* a handler begins or ends; odd: one runs */
	uint32_t busy;  /* somebody is at the shadow (on a chip) */
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

/* INJECT=unlocked: Tarn has lost its lock, the shadow keeps the port's. */
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

/* Is somebody at the shadow? Never on a host. A handler for which this holds when it begins is to return at once,
 * and to use no block: it comes again. */
static inline bool shadow_busy(void)
{
	return get_shared(&beside.busy);
}

/* To be called by a handler when it begins and when it ends. */
static inline void tick_edge(void)
{
	set_shared(&beside.edges, get_shared(&beside.edges) + 1);
}

/* Has nobody else used the heap since beside.edges was `edges`? To be asked behind shadow_lock. */
specialised bool undisturbed(enum context context, uint32_t edges)
{
	return context == ALONE ||
	       (context == BESIDE && !(edges & 1) && get_shared(&beside.edges) == edges);
}

#endif
