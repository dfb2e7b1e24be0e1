/* SPDX-License-Identifier: MIT
 * The Cortex-M lock with a probe in it, for the bench alone: it notes how many instructions
 * pass with interrupts masked. Found instead of the port's own because tests/bench/program.mk
 * names this folder first. The probe saves every register that it uses, so that the code
 * around it is the same as without it; its own instructions lie outside the window, and
 * window.c subtracts them. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdint.h>

typedef uint32_t tarn_port_key;

static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_key key;

	__asm__ volatile("push	{ip, lr}\n"
			 "	bl	window_open\n"
			 "	pop	{ip, lr}\n"
			 "	mrs	%0, primask\n"
			 "	cpsid	i"
			 : "=r"(key)
			 :
			 : "memory");
	return key;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	__asm__ volatile("msr	primask, %0\n"
			 "	push	{ip, lr}\n"
			 "	bl	window_close\n"
			 "	pop	{ip, lr}"
			 :
			 : "r"(key)
			 : "memory");
}

#endif
