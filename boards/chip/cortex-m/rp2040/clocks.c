/* SPDX-License-Identifier: MIT
 * Sets up the clocks, and takes the blocks that the port uses out of reset. RP2040 data sheet: 2.14
 * resets, 2.15 clocks, 2.16 crystal oscillator, 2.18 PLL, 4.7 watchdog, 2.3.1 SIO. */
#include "rp2040.h"
#include "tarn_port_impl.h"

#define CRYSTAL_MHZ 12u

#define RESET_FIRST (RESETS_IO_BANK0 | RESETS_PADS_BANK0 | RESETS_PLL_SYS | RESETS_TIMER)

#define XOSC_CTRL    RP2040_REGISTER(0x40024000)
#define XOSC_STATUS  RP2040_REGISTER(0x40024004)
#define XOSC_STARTUP RP2040_REGISTER(0x4002400C)

#define XOSC_RANGE_1_15_MHZ 0xAA0u
#define XOSC_ENABLE         (0xFABu << 12)
#define XOSC_STABLE         (1u << 31)
#define XOSC_DELAY          (CRYSTAL_MHZ * 1000 / 256 + 1) /* 1 ms, in units of 256 periods */

#define CLK_REF_CTRL     RP2040_REGISTER(0x40008030)
#define CLK_REF_DIV      RP2040_REGISTER(0x40008034)
#define CLK_REF_SELECTED RP2040_REGISTER(0x40008038)
#define CLK_SYS_CTRL     RP2040_REGISTER(0x4000803C)
#define CLK_SYS_DIV      RP2040_REGISTER(0x40008040)
#define CLK_SYS_SELECTED RP2040_REGISTER(0x40008044)
#define CLK_PERI_CTRL    RP2040_REGISTER(0x40008048)

#define CLK_DIV_1       (1u << 8)
#define CLK_REF_ROSC    0u
#define CLK_REF_XOSC    2u
#define CLK_SYS_REF     0u
#define CLK_SYS_AUX     1u /* an auxiliary source: the first one, PLL_SYS */
#define CLK_PERI_ENABLE (1u << 11)

#define PLL_SYS_CS    RP2040_REGISTER(0x40028000)
#define PLL_SYS_PWR   RP2040_REGISTER(0x40028004)
#define PLL_SYS_FBDIV RP2040_REGISTER(0x40028008)
#define PLL_SYS_PRIM  RP2040_REGISTER(0x4002800C)

#define PLL_LOCK         (1u << 31)
#define PLL_PWR_POSTDIV  (1u << 3) /* 1: off */
#define PLL_PWR_PD       (1u << 0)
#define PLL_PWR_VCO      (1u << 5)
#define PLL_REFERENCE    1u                    /* 12 MHz */
#define PLL_FEEDBACK     125u                  /* times 125: 1500 MHz */
#define PLL_POST_DIVIDER (6u << 16 | 2u << 12) /* by 6, by 2: 125 MHz */

#define WATCHDOG_TICK        RP2040_REGISTER(0x4005802C)
#define WATCHDOG_TICK_ENABLE (1u << 9)

_Static_assert(PORT_CLOCK_HZ == CRYSTAL_MHZ * PLL_FEEDBACK / 12 * 1000000,
	       "CLOCK_HZ in boards/pico.mk");

static void wait_for(volatile uint32_t *at, uint32_t bits)
{
	while ((*at & bits) != bits)
		;
}

/* A debugger may have reset the core alone, while the PLL runs. So first go back to clocks that
 * need no PLL. Only a multiplexer with a register that shows its selection switches without a
 * glitch. */
static void run_from_ring_oscillator(void)
{
	CLK_SYS_CTRL = CLK_SYS_REF;
	wait_for(&CLK_SYS_SELECTED, 1u << CLK_SYS_REF);
	CLK_REF_CTRL = CLK_REF_ROSC;
	wait_for(&CLK_REF_SELECTED, 1u << CLK_REF_ROSC);
}

static void start_crystal(void)
{
	XOSC_CTRL = XOSC_RANGE_1_15_MHZ;
	XOSC_STARTUP = XOSC_DELAY;
	RP2040_SET(XOSC_CTRL) = XOSC_ENABLE;
	wait_for(&XOSC_STATUS, XOSC_STABLE);
}

static void start_pll(void)
{
	PLL_SYS_CS = PLL_REFERENCE;
	PLL_SYS_FBDIV = PLL_FEEDBACK;
	RP2040_CLEAR(PLL_SYS_PWR) = PLL_PWR_PD | PLL_PWR_VCO;
	wait_for(&PLL_SYS_CS, PLL_LOCK);
	PLL_SYS_PRIM = PLL_POST_DIVIDER;
	RP2040_CLEAR(PLL_SYS_PWR) = PLL_PWR_POSTDIV;
}

static void run_from_pll(void)
{
	CLK_REF_DIV = CLK_DIV_1;
	CLK_REF_CTRL = CLK_REF_XOSC;
	wait_for(&CLK_REF_SELECTED, 1u << CLK_REF_XOSC);
	CLK_SYS_DIV = CLK_DIV_1;
	CLK_SYS_CTRL = CLK_SYS_AUX;
	wait_for(&CLK_SYS_SELECTED, 1u << CLK_SYS_AUX);
	CLK_PERI_CTRL = CLK_PERI_ENABLE;
}

/* Resets blocks before they are used. So a second start finds the same state as the first. A block
 * whose clock stands still never leaves its reset. */
static void reset(uint32_t blocks)
{
	RP2040_SET(RESETS_RESET) = blocks;
	RP2040_CLEAR(RESETS_RESET) = blocks;
	wait_for(&RESETS_DONE, blocks);
}

void rp2040_start(void)
{
	run_from_ring_oscillator();
	reset(RESET_FIRST);
	start_crystal();
	start_pll();
	run_from_pll();
	reset(RESETS_UART0); /* it needs clk_peri, which runs now */
	WATCHDOG_TICK = CRYSTAL_MHZ | WATCHDOG_TICK_ENABLE;
#ifdef TARN_SPINLOCK /* a test may have a lock of its own */
	/* it may have been held when the core was reset */
	TARN_RP2040_SPINLOCK(TARN_SPINLOCK) = 0;
#endif
}
