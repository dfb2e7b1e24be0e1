/* SPDX-License-Identifier: MIT
 * What the ports of this repository supply beyond the contract, for the test programs. A port
 * of your own needs none of it; pool/ never includes it. */
#ifndef TARN_PORT_EXTRA_H
#define TARN_PORT_EXTRA_H

#include <stdint.h>

/* Call `handler` about every `period_us` microseconds, at points that the main program does
 * not choose: on Cortex-M from a timer's interrupt, on the host from a second thread. One tick
 * at a time; starting again replaces the handler and the period. At most 600,000 us. */
void port_tick_start(uint32_t period_us, void (*handler)(void));

/* No call of the handler begins after this returns, and none is under way. Not from the
 * handler itself. */
void port_tick_stop(void);

/* Bytes of the main stack that were never used so far; UINT32_MAX where nobody knows. */
uint32_t port_stack_unused(void);

#endif
