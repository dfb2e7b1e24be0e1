/* SPDX-License-Identifier: MIT
 * Template of a port: the lock. Copy the folder, rename nothing, fill in.
 *
 * As it stands it keeps nothing out. That is right for a program with a single context, in which no
 * interrupt handler, second thread or second core calls Tarn. Otherwise:
 *   interrupts   save the mask, then mask. unlock() restores the saved mask. It may not simply
 *                enable interrupts, because handlers call lock(), too
 *   threads      take a mutex
 *   cores        take a spinlock, too
 *
 * The compiler may not move a memory access across either function. Use a "memory" clobber, a
 * volatile asm, or an atomic. An access that leaves the window is a race that no test finds. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

/* The state that unlock() restores, usually an interrupt mask. */
typedef int tarn_port_key;

static inline tarn_port_key tarn_port_lock(void)
{
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
}

/* Optional: the name of the lock. Files with another one do not link with these. */
#define TARN_PORT_LOCK NOTHING

/* Optional: a number of this context. Two pieces of code may have one number only if neither can
 * interrupt or preempt the other (tarn_port.h). 0 is always right: the port cannot tell. */
#define TARN_PORT_CONTEXT() ((uintptr_t)0)

/* Optional, with TARN_TAGS: the word of tags of this context, and the number of words. If
 * in_handler() says whether a handler runs: (&tarn_tags_here[in_handler()]) and 2. For one
 * context: */
#define TARN_PORT_TAGS()    tarn_tags_here
#define TARN_PORT_TAG_WORDS 1

/* Optional: __ATOMIC_SEQ_CST for several cores that reorder reads or writes. For one core: */
#define TARN_PORT_ORDER __ATOMIC_RELAXED

#endif
