/* SPDX-License-Identifier: MIT
 * The way from reset to the program, and how a program ends after a fault of the processor. Machine
 * mode, one hart. */
#include "../bare/start.h"

#include "../../../port/private/fault_text.h"

#define GUARD 4096u

_Noreturn void port_reset(void);
void port_trap_entry(void);

/* Used: with link-time optimization, what only assembly names would be dropped. */
__attribute__((used)) _Noreturn void port_setup(void);
__attribute__((used)) _Noreturn void port_trap_report(uint32_t sp, uint32_t cause, uint32_t pc,
						      uint32_t address);

/* The image's first instruction, where the core begins. All harts but one sleep. */
__attribute__((section(".vectors"), naked)) _Noreturn void port_reset(void)
{
	__asm volatile("	csrr	t0, mhartid\n"
		       "1:	beqz	t0, 2f\n"
		       "	wfi\n"
		       "	j	1b\n"
		       "2:	la	sp, __stack_top\n"
		       "	j	port_setup\n");
}

/* The stack lies at the bottom of the RAM. A locked entry of the PMP makes the 4 KB below it
 * inaccessible, for machine mode, too. */
static void guard_stack(void)
{
	uint32_t guard = (uint32_t)(uintptr_t)__stack_limit - GUARD;
	/* NAPOT: trailing ones give the size, a power of two. */
	uint32_t address = guard >> 2 | (GUARD / 8 - 1);

	__asm volatile("csrw pmpaddr0, %0\n\tcsrw pmpcfg0, %1" : : "r"(address), "r"(0x98));
}

_Noreturn void port_setup(void)
{
	__asm volatile("csrw mtvec, %0" : : "r"(port_trap_entry));
	guard_stack();
	__asm volatile("csrsi mstatus, 8"); /* enables the interrupts that mie allows */
	port_start();
}

/* An interrupt (mcause is negative) is the timer's, because mie allows no other. Any other trap
 * ends the program. So does a trap for whose frame the stack has no room. The report begins the
 * stack anew, from its top. */
__attribute__((naked, aligned(4))) void port_trap_entry(void)
{
	__asm volatile("	csrw	mscratch, t0\n"
		       "	la	t0, __stack_limit + 256\n"
		       "	bgeu	t0, sp, 1f\n"
		       "	csrr	t0, mcause\n"
		       "	bgez	t0, 1f\n"
		       "	csrr	t0, mscratch\n"
		       "	j	port_tick_interrupt\n"
		       "1:	mv	a0, sp\n"
		       "	csrr	a1, mcause\n"
		       "	csrr	a2, mepc\n"
		       "	csrr	a3, mtval\n"
		       "	la	sp, __stack_top\n"
		       "	j	port_trap_report\n");
}

_Noreturn void port_trap_report(uint32_t sp, uint32_t cause, uint32_t pc, uint32_t address)
{
	char text[80];
	char *end = fault_text_field(text, "Fault, cause ", cause);

	end = fault_text_field(end, ", pc ", pc);
	end = fault_text_field(end, ", address ", address);
	port_fault_line(text, end);
	port_fault_end(sp <= (uint32_t)(uintptr_t)__stack_limit + 256);
}
