/* SPDX-License-Identifier: MIT
 * Timers of an nRF51 as ticks: TIMER0 is the tick, TIMER1 the urgent tick. */
#ifndef PORT_CORTEX_M_TICK_NRF51_H
#define PORT_CORTEX_M_TICK_NRF51_H

#include "tick.h"

/* The registers of the timer at `at`. */
#define NRF51_REGISTER(at, offset) (*(volatile uint32_t *)((at) + (offset)))
#define TASKS_START(at)            NRF51_REGISTER(at, 0x000)
#define TASKS_STOP(at)             NRF51_REGISTER(at, 0x004)
#define TASKS_CLEAR(at)            NRF51_REGISTER(at, 0x00C)
#define TASKS_CAPTURE1(at)         NRF51_REGISTER(at, 0x044)
#define EVENTS_COMPARE0(at)        NRF51_REGISTER(at, 0x140)
#define SHORTS(at)                 NRF51_REGISTER(at, 0x200)
#define INTENSET(at)               NRF51_REGISTER(at, 0x304)
#define INTENCLR(at)               NRF51_REGISTER(at, 0x308)
#define MODE(at)                   NRF51_REGISTER(at, 0x504)
#define BITMODE(at)                NRF51_REGISTER(at, 0x508)
#define PRESCALER(at)              NRF51_REGISTER(at, 0x510)
#define CC0(at)                    NRF51_REGISTER(at, 0x540)
#define CC1(at)                    NRF51_REGISTER(at, 0x544)

#define SHORT_COMPARE0_CLEAR 1u
#define INT_COMPARE0         (1u << 16)
#define BITMODE_16           0u /* TIMER1 has no more */
#define BITMODE_32           3u
#define PRESCALER_1_MHZ      4u /* 16 MHz >> 4: one count for each microsecond */

static inline void nrf51_start(uint32_t at, uint32_t bits, uint32_t period_us)
{
	MODE(at) = 0;
	BITMODE(at) = bits;
	PRESCALER(at) = PRESCALER_1_MHZ;
	CC0(at) = period_us ? period_us : 1;
	SHORTS(at) = SHORT_COMPARE0_CLEAR;
	INTENSET(at) = INT_COMPARE0;
	TASKS_CLEAR(at) = 1;
	TASKS_START(at) = 1;
}

static inline void nrf51_stop(uint32_t at)
{
	TASKS_STOP(at) = 1;
	INTENCLR(at) = INT_COMPARE0;
	EVENTS_COMPARE0(at) = 0;
}

#endif
