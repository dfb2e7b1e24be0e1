/* SPDX-License-Identifier: MIT
 * Functions of the ports of this repository that tarn_port.h does not ask for. The test programs
 * use them. A port of your own needs none of them. pool/ never includes this header. */
#ifndef TARN_PORT_EXTRA_H
#define TARN_PORT_EXTRA_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn_port.h"

/* Calls `handler` about every `period_us` microseconds, at points that the main program does not
 * choose. On Cortex-M the interrupt of a timer calls it. On the host a second thread does. A busy
 * host may call it late, but calls it at least once, even while the tick is being stopped. There is
 * one tick: starting it again replaces the handler and the period. The period is at most 99,000 us.
 * SysTick holds 2^24 counts of the core's clock, which are 99,864 us at the 168 MHz of the fastest
 * board. A longer period becomes that one. */
void port_tick_start(uint32_t period_us, void (*handler)(void));

/* Stops the tick. After it returns, no call of the handler begins, and none is under way. The
 * handler itself may not call it. */
void port_tick_stop(void);

/* Starts a second, urgent tick, with a period of at most 65,000 us. On Cortex-M it is the interrupt
 * of another timer, which preempts the handler of the first tick, too. On the host it is a third
 * thread. The port's lock keeps both out.
 *
 *   returns  false, and starts nothing, if the board has no second timer */
bool port_urgent_start(uint32_t period_us, void (*handler)(void));

/* As port_tick_stop. Neither handler may call it. */
void port_urgent_stop(void);

/* Mask interrupts, and restore the mask. tarn_port_lock() and tarn_port_unlock() do that. A
 * tarn_port_impl.h whose lock does more, and cannot be taken twice, defines macros of its own. */
#ifndef TARN_PORT_MASK
#define TARN_PORT_MASK()      tarn_port_lock()
#define TARN_PORT_UNMASK(key) tarn_port_unlock(key)
#endif

/* The bytes of the main stack that were never used so far. UINT32_MAX: unknown. */
uint32_t port_stack_unused(void);

/* Did the user type Ctrl-C at the console? Programs ask now and then. */
bool port_stop_asked(void);

#endif
