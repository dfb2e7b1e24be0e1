/* SPDX-License-Identifier: MIT
 * Where every exception ends that nobody expected. */
#ifndef PORT_CORTEX_M_FAULT_H
#define PORT_CORTEX_M_FAULT_H

/* An exception handler: prints what happened and ends the program with status 71. */
void port_fault_entry(void);

#endif
