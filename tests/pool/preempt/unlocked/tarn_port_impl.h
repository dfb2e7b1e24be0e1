/* SPDX-License-Identifier: MIT
 * The port with a lock that does nothing, for tests that must fail with it:
 * DEFS="-iquote tests/pool/preempt/unlocked" (-iquote goes before every -I). As with the real lock,
 * the compiler moves no accesses across it: only the mask or the mutex is missing. */
#ifndef PREEMPT_UNLOCKED_H
#define PREEMPT_UNLOCKED_H

#define tarn_port_lock   locked_lock
#define tarn_port_unlock locked_unlock
#ifdef __arm__
#include "../../../../port/machine/cortex-m/tarn_port_impl.h"
#else
#include "../../../../port/machine/host/tarn_port_impl.h"
#endif
#undef tarn_port_lock
#undef tarn_port_unlock

static inline tarn_port_key tarn_port_lock(void)
{
	__asm volatile("" : : : "memory");
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
	__asm volatile("" : : : "memory");
}

#endif
