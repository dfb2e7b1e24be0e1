/* SPDX-License-Identifier: MIT
 * A cartridge's header, from its first instruction to main(), and the interrupts' way to C. What
 * must be ARM code is here, in three pieces; all else is Thumb. */
#include "gba.h"
#include "interrupt.h"
#include "../bare/start.h"
#include "clock.h"

_Noreturn void port_setup(void);

/* The header (GBATEK, "GBA Cartridge Header"): the entry, 156 bytes for a logo, the title, a code,
 * the byte 0x96, and at 0xBD the sum that the BIOS of a console compares: all from 0xA0 to 0xBC,
 * negated, less 0x19. The assembler adds it up.
 *
 * Entered in ARM state. CPSR's low byte: 0x80 masks interrupts; 0x12 is their mode, 0x1F the
 * program's. The stack of the interrupts is where the BIOS puts it; that of its own calls stays. */
__asm("	.syntax	unified\n"
      "	.section .vectors, \"ax\"\n"
      "	.arm\n"
      "	.global	port_reset\n"
      "	.type	port_reset, %function\n"
      "port_reset:\n"
      "	b	1f\n"
      "	.space	156\n"
      "	.ascii	\"TARN\\0\\0\\0\\0\\0\\0\\0\\0\"\n" /* 0xA0: 12 bytes */
      "	.ascii	\"ATRE01\"\n"
      "	.byte	0x96\n"
      "	.space	10\n"
      "	.byte	-(0x19 + 'T' + 'A' + 'R' + 'N' + 'A' + 'T' + 'R' + 'E' + '0' + '1' + 0x96) & 0xFF\n"
      "	.space	2\n"
      "1:	msr	cpsr_c, #0x92\n"
      "	ldr	sp, =0x03007FA0\n"
      "	msr	cpsr_c, #0x9F\n"
      "	ldr	sp, =__stack_top\n"
      "	ldr	r0, =port_setup\n"
      "	bx	r0\n"
      "	.ltorg\n"
      "	.size	port_reset, . - port_reset\n"
      "	.text\n"
      "	.thumb\n");

/* The BIOS calls this in the interrupts' mode, and has saved r0 to r3, r12 and its own return
 * address.
 *
 * IME first: 0 is the lock (tarn_port_impl.h), and then nothing is served and nothing acknowledged.
 * What is served runs in system mode, on the main stack, so that it may unmask interrupts: the
 * mode's own lr and SPSR, which the next interrupt would overwrite, are on the interrupts' stack by
 * then. The main stack is looked at before it is used; and it is aligned to 8 as C expects it. */
__asm("	.text\n"
      "	.arm\n"
      "	.balign	4\n"
      "	.global	port_interrupt\n"
      "	.type	port_interrupt, %function\n"
      "port_interrupt:\n"
      "	ldr	r3, =0x04000208\n"
      "	ldrh	r1, [r3]\n"
      "	tst	r1, #1\n"
      "	bxeq	lr\n"
      "	.global	port_interrupt_unguarded\n"
      "	.type	port_interrupt_unguarded, %function\n"
      "port_interrupt_unguarded:\n"
      "	mrs	r2, spsr\n"
      "	stmfd	sp!, {r2, lr}\n"
      "	msr	cpsr_c, #0x9F\n"
      "	ldr	r2, =__stack_limit\n"
      "	cmp	sp, r2\n"
      "	ldrls	sp, =__stack_top\n"
      "	ldrls	r12, =port_stack_overflowed\n"
      "	ldrhi	r12, =port_interrupt_serve\n"
      "	mov	r1, sp\n"
      "	bic	sp, sp, #7\n"
      "	stmfd	sp!, {r1, lr}\n"
      "	mov	lr, pc\n"
      "	bx	r12\n"
      "	ldmfd	sp, {r1, lr}\n"
      "	mov	sp, r1\n"
      "	msr	cpsr_c, #0x92\n"
      "	ldmfd	sp!, {r2, lr}\n"
      "	msr	spsr_cxsf, r2\n"
      "	bx	lr\n"
      "	.ltorg\n"
      "	.size	port_interrupt, . - port_interrupt\n"
      "	.thumb\n");

/* CPSR's mask, within a handler. */
__asm("	.text\n"
      "	.arm\n"
      "	.balign	4\n"
      "	.global	port_irq_on, port_irq_off\n"
      "	.type	port_irq_on, %function\n"
      "	.type	port_irq_off, %function\n"
      "port_irq_on:\n"
      "	msr	cpsr_c, #0x1F\n"
      "	bx	lr\n"
      "port_irq_off:\n"
      "	msr	cpsr_c, #0x9F\n"
      "	bx	lr\n"
      "	.thumb\n");

/* A loader may have left other things than a BIOS does. */
_Noreturn void port_setup(void)
{
	GBA_IME = 0;
	GBA_IE = 0;
	GBA_IF = 0xFFFF;
	GBA_WAITCNT = GBA_WAITCNT_3_1;
	GBA_BIOS_HANDLER = (uint32_t)(uintptr_t)port_interrupt;
	clock_start();
	port_watch_start();
	GBA_IME = 1;
	port_irq_on();
	port_start();
}
