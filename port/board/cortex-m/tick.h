/* SPDX-License-Identifier: MIT
 * The board's tick sources. tick.c is the tick, and takes its timer from tick_<TICK>.c
 * (boards/<board>.mk says TICK); tick_urgent_<URGENT>.c is the urgent one. The vector table calls
 * their interrupts. */
#ifndef PORT_CORTEX_M_TICK_H
#define PORT_CORTEX_M_TICK_H

#include <stdint.h>

#include "../bare/start.h"

void port_urgent_interrupt(void);

/* From here on the tick counts the time, also while nobody has started it. */
void port_tick_idle(void);

/* How long that is. */
uint64_t port_tick_microseconds(void);

#define TICK_IDLE_US 10000u

/* What tick_<TICK>.c supplies, besides port_tick_interrupt(), which calls tick_served(). */
void tick_source_run(uint32_t period_us);
void tick_source_halt(void);

/* Since the last interrupt that was served; a period that is over and was not served counts. Under
 * the lock. */
uint32_t tick_source_elapsed_us(void);

/* A period has passed. */
void tick_served(uint32_t period_us);

/* Priorities: a number in the uppermost bits, of which Armv6-M has two. The tick is the least
 * urgent, so that a lock by BASEPRI keeps it out, too. */
#define TICK_PRIORITY   0xFFu
#define URGENT_PRIORITY 0x80u

#define NVIC_ISER   (*(volatile uint32_t *)0xE000E100)
#define NVIC_ICER   (*(volatile uint32_t *)0xE000E180)
#define NVIC_ICPR   (*(volatile uint32_t *)0xE000E280)
#define NVIC_IPR(n) (*(volatile uint32_t *)(0xE000E400 + ((n) & ~3u)))

/* Interrupts 0 to 31. */
static inline void nvic_enable(uint32_t number, uint32_t priority)
{
	uint32_t shift = number % 4 * 8;

	NVIC_IPR(number) = (NVIC_IPR(number) & ~(0xFFu << shift)) | priority << shift;
	NVIC_ISER = 1u << number;
}

/* And one that is pending is not served. */
static inline void nvic_disable(uint32_t number)
{
	NVIC_ICER = 1u << number;
	NVIC_ICPR = 1u << number;
}

#endif
