/* SPDX-License-Identifier: MIT
 * The board's tick sources. tick.c is the tick. It uses the timer of tick_<TICK>.c
 * (boards/<board>.mk sets TICK). tick_urgent_<URGENT>.c is the urgent tick. The vector table calls
 * the handlers of their interrupts. */
#ifndef PORT_CORTEX_M_TICK_H
#define PORT_CORTEX_M_TICK_H

#include <stdint.h>

#include "../bare/start.h"

void port_urgent_interrupt(void);

/* tick_urgent_<URGENT>.c supplies these, and port_urgent_interrupt(), which calls
 * urgent_served(). */
void urgent_source_run(uint32_t period_us);
void urgent_source_halt(void);
void urgent_served(void);

/* Runs the timer, so that the tick counts the time even before port_tick_start. */
void port_tick_idle(void);

/* The time since then. */
uint64_t port_tick_microseconds(void);

#define TICK_IDLE_US 10000u

/* tick_<TICK>.c supplies these, and port_tick_interrupt(), which calls tick_served(). */
void tick_source_run(uint32_t period_us);
void tick_source_halt(void);

/* The time since the last interrupt that was served. A period that is over, but not served, counts.
 * Call it under the lock. */
uint32_t tick_source_elapsed_us(void);

/* Tells the tick that a period has passed. */
void tick_served(uint32_t period_us);

/* Priorities: a number in the uppermost bits. Armv6-M has two bits. The tick is the least urgent,
 * so that a lock by BASEPRI keeps it out, too. */
#define TICK_PRIORITY   0xFFu
#define URGENT_PRIORITY 0x80u

#define NVIC_ISER   (*(volatile uint32_t *)0xE000E100)
#define NVIC_ICER   (*(volatile uint32_t *)0xE000E180)
#define NVIC_ICPR   (*(volatile uint32_t *)0xE000E280)
#define NVIC_IPR(n) (*(volatile uint32_t *)(0xE000E400 + ((n) & ~3u)))

/* Enable and disable one of the interrupts 0 to 31. */
static inline void nvic_enable(uint32_t number, uint32_t priority)
{
	uint32_t shift = number % 4 * 8;

	NVIC_IPR(number) = (NVIC_IPR(number) & ~(0xFFu << shift)) | priority << shift;
	NVIC_ISER = 1u << number;
}

/* Also drops the interrupt if it is pending. */
static inline void nvic_disable(uint32_t number)
{
	NVIC_ICER = 1u << number;
	NVIC_ICPR = 1u << number;
}

#endif
