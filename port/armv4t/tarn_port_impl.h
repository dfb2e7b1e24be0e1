/* SPDX-License-Identifier: MIT
 * The lock on a Game Boy Advance: IME, which masks all interrupts. Thumb code of Armv4T has no access to
 * CPSR, and IME is reached by a load and a store from either state.
 *
 * The store takes effect some cycles late: an interrupt that was asserted just before may still be
 * taken behind it, in the middle of what the lock guards. How many, a program cannot know, so it does not
 * wait for them: the dispatcher (startup.c) looks at IME first, and where it is 0, it returns. The
 * interrupt stays pending, and comes again when unlock() has restored IME. No handler runs inside
 * the lock, then, however late the hardware is. A program with a dispatcher of its own needs the same
 * line in it.
 *
 * Between the load and the store an interrupt is harmless: it leaves IME as it found it. */
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

/* Which handlers are under way (interrupt.c), or none: the main program. */
extern volatile uint32_t tarn_port_context;
#ifndef TARN_PORT_CONTEXT
#define TARN_PORT_CONTEXT() ((uintptr_t)tarn_port_context + 1)
#endif

/* Two words of tags: the main program's, and one that all handlers share. */
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS()    (&tarn_tags_here[tarn_port_context != 0])
#define TARN_PORT_TAG_WORDS 2
#endif
#endif
