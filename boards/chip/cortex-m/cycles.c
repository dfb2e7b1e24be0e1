/* SPDX-License-Identifier: MIT */
#include "cycles.h"

#define DEMCR      (*(volatile uint32_t *)0xE000EDFC)
#define DWT_CTRL   (*(volatile uint32_t *)0xE0001000)
#define DWT_CYCCNT (*(volatile uint32_t *)0xE0001004)

#define DEMCR_TRCENA       (1u << 24)
#define DWT_CTRL_CYCCNTENA 1u
#define DWT_CTRL_NOCYCCNT  (1u << 25)

#if __ARM_ARCH_ISA_THUMB >= 2
/* The capture register of a counter that needs none. */
static volatile uint32_t nothing;

/* An emulator may have the registers, but no counter. */
static bool dwt_counts(void)
{
	uint32_t before;

	DEMCR |= DEMCR_TRCENA;
	if (DWT_CTRL & DWT_CTRL_NOCYCCNT)
		return false;
	DWT_CTRL |= DWT_CTRL_CYCCNTENA;
	before = DWT_CYCCNT;
	return DWT_CYCCNT != before;
}

static bool dwt_start(struct port_cycles *cycles)
{
	*cycles = (struct port_cycles){
		.name = "DWT CYCCNT",
		.capture = &nothing,
		.count = &DWT_CYCCNT,
	};
	return dwt_counts();
}
#else
/* Software on an Armv6-M cannot read the DWT, which has no CYCCNT there. */
static bool dwt_start(struct port_cycles *cycles)
{
	(void)cycles;
	return false;
}
#endif

bool port_cycles_start(struct port_cycles *cycles)
{
	return dwt_start(cycles) || tick_source_cycles(cycles);
}
