/* SPDX-License-Identifier: MIT
 * The lock on a Game Boy Advance: IME, which masks all interrupts. Thumb code of Armv4T has no
 * access to CPSR. A load and a store reach IME in Arm and in Thumb state.
 *
 * The store takes effect some cycles late. An interrupt that was asserted just before it may still
 * be taken after it, inside the lock. A program cannot know how many cycles that takes, so the lock
 * does not wait. Instead, the dispatcher (startup.c) first reads IME, and returns if it is 0. The
 * interrupt stays pending, and comes again when unlock() has restored IME. So no handler runs
 * inside the lock, however late the hardware is. A dispatcher of your own needs the same line.
 *
 * An interrupt between the load and the store does no harm: it leaves IME as it found it. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdint.h>

typedef uint32_t tarn_port_key;

#define TARN_PORT_IME (*(volatile uint16_t *)0x04000208)

static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_key key = TARN_PORT_IME;

	TARN_PORT_IME = 0;
	__asm volatile("" : : : "memory");
	return key;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	__asm volatile("" : : : "memory");
	TARN_PORT_IME = (uint16_t)key;
}

/* The number of the running handler: the dispatcher sets it (interrupt.c). 0: the main program, or
 * a handler of a dispatcher that does not set it. A program with one that does may say that it has
 * one thread (tarn_port.h). */
extern volatile uint32_t tarn_port_context;
#ifndef TARN_PORT_CONTEXT
#define TARN_PORT_CONTEXT_HERE() ((uintptr_t)tarn_port_context + 1)
#define TARN_PORT_CONTEXT() \
	(tarn_port_context || tarn_port_one_thread() ? TARN_PORT_CONTEXT_HERE() : (uintptr_t)0)
#endif

/* Two words of tags: the main program's, and one that all handlers share. */
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS()    (&tarn_tags_here[tarn_port_context != 0])
#define TARN_PORT_TAG_WORDS 2
#endif
#endif
