/* SPDX-License-Identifier: MIT
 * From a port's reset to main(), and from main() to the exit: what is the same on every bare metal.
 * A port's own startup sets up its core and its stack, and calls port_start(). */
#ifndef PORT_BARE_START_H
#define PORT_BARE_START_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uint32_t __stack_limit[], __stack_top[]; /* linker/sections.ld */

/* Copies .data, clears .bss, paints the stack for port_stack_unused(), and calls the libc's
 * constructors, where there is a libc, main() and exit(). The arena is not touched: boot does not
 * grow with it. */
_Noreturn void port_start(void);

/* The words of the command line as an argv, at most `room` - 1 and a NULL; returns their number.
 * A line too long for its buffer ends the program with a message. Each call begins with a new
 * copy. */
int port_arguments(char **argv, int room);

/* A fault of the processor. The first prints a line of the port's, up to `end`, where there is room
 * for a newline. The second ends the program with status 71, and prints a line more if the stack
 * failed. */
void port_fault_line(const char *text, char *end);
_Noreturn void port_fault_end(bool stack_overflowed);

/* The interrupt of the tick's timer, which startup leads here. */
void port_tick_interrupt(void);

#endif
