/* SPDX-License-Identifier: MIT
 * The way from reset to main(), and from main() to the exit, as far as it is the same on all bare
 * metal. A port's own startup sets up its core and its stack, and calls port_start(). */
#ifndef PORT_BARE_START_H
#define PORT_BARE_START_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uint32_t __stack_limit[], __stack_top[]; /* linker/sections.ld */

/* Copies .data, clears .bss and paints the stack for port_stack_unused(). Then it calls the libc's
 * constructors, if there is a libc, main() and exit(). It does not touch the arena, so boot takes
 * no longer for a larger one. */
_Noreturn void port_start(void);

/* Stores the words of the command line in `argv`, at most `room` - 1, and a NULL after them.
 * Returns their number. A line that is too long ends the program with a message. Each call makes a
 * new copy. */
int port_arguments(char **argv, int room);

/* For a fault of the processor. port_fault_line prints a line of the port's, which ends at `end`
 * and has room for a newline there. port_fault_end ends the program with status 71. If the stack
 * overflowed, it prints one more line. */
void port_fault_line(const char *text, char *end);
_Noreturn void port_fault_end(bool stack_overflowed);

/* The handler of the tick timer's interrupt. A port's startup calls it. */
void port_tick_interrupt(void);

#endif
