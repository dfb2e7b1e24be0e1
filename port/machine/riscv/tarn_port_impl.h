/* SPDX-License-Identifier: MIT
 * The lock on RISC-V: it masks interrupts in machine mode (mstatus.MIE). It is for one hart.
 * There is one word of tags (port/porting.md), because no register says whether a trap is being
 * handled. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdint.h>

#define TARN_PORT_MSTATUS_MIE 8u

typedef uintptr_t tarn_port_key;

static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_key key;

	__asm volatile("csrrci %0, mstatus, 8" : "=r"(key) : : "memory");
	return key & TARN_PORT_MSTATUS_MIE;
}

/* It only sets: interrupts that were masked before the lock stay masked. */
static inline void tarn_port_unlock(tarn_port_key key)
{
	__asm volatile("csrs mstatus, %0" : : "r"(key) : "memory");
}

#endif
