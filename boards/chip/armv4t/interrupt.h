/* SPDX-License-Identifier: MIT
 * The interface between the dispatcher (startup.c) and the handlers (interrupt.c). */
#ifndef PORT_ARMV4T_INTERRUPT_H
#define PORT_ARMV4T_INTERRUPT_H

/* The dispatcher: ARM code that the BIOS calls. */
void port_interrupt(void);

/* The dispatcher without its check of IME. A test shows with it what the check is for. */
void port_interrupt_unguarded(void);

/* The dispatcher calls this in system mode, on the main stack, with interrupts masked in CPSR. */
__attribute__((used)) void port_interrupt_serve(void);

/* The dispatcher calls this instead if the main stack has overflowed. The stack begins anew. */
__attribute__((used)) _Noreturn void port_stack_overflowed(void);

/* Unmask and mask interrupts in CPSR. Thumb code may call them (startup.c). */
void port_irq_on(void);
void port_irq_off(void);

/* Starts the timers that count milliseconds (console.c). */
void clock_start(void);

/* Starts the interrupt at each vertical blank, which checks the stack. */
void port_watch_start(void);

#endif
