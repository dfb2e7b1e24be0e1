/* SPDX-License-Identifier: MIT
 * From reset to the program, and the ends that it did not want: machine mode, one hart. */
#include "start.h"

#include "fault_text.h"
#include "semihosting.h"
#include "tarn_port.h"

#define PROCESSOR_FAULT_STATUS 71
#define CAUSE_TIMER            0x80000007u
#define GUARD                  4096u

_Noreturn void port_reset(void);
_Noreturn void port_setup(void);
_Noreturn void port_trap_report(uint32_t overflowed);
void port_trap_entry(void);
void port_trap(void);

/* The image's first instruction, where the core begins; the other harts sleep. */
__attribute__((section(".vectors"), naked)) _Noreturn void port_reset(void)
{
	__asm volatile("	csrr	t0, mhartid\n"
		       "1:	beqz	t0, 2f\n"
		       "	wfi\n"
		       "	j	1b\n"
		       "2:	la	sp, __stack_top\n"
		       "	j	port_setup\n");
}

/* The stack lies at the bottom of the RAM: 4 KB below are out of bounds, for machine mode too (a locked
 * entry of the PMP). */
static void guard_stack(void)
{
	uint32_t guard = (uint32_t)(uintptr_t)__stack_limit - GUARD;
	uint32_t address =
		guard >> 2 | (GUARD / 8 - 1); /* NAPOT: a power of two, by its trailing ones */

	__asm volatile("csrw pmpaddr0, %0\n\tcsrw pmpcfg0, %1" : : "r"(address), "r"(0x98));
}

_Noreturn void port_setup(void)
{
	__asm volatile("csrw mtvec, %0" : : "r"(port_trap_entry));
	guard_stack();
	__asm volatile("csrsi mstatus, 8"); /* interrupts: those that mie lets through */
	port_start();
}

/* Where a trap's frame would not fit, the stack begins anew from its top, and the program ends. */
__attribute__((naked, aligned(4))) void port_trap_entry(void)
{
	__asm volatile("	csrw	mscratch, t0\n"
		       "	la	t0, __stack_limit + 256\n"
		       "	bltu	t0, sp, 1f\n"
		       "	la	sp, __stack_top\n"
		       "	li	a0, 1\n"
		       "	j	port_trap_report\n"
		       "1:	csrr	t0, mscratch\n"
		       "	j	port_trap\n");
}

#define READ(name)                                               \
	({                                                       \
		uint32_t value_;                                 \
		__asm volatile("csrr %0, " name : "=r"(value_)); \
		value_;                                          \
	})

_Noreturn void port_trap_report(uint32_t overflowed)
{
	static const char stack[] = "  the stack overflowed\n";
	char text[80];
	char *end = fault_text_field(text, "Fault, cause ", READ("mcause"));

	end = fault_text_field(end, ", pc ", READ("mepc"));
	end = fault_text_field(end, ", address ", READ("mtval"));
	*end++ = '\n';
	tarn_port_write(text, (size_t)(end - text));
	if (overflowed)
		tarn_port_write(stack, sizeof(stack) - 1);
	tarn_port_exit(PROCESSOR_FAULT_STATUS);
}

__attribute__((interrupt("machine"))) void port_trap(void)
{
	if (READ("mcause") != CAUSE_TIMER)
		port_trap_report(0);
	port_tick_interrupt();
}

const struct port_console *port_console(void)
{
	return &semihosting_console;
}
