/* SPDX-License-Identifier: MIT
 * The second stage of the boot: the first 256 bytes of flash. The boot ROM copies them to SRAM and
 * runs them there (RP2040 data sheet, 2.8.1.3.1). Code cannot run from flash at that moment. This
 * code sets the serial interface up for that, and jumps to the program's vectors, which follow
 * these 256 bytes.
 *
 * It uses the read command 03h, which every serial flash knows. The command reads one bit at a
 * time, and has no mode to leave when only the core is reset. It is the slowest: at 125 MHz / 4,
 * code that is not in the 16 KB cache comes at 4 bytes in 2 microseconds.
 *
 * All of it is one function at the section's first byte. It calls nothing and has no constants
 * elsewhere, because it does not run at the address that the linker gave it. */
#include <stdint.h>

/* RP2040 data sheet, 4.10.13 */
#define SSI(offset) (*(volatile uint32_t *)(0x18000000u + (offset)))
#define CTRLR0      SSI(0x00)
#define CTRLR1      SSI(0x04)
#define SSIENR      SSI(0x08)
#define BAUDR       SSI(0x14)
#define SPI_CTRLR0  SSI(0xF4)

#define CTRLR0_FRAME_32_BITS (31u << 16)
#define CTRLR0_COMMAND_READ  (3u << 8) /* sends command and address, then only receives */

#define SPI_CTRLR0_COMMAND(c) ((uint32_t)(c) << 24)
#define SPI_CTRLR0_COMMAND_8  (2u << 8) /* 8 bits, in units of 4 */
#define SPI_CTRLR0_ADDRESS(n) ((uint32_t)(n) / 4 << 2)
#define FLASH_READ            0x03
#define CLOCK_DIVISOR         4 /* even; the Pico's W25Q16JV allows at most 50 MHz for 03h */

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08)
#define VECTORS  0x10000100u

__attribute__((section(".boot2"), used, noreturn)) static void boot2(void)
{
	const uint32_t *vectors = (const uint32_t *)VECTORS;

	SSIENR = 0;
	BAUDR = CLOCK_DIVISOR;
	CTRLR0 = CTRLR0_FRAME_32_BITS | CTRLR0_COMMAND_READ;
	CTRLR1 = 0; /* one frame for each transfer */
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
