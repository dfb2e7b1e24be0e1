/* SPDX-License-Identifier: MIT
 * Between the dispatcher (startup.c) and who serves an interrupt. */
#ifndef PORT_ARMV4T_INTERRUPT_H
#define PORT_ARMV4T_INTERRUPT_H

/* The ARM code that the BIOS calls. */
void port_interrupt(void);

/* After its look at IME: for the test that shows what that is for. */
void port_interrupt_unguarded(void);

/* Called by it in system mode, on the main stack, interrupts masked in CPSR. */
void port_interrupt_serve(void);

/* Called by it instead where the main stack has left its room, on a stack begun anew. */
_Noreturn void port_stack_overflowed(void);

/* CPSR's mask off and on again, from Thumb code; startup.c. */
void port_irq_on(void);
void port_irq_off(void);

/* The interrupt at each picture's end, by which the stack is watched. */
void port_watch_start(void);

#endif
