/* SPDX-License-Identifier: MIT
 * The spinlock without the mask, for a test that must hang with it:
 *     DEFS="-iquote tests/boards/rp2040/cores/spin_only" */
#ifndef CORES_SPIN_ONLY_H
#define CORES_SPIN_ONLY_H

#define tarn_port_lock   masked_lock
#define tarn_port_unlock masked_unlock
#include "../../../../../port/machine/cortex-m/rp2040/tarn_port_impl.h"
#undef tarn_port_lock
#undef tarn_port_unlock

static inline tarn_port_key tarn_port_lock(void)
{
	while (!TARN_RP2040_SPINLOCK(TARN_SPINLOCK))
		;
	__asm volatile("dmb" : : : "memory");
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
	__asm volatile("dmb" : : : "memory");
	TARN_RP2040_SPINLOCK(TARN_SPINLOCK) = 0;
}

#endif
