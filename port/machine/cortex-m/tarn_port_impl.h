/* SPDX-License-Identifier: MIT
 * The lock on Cortex-M: it masks interrupts. It takes three instructions in all.
 *
 * By default it sets PRIMASK, which every core has. That keeps out everything but NMI and
 * HardFault. With -DTARN_BASEPRI=n, on Armv7-M and later, it keeps out only interrupts of priority
 * value n and more. More urgent interrupts still run, and may not call Tarn. n is the value in the
 * register: for priority 5 of 3 bits, 0xA0. It may not be 0, which would mask nothing. Files with
 * another value do not link with the library.
 *
 * It is for one core and privileged code: the core ignores cpsid of an unprivileged thread, without
 * a fault. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t tarn_port_key;

#ifndef TARN_BASEPRI
#define TARN_PORT_LOCK PRIMASK

static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_key key;

	__asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(key) : : "memory");
	return key;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	__asm volatile("msr primask, %0" : : "r"(key) : "memory");
}

#else
#if __ARM_ARCH < 7
#error "TARN_BASEPRI: Armv6-M has no BASEPRI"
#endif
#if TARN_BASEPRI < 1 || TARN_BASEPRI > 255
#error "TARN_BASEPRI: 1 to 255, as the register holds it"
#endif
#define TARN_PORT_LOCK BASEPRI TARN_BASEPRI

/* basepri_max only raises the mask: in a context that already masks more, the lock keeps that. The
 * barriers make the mask effective from here on, on a Cortex-M7, too. */
static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_key key;

	__asm volatile("mrs %0, basepri\n\tmsr basepri_max, %1\n\tdsb\n\tisb"
		       : "=&r"(key)
		       : "r"(TARN_BASEPRI)
		       : "memory");
	return key;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	__asm volatile("msr basepri, %0" : : "r"(key) : "memory");
}

#endif

/* The number of the running exception. It is 0 for a thread, on either stack: an RTOS may have
 * several, and a kernel such as QK runs all of them on the main stack. It is 1 if the program says
 * that it has one thread. The port of an RTOS can tell them apart: it defines this macro before. */
#ifndef TARN_PORT_CONTEXT
#define TARN_PORT_CONTEXT()      tarn_port_context(tarn_port_one_thread())
#define TARN_PORT_CONTEXT_HERE() tarn_port_exception()

static inline uintptr_t tarn_port_exception(void)
{
	uint32_t exception;

	__asm volatile("mrs %0, ipsr" : "=r"(exception));
	return exception + 1;
}

static inline uintptr_t tarn_port_context(bool one_thread)
{
	uintptr_t exception = tarn_port_exception();

	return exception == 1 && !one_thread ? 0 : exception;
}

#endif

/* Two words of tags: one for thread mode, and one that all exception handlers share. The asm is not
 * volatile, because a function runs in one context from its first instruction to its last. */
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS()    (&tarn_tags_here[tarn_port_in_handler()])
#define TARN_PORT_TAG_WORDS 2

static inline uint32_t tarn_port_in_handler(void)
{
	uint32_t exception;

	__asm("mrs %0, ipsr" : "=r"(exception));
	return (0 - exception) >> 31;
}

#endif
#endif
