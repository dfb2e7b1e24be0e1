/* SPDX-License-Identifier: MIT
 * The second stage of the boot: the first 256 bytes of flash, which the boot ROM copies to SRAM and
 * runs there (RP2040 data sheet, 2.8.1.3.1). The flash cannot be read at that moment: this code
 * sets up the serial interface, so that it can be executed from, and goes to the program's vectors
 * after these 256 bytes.
 *
 * Every serial flash knows the read command that is used here, 03h, one bit at a time and without a
 * mode to leave again when only the core is reset. It is the slowest: at 125 MHz / 4 the code that
 * is not in the 16 KB of cache comes at 4 bytes in 2 microseconds.
 *
 * One function, at the section's first byte, that calls nothing and has no constants elsewhere: it
 * runs at another address than the linker gave it. */
#include <stdint.h>

/* RP2040 data sheet, 4.10.13 */
#define SSI(offset) (*(volatile uint32_t *)(0x18000000u + (offset)))
#define CTRLR0      SSI(0x00)
#define CTRLR1      SSI(0x04)
#define SSIENR      SSI(0x08)
#define BAUDR       SSI(0x14)
#define SPI_CTRLR0  SSI(0xF4)

#define CTRLR0_FRAME_32_BITS (31u << 16)
#define CTRLR0_COMMAND_READ  (3u << 8) /* send command and address, then only receive */

#define SPI_CTRLR0_COMMAND(c) ((uint32_t)(c) << 24)
#define SPI_CTRLR0_COMMAND_8  (2u << 8) /* in units of 4 bits */
#define SPI_CTRLR0_ADDRESS(n) ((uint32_t)(n) / 4 << 2)
#define FLASH_READ            0x03
#define CLOCK_DIVISOR         4 /* even; 50 MHz are the most that 03h allows on the Pico's W25Q16JV */

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08)
#define VECTORS  0x10000100u

__attribute__((section(".boot2"), used, noreturn)) static void boot2(void)
{
	const uint32_t *vectors = (const uint32_t *)VECTORS;

	SSIENR = 0;
	BAUDR = CLOCK_DIVISOR;
	CTRLR0 = CTRLR0_FRAME_32_BITS | CTRLR0_COMMAND_READ;
	CTRLR1 = 0; /* one frame at a time */
	SPI_CTRLR0 = SPI_CTRLR0_COMMAND(FLASH_READ) | SPI_CTRLR0_COMMAND_8 | SPI_CTRLR0_ADDRESS(24);
	SSIENR = 1;

	SCB_VTOR = VECTORS;
	__asm volatile("ldr r1, [%0]\n\t"
		       "ldr r0, [%0, #4]\n\t"
		       "msr msp, r1\n\t"
		       "bx r0"
		       :
		       : "l"(vectors)
		       : "r0", "r1", "memory");
	__builtin_unreachable();
}
