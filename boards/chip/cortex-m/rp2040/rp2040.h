/* SPDX-License-Identifier: MIT
 * Registers of the RP2040 that more than one file of the port uses. Numbers in comments are
 * chapters of the RP2040 data sheet. */
#ifndef PORT_CORTEX_M_RP2040_H
#define PORT_CORTEX_M_RP2040_H

#include <stdbool.h>
#include <stdint.h>

#define RP2040_REGISTER(address) (*(volatile uint32_t *)(address))

/* 2.1.2: a write at one of these offsets sets, or clears, bits of the register in one access. */
#define RP2040_SET(register)   (*(volatile uint32_t *)((uintptr_t) & (register) + 0x2000))
#define RP2040_CLEAR(register) (*(volatile uint32_t *)((uintptr_t) & (register) + 0x3000))

/* 2.14 */
#define RESETS_RESET      RP2040_REGISTER(0x4000C000)
#define RESETS_DONE       RP2040_REGISTER(0x4000C008)
#define RESETS_IO_BANK0   (1u << 5)
#define RESETS_PADS_BANK0 (1u << 8)
#define RESETS_PLL_SYS    (1u << 12)
#define RESETS_TIMER      (1u << 21)
#define RESETS_UART0      (1u << 22)

/* Sets clk_ref to the crystal's 12 MHz, clk_sys and clk_peri to 125 MHz, and the timer to 1 MHz.
 * Takes the blocks above out of reset, and releases Tarn's spinlock. It is for port_board_start(),
 * and needs no statics. */
void rp2040_start(void);

/* Starts `run` on core 1, whatever that core did before. `run` should not return. Core 1 has the
 * vectors of core 0, and its stack in SRAM 4. Interrupts are masked in its own NVIC. Call it from
 * core 0. */
void rp2040_core1_start(void (*run)(void));

#endif
