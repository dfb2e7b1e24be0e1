/* SPDX-License-Identifier: MIT */
#include "worst.h"

#include "keep.h"

#define INSTRUCTIONS_A_SECOND (UINT64_C(1000000000) / 128)

bool worst_on;

static struct {
	uint32_t ticks[WORST_CALLS];
	uint32_t own; /* ticks of the measurement itself */
} worst;

void worst_note(enum worst_call call, uint32_t ticks)
{
	if (ticks > worst.ticks[call])
		worst.ticks[call] = ticks;
}

void worst_keep(keep *keep)
{
	keep(&worst, sizeof(worst));
}

bool worst_known(void)
{
	return worst_on;
}

#if WORST_POSSIBLE

#define SYST_CSR      (*(volatile uint32_t *)0xe000e010)
#define SYST_RVR      (*(volatile uint32_t *)0xe000e014)
#define ENABLE_NO_IRQ 5u /* on the core's clock */
#define TRIES         100

void worst_start(void)
{
	uint32_t kept[WORST_CALLS] = {worst.ticks[WORST_ALLOC], worst.ticks[WORST_FREE]};

	worst_on = true;
	SYST_CSR = 0;
	SYST_RVR = 0xffffff;
	WORST_CLOCK = 0;
	SYST_CSR = ENABLE_NO_IRQ;
	worst.ticks[WORST_ALLOC] = 0;
	for (uint32_t i = 0; i < TRIES; i++)
		worst_after(WORST_ALLOC, worst_before());
	worst.own = worst.ticks[WORST_ALLOC];
	worst.ticks[WORST_ALLOC] = kept[WORST_ALLOC];
}

uint32_t worst_instructions(enum worst_call call)
{
	uint64_t ticks = worst.ticks[call];

	if (ticks <= worst.own)
		return 0;
	ticks -= worst.own;
	return (uint32_t)((ticks * INSTRUCTIONS_A_SECOND + PORT_CLOCK_HZ / 2) / PORT_CLOCK_HZ);
}

#else

void worst_start(void)
{
}

uint32_t worst_instructions(enum worst_call call)
{
	(void)call;
	return 0;
}

#endif
