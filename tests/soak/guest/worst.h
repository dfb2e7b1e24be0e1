/* SPDX-License-Identifier: MIT
 * RULER=1: the most instructions that an allocation and a free have taken so far. Under QEMU with
 * `-icount shift=7` an instruction is 128 ns of virtual time. SysTick measures it (see
 * port/tool/ruler/ruler.h); no tick may use it then. The few instructions of the reading are
 * subtracted. */
#ifndef SOAK_WORST_H
#define SOAK_WORST_H

#include <stdbool.h>
#include <stdint.h>

#include "soak.h"

enum worst_call { WORST_ALLOC, WORST_FREE, WORST_CALLS };

/* Does this board have SysTick? */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !defined(PORT_TICK_IRQ)
#define WORST_POSSIBLE 1
#define WORST_CLOCK    (*(volatile uint32_t *)0xe000e018)
#else
#define WORST_POSSIBLE 0
#define WORST_CLOCK    0u
#endif

extern bool worst_on;

/* Begins. From now on no tick may use the timer. */
void worst_start(void);

void worst_note(enum worst_call call, uint32_t ticks);

static inline uint32_t worst_before(void)
{
	return WORST_POSSIBLE && rarely(worst_on) ? WORST_CLOCK : 0;
}

/* `before` is the result of worst_before. SysTick counts down, 24 bits. */
static inline void worst_after(enum worst_call call, uint32_t before)
{
	if (WORST_POSSIBLE && rarely(worst_on))
		worst_note(call, (before - WORST_CLOCK) & 0xffffff);
}

bool worst_known(void);
uint32_t worst_instructions(enum worst_call call);

#endif
