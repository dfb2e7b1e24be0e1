/* SPDX-License-Identifier: MIT */
#include "kernel.h"

#include <stdint.h>

#ifdef __ARM_ARCH

#define ICSR (*(volatile uint32_t *)0xE000ED04)
#define VTOR (*(void **volatile *)0xE000ED08)

#define FPCCR (*(volatile uint32_t *)0xE000EF34)

#ifdef __ARM_FP
#define FPU_SAVE "vpush {s0-s15}\n\t"
#define FPU_LOAD "vpop {s0-s15}\n\t"
#else
#define FPU_SAVE
#define FPU_LOAD
#endif

#define SVCALL   11
#define PENDSV   14
#define ENTRIES  64
#define SET_PEND (1u << 28)

static void *entries[ENTRIES] __attribute__((aligned(4 * ENTRIES)));

static __attribute__((naked)) void thread_ends(void)
{
	__asm volatile("svc #0");
}

/* The frame of a thread: r0 to r3, r12, lr, pc, xpsr. */
static uint32_t frame[8] = {[7] = 1u << 24};

/* Keeps how to return, copies the frame, and returns into thread mode on the main stack. */
static __attribute__((naked)) void pendsv(void)
{
	__asm volatile("push {r4, r5, r6, lr}\n\t" FPU_SAVE //
		       "sub sp, #32\n\tmov r0, sp\n\tldr r1, =%c0\n\t"
		       "ldmia r1!, {r2, r3, r4, r5}\n\tstmia r0!, {r2, r3, r4, r5}\n\t"
		       "ldmia r1!, {r2, r3, r4, r5}\n\tstmia r0!, {r2, r3, r4, r5}\n\t"
		       "ldr r0, =0xFFFFFFF9\n\tbx r0\n\t.ltorg"
		       :
		       : "i"(frame));
}

/* Drops the frame of the thread that ended. */
static __attribute__((naked)) void svcall(void)
{
	__asm volatile("add sp, #32\n\t" FPU_LOAD "pop {r4, r5, r6, pc}");
}

void kernel_preempt(void)
{
	void **vectors = VTOR;

	for (int i = 0; i < ENTRIES && vectors != entries; i++)
		entries[i] = vectors[i];
	entries[SVCALL] = (void *)svcall;
	entries[PENDSV] = (void *)pendsv;
	VTOR = entries;
	frame[5] = (uint32_t)(uintptr_t)thread_ends;
	frame[6] = (uint32_t)(uintptr_t)urgent_thread & ~1u;
#ifdef __ARM_FP /* the processor pushes no registers of the FPU: pendsv does */
	uint32_t before = FPCCR;

	FPCCR = 0;
	__asm volatile("msr control, %0\n\tisb" : : "r"(0) : "memory");
#endif
	ICSR = SET_PEND;
	__asm volatile("dsb\n\tisb" : : : "memory");
#ifdef __ARM_FP
	FPCCR = before;
#endif
}

#else

#define MSIP     (*(volatile uint32_t *)0x02000000) /* of a CLINT: asks for a software interrupt */
#define MIE_MSIE 8

/* Saves what a function may change, and returns into the thread with interrupts enabled. */
static __attribute__((naked, aligned(4))) void trap(void)
{
#define EACH(op)                                                                               \
	op " ra, 0(sp)\n\t" op " t1, 4(sp)\n\t" op " t2, 8(sp)\n\t" op " a0, 12(sp)\n\t" op    \
	   " a1, 16(sp)\n\t" op " a2, 20(sp)\n\t" op " a3, 24(sp)\n\t" op " a4, 28(sp)\n\t" op \
	   " a5, 32(sp)\n\t" op " a6, 36(sp)\n\t" op " a7, 40(sp)\n\t" op " t3, 44(sp)\n\t" op \
	   " t4, 48(sp)\n\t" op " t5, 52(sp)\n\t" op " t6, 56(sp)\n\t"
	__asm volatile("addi sp, sp, -80\n\t" EACH("sw") //
		       "sw t0, 60(sp)\n\tcsrr t0, mepc\n\tsw t0, 64(sp)\n\t"
		       "li t0, 0x02000000\n\tsw zero, 0(t0)\n\tla t0, 1f\n\tcsrw mepc, t0\n\t"
		       "li t0, 0x1880\n\tcsrs mstatus, t0\n\tmret\n"
		       "1:\tcall urgent_thread\n\tcsrci mstatus, 8\n\tlw t0, 64(sp)\n\t"
		       "csrw mepc, t0\n\tli t0, 0x1880\n\tcsrs mstatus, t0\n\t" EACH("lw") //
		       "lw t0, 60(sp)\n\taddi sp, sp, 80\n\tmret");
}

void kernel_preempt(void)
{
	uintptr_t before;

	__asm volatile("csrrw %0, mtvec, %1" : "=r"(before) : "r"(trap));
	__asm volatile("csrs mie, %0" : : "r"(MIE_MSIE) : "memory");
	MSIP = 1;
	while (MSIP)
		;
	__asm volatile("csrc mie, %0\n\tcsrw mtvec, %1" : : "r"(MIE_MSIE), "r"(before) : "memory");
}

#endif
