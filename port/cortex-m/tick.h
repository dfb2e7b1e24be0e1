/* SPDX-License-Identifier: MIT
 * The interrupt of the board's tick source; one of tick_*.c defines it (TICK in
 * boards/<board>.mk), the vector table calls it. */
#ifndef PORT_CORTEX_M_TICK_H
#define PORT_CORTEX_M_TICK_H

void port_tick_interrupt(void);

#endif
