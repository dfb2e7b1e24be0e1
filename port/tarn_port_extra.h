/* SPDX-License-Identifier: MIT
 * What the ports of this repository supply beyond the contract, for the test programs. A port
 * of your own needs none of it; pool/ never includes it. */
#ifndef TARN_PORT_EXTRA_H
#define TARN_PORT_EXTRA_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn_port.h"

/* Call `handler` about every `period_us` microseconds, at points that the main program does
 * not choose: on Cortex-M from a timer's interrupt, on the host from a second thread, where a busy
 * machine may be late, but where it comes once at least, be it while it is stopped. One tick at a
 * time; starting again replaces the handler and the period. At most 99,000 us: SysTick holds 2^24
 * counts of the core's clock, 99,864 us of the fastest board's 168 MHz, and comes that often where it
 * is asked for more. */
void port_tick_start(uint32_t period_us, void (*handler)(void));

/* No call of the handler begins after this returns, and none is under way. Not from the
 * handler itself. */
void port_tick_stop(void);

/* A second, urgent tick, at the most 65,000 us apart: on Cortex-M from the interrupt of another timer,
 * which preempts the first tick's handler, too; on the host from a third thread. The port's lock keeps
 * both out. False, and nothing starts, where the board has no second timer. */
bool port_urgent_start(uint32_t period_us, void (*handler)(void));

/* As port_tick_stop. Not from either handler. */
void port_urgent_stop(void);

/* Interrupts masked, as by a handler that masks the others, and again as they were: what tarn_port_lock() and
 * tarn_port_unlock() do, unless tarn_port_impl.h says otherwise, for a lock that is more than that and is not taken
 * twice. */
#ifndef TARN_PORT_MASK
#define TARN_PORT_MASK()      tarn_port_lock()
#define TARN_PORT_UNMASK(key) tarn_port_unlock(key)
#endif

/* Bytes of the main stack that were never used so far; UINT32_MAX where nobody knows. */
uint32_t port_stack_unused(void);

/* Has somebody typed Ctrl-C at a console whose program hears of it? To be asked now and then. */
bool port_stop_asked(void);

#endif
