/* SPDX-License-Identifier: MIT
 * The cartridge's header, the way from reset to main(), and the way from an interrupt to C. What
 * must be ARM code is in three pieces here. All other code is Thumb. */
#include "gba.h"
#include "interrupt.h"
#include "../bare/start.h"

/* Used: with link-time optimization, what only assembly names would be dropped. */
__attribute__((used)) _Noreturn void port_setup(void);

/* The header (GBATEK, "GBA Cartridge Header") has the entry, 156 bytes for a logo, the title, a
 * code and the byte 0x96. At 0xBD is a checksum, which the BIOS of a console compares: the sum of
 * the bytes from 0xA0 to 0xBC, negated, less 0x19. The assembler computes it.
 *
 * The BIOS enters in ARM state. The low byte of CPSR: 0x80 masks interrupts, 0x12 is their mode,
 * 0x1F is the program's mode. The interrupts' stack is where the BIOS puts it. The BIOS keeps the
 * stack of its own calls. */
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

/* The BIOS calls this in the interrupts' mode. It has saved r0 to r3, r12 and its own return
 * address.
 *
 * First it reads IME. 0 means that somebody holds the lock (tarn_port_impl.h). Then it serves
 * nothing and acknowledges nothing.
 *
 * A handler runs in system mode, on the main stack, so that it may unmask interrupts. The next
 * interrupt would overwrite lr and SPSR of the interrupts' mode. So both are saved on the
 * interrupts' stack before. The main stack is checked before it is used, and aligned to 8, as C
 * expects it. */
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

/* Change CPSR's mask inside a handler. */
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

/* A loader may leave other values in the registers than the BIOS does. */
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
