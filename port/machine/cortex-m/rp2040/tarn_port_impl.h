/* SPDX-License-Identifier: MIT
 * The lock on an RP2040, both of whose cores may call Tarn. PRIMASK, as on every Cortex-M, keeps
 * out the interrupts of this core. Then one of the 32 hardware spinlocks of the SIO keeps out the
 * other core. The order matters: an interrupt between the two that called Tarn would wait for the
 * core that it interrupted. unlock() goes in the reverse order.
 *
 * A core holds the spinlock only while its interrupts are masked. So the other core waits for
 * windows and nothing longer. The number of the spinlock is TARN_SPINLOCK. A program with Raspberry
 * Pi's SDK claims it (spin_lock_claim(31)). All code that calls Tarn, on both cores, is compiled
 * with the same number. The port's startup releases the spinlock, in case a core was reset while it
 * held it. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdbool.h>
#include <stdint.h>

#ifndef TARN_SPINLOCK
#define TARN_SPINLOCK 31
#endif
#if TARN_SPINLOCK < 0 || TARN_SPINLOCK > 31
#error "TARN_SPINLOCK: 0 to 31"
#endif
#ifdef TARN_BASEPRI
#error "TARN_BASEPRI: Armv6-M has no BASEPRI"
#endif

/* RP2040 data sheet, 2.3.1: a read returns 0 while the spinlock is held. Otherwise it takes it. A
 * write of anything releases it. */
#define TARN_RP2040_SPINLOCK(number) (*(volatile uint32_t *)(0xD0000100u + 4u * (number)))
#define TARN_RP2040_CPUID            (*(volatile uint32_t *)0xD0000000u)

typedef uint32_t tarn_port_key;

#define TARN_PORT_LOCK PRIMASK plus spinlock TARN_SPINLOCK

/* The mask alone. With it set, the two functions below may be called, but not the first one
 * twice. */
#define TARN_PORT_MASK()      tarn_rp2040_mask()
#define TARN_PORT_UNMASK(key) tarn_rp2040_unmask(key)

static inline tarn_port_key tarn_rp2040_mask(void)
{
	tarn_port_key key;

	__asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(key) : : "memory");
	return key;
}

static inline void tarn_rp2040_unmask(tarn_port_key key)
{
	__asm volatile("msr primask, %0" : : "r"(key) : "memory");
}

static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_key key = tarn_rp2040_mask();

	while (!TARN_RP2040_SPINLOCK(TARN_SPINLOCK))
		;
	__asm volatile("dmb" : : : "memory");
	return key;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	__asm volatile("dmb" : : : "memory");
	TARN_RP2040_SPINLOCK(TARN_SPINLOCK) = 0;
	tarn_rp2040_unmask(key);
}

/* As on every Cortex-M (../tarn_port_impl.h). Code on the other core is another context,
 * so there may be one thread on each. */
#ifndef TARN_PORT_CONTEXT
#define TARN_PORT_CONTEXT()      tarn_port_context(tarn_port_one_thread())
#define TARN_PORT_CONTEXT_HERE() tarn_port_exception()

static inline uintptr_t tarn_port_exception(void)
{
	uint32_t exception;

	__asm volatile("mrs %0, ipsr" : "=r"(exception));
	return (exception + 1) | TARN_RP2040_CPUID << 16;
}

static inline uintptr_t tarn_port_context(bool one_thread)
{
	uintptr_t exception = tarn_port_exception();

	return (exception & 0xffff) == 1 && !one_thread ? 0 : exception;
}

#endif

/* Two words of tags for each core: one for thread mode, and one for its handlers. */
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS()    (&tarn_tags_here[tarn_port_tag_word()])
#define TARN_PORT_TAG_WORDS 4

static inline uint32_t tarn_port_tag_word(void)
{
	uint32_t exception;

	__asm("mrs %0, ipsr" : "=r"(exception));
	return ((0 - exception) >> 31) + 2 * TARN_RP2040_CPUID;
}

#endif
#endif
