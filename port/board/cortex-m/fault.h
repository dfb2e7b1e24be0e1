/* SPDX-License-Identifier: MIT
 * Where every exception ends that nobody expected. */
#ifndef PORT_CORTEX_M_FAULT_H
#define PORT_CORTEX_M_FAULT_H

#include <stdint.h>

/* An exception handler: prints what happened and ends the program with status 71. */
void port_fault_entry(void);

/* Not 0: the next exception is a bkpt for a semihosting call that nobody serves. It is passed over,
 * with all bits set as the answer. */
extern volatile uint32_t port_probing;

#endif
