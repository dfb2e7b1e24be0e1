/* SPDX-License-Identifier: MIT
 * The Cortex-M lock with a probe, for the bench only: the probe counts the instructions that pass
 * with interrupts masked. -iquote (tests/bench/program.mk) makes the compiler find this file before
 * the port's. The probe saves every register that it uses, so the code around it is the same as
 * without it. window.c subtracts the probe's own instructions. */
#ifndef TARN_BENCH_WINDOW_H
#define TARN_BENCH_WINDOW_H

/* Everything but the lock comes from the port. */
#define tarn_port_lock   port_lock
#define tarn_port_unlock port_unlock
#include "../../../port/machine/cortex-m/tarn_port_impl.h"
#undef tarn_port_lock
#undef tarn_port_unlock

/* The probe's call keeps lr, and ip, which a veneer of the linker may change. Armv6-M cannot push
 * and pop these two; there the call keeps lr only.
 *
 * WINDOW_PROBE_OWN counts the probe's instructions between its two reads of SysTick: str, pop and
 * bx of window_open; what follows the call; mrs, cpsid; what leads up to the second call; its bl;
 * push, ldr, ldr of window_close.
 *
 * No newline at the end of the assembly: the compiler estimates a function's size from its lines,
 * and so decides what to inline. */
#if __ARM_ARCH >= 7
#define WINDOW_PROBE_OWN      11
#define WINDOW_CALL(function) "push {ip, lr}\n bl " function "\n pop {ip, lr}"
#else
#define WINDOW_PROBE_OWN 17
#define WINDOW_CALL(function)                                         \
	"sub sp, #8\n str r0, [sp]\n mov r0, lr\n str r0, [sp, #4]\n" \
	"bl " function "\n"                                           \
	"ldr r0, [sp, #4]\n mov lr, r0\n ldr r0, [sp]\n add sp, #8"
#endif

static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_key key;

	__asm__ volatile(WINDOW_CALL("window_open") "\n	mrs	%0, primask\n"
						    "	cpsid	i"
			 : "=r"(key)
			 :
			 : "memory");
	return key;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	__asm__ volatile("msr	primask, %0\n" WINDOW_CALL("window_close") : : "r"(key) : "memory");
}

#endif
