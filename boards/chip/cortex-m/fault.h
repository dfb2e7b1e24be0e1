/* SPDX-License-Identifier: MIT
 * The handler of all exceptions that the program does not expect. */
#ifndef PORT_CORTEX_M_FAULT_H
#define PORT_CORTEX_M_FAULT_H

#include <stdint.h>

/* An exception handler. It prints what happened and ends the program with status 71. */
void port_fault_entry(void);

/* Not 0: the next exception may be the bkpt of a semihosting call that nobody serves. The handler
 * then skips the bkpt and returns a value with all bits set. */
extern volatile uint32_t port_probing;

#endif
