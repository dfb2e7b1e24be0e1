/* SPDX-License-Identifier: MIT
 * The Cortex-M lock with a probe in it, for the bench alone: it notes how many instructions
 * pass with interrupts masked. Found instead of the port's own because tests/bench/program.mk
 * names this folder first. The probe saves every register that it uses, so that the code
 * around it is the same as without it; its own instructions lie outside the window, and
 * window.c subtracts them. */
#ifndef TARN_BENCH_WINDOW_H
#define TARN_BENCH_WINDOW_H

/* All but the lock is the port's. */
#define tarn_port_lock   port_lock
#define tarn_port_unlock port_unlock
#include "../../../port/cortex-m/tarn_port_impl.h"
#undef tarn_port_lock
#undef tarn_port_unlock

/* The probe's call keeps ip (the linker may put a veneer in its way) and lr. Armv6-M pushes
 * neither. WINDOW_PROBE_OWN: the instructions of the probe between its two reads of SysTick:
 * window_open's str, pop, bx; what follows the call; mrs, cpsid; then what leads up to the second
 * call, its bl, and window_close's push, ldr, ldr. No newline at the end: the compiler guesses a
 * function's size, and so what it inlines, by lines. */
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
