/* SPDX-License-Identifier: MIT
 * Template of a port: the lock. Copy the folder, rename nothing, fill in.
 *
 * As it stands nothing is kept out, which is right for a program with a single context: no
 * interrupt handler, no second thread, no second core calls Tarn. Otherwise:
 *   interrupts   save the mask, mask; unlock() puts the saved mask back (lock() is called in
 *                handlers too: never simply enable)
 *   threads      take a mutex
 *   cores        take a spinlock as well
 * and see to it that the compiler moves no memory access across either (a "memory" clobber, a
 * volatile asm, an atomic): an access that leaves the window is a race that no test finds. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

/* What unlock() needs to restore: an interrupt mask, as a rule. */
typedef int tarn_port_key;

static inline tarn_port_key tarn_port_lock(void)
{
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
}

/* Optional: files that say something else do not link with these. */
#define TARN_PORT_LOCK NOTHING

/* Optional: which context this is, or 0 where that cannot be told. One context: */
#define TARN_PORT_CONTEXT() ((uintptr_t)1)

/* Optional, with TARN_TAGS: the word of tags of this context, and how many there are. Where a
 * function says whether a handler runs: (&tarn_tags_here[in_handler()]), and 2. One context: */
#define TARN_PORT_TAGS()    tarn_tags_here
#define TARN_PORT_TAG_WORDS 1

/* Optional: __ATOMIC_SEQ_CST with several cores that reorder reads or writes. One core: */
#define TARN_PORT_ORDER __ATOMIC_RELAXED

#endif
