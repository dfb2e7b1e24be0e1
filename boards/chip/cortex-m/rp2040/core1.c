/* SPDX-License-Identifier: MIT
 * The second core (RP2040 data sheet: 2.8.2 launching code on core 1, 2.3.1 SIO's FIFOs, 2.13
 * power-on state machine). */
#include "rp2040.h"

#define PSM_FRCE_OFF       RP2040_REGISTER(0x40010004)
#define PSM_FRCE_OFF_PROC1 (1u << 16)

#define FIFO_ST RP2040_REGISTER(0xD0000050)
#define FIFO_WR RP2040_REGISTER(0xD0000054)
#define FIFO_RD RP2040_REGISTER(0xD0000058)

#define FIFO_ST_VALID 1u
#define FIFO_ST_READY 2u

#define SCB_VTOR RP2040_REGISTER(0xE000ED08)

#define STACK_WORDS 1024

__attribute__((section(".bank4"), aligned(8))) static uint32_t stack[STACK_WORDS];

/* Resets core 1, which then waits in the boot ROM. */
static void reset_core1(void)
{
	RP2040_SET(PSM_FRCE_OFF) = PSM_FRCE_OFF_PROC1;
	while (!(PSM_FRCE_OFF & PSM_FRCE_OFF_PROC1))
		;
	RP2040_CLEAR(PSM_FRCE_OFF) = PSM_FRCE_OFF_PROC1;
}

static void wake_core1(void)
{
	__asm volatile("dsb\n\tsev" : : : "memory");
}

/* Sends a word. The boot ROM sends each word back. */
static uint32_t exchange(uint32_t word)
{
	while (!(FIFO_ST & FIFO_ST_READY))
		;
	FIFO_WR = word;
	wake_core1();
	while (!(FIFO_ST & FIFO_ST_VALID))
		;
	return FIFO_RD;
}

static void drain(void)
{
	while (FIFO_ST & FIFO_ST_VALID)
		(void)FIFO_RD;
	wake_core1();
}

/* A different answer belongs to an earlier word. Then the sequence begins again, with empty
 * FIFOs. */
void rp2040_core1_start(void (*run)(void))
{
	const uint32_t words[] = {0,
				  0,
				  1,
				  SCB_VTOR,
				  (uint32_t)(uintptr_t)(stack + STACK_WORDS),
				  (uint32_t)(uintptr_t)run};
	const unsigned count = sizeof(words) / sizeof(words[0]);

	reset_core1();
	for (unsigned i = 0; i < count;) {
		if (words[i] == 0)
			drain();
		i = exchange(words[i]) == words[i] ? i + 1 : 0;
	}
}
