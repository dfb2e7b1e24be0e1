/* SPDX-License-Identifier: MIT
 * The second stage of the boot: the first 256 bytes of flash. The boot ROM copies them to SRAM and
 * runs them there if their last word is the CRC of the others (RP2040 data sheet, 2.8.1.3.1). Code
 * cannot run from flash at that moment. This code sets the serial interface up for that, and jumps
 * to the program's vectors, which follow these 256 bytes.
 *
 * It uses the read command 03h, which every serial flash knows. The command reads one bit at a
 * time, and has no mode to leave when only the core is reset. It is the slowest: at 125 MHz / 4
 * (the Pico's W25Q16JV allows at most 50 MHz for 03h), code that is not in the 16 KB cache comes at
 * 4 bytes in 2 microseconds.
 *
 * It is assembly, so that every compiler makes the same bytes: the CRC is a constant. After a
 * change of them boards/pico/run refuses every image. Registers: 4.10.13 of the data sheet. */
__asm("	.section .boot2, \"ax\", %progbits\n"
      "	.syntax	unified\n"
      "	.thumb\n"
      "	ldr	r0, 1f\n"
      "	movs	r1, #0\n"
      "	str	r1, [r0, #0x08]\n" /* SSIENR: off */
      "	movs	r2, #4\n"
      "	str	r2, [r0, #0x14]\n" /* BAUDR: the divisor, even */
      "	ldr	r2, 2f\n"
      "	str	r2, [r0, #0x00]\n" /* CTRLR0 */
      "	str	r1, [r0, #0x04]\n" /* CTRLR1: one frame for each transfer */
      "	ldr	r2, 3f\n"
      "	ldr	r3, 4f\n"
      "	str	r2, [r3]\n"
      "	movs	r2, #1\n"
      "	str	r2, [r0, #0x08]\n"
      "	ldr	r0, 5f\n"
      "	ldr	r1, 6f\n"
      "	str	r0, [r1]\n" /* VTOR */
      "	ldr	r1, [r0]\n"
      "	ldr	r0, [r0, #4]\n"
      "	msr	msp, r1\n"
      "	bx	r0\n"
      "	.balign	4\n"
      "1:	.word	0x18000000\n" /* the SSI */
      "2:	.word	0x001f0300\n" /* frames of 32 bits; sends command and address, then reads */
      "3:	.word	0x03000218\n" /* the command 03h, of 8 bits; an address of 24 bits */
      "4:	.word	0x180000f4\n" /* SPI_CTRLR0 */
      "5:	.word	0x10000100\n" /* the vectors */
      "6:	.word	0xe000ed08\n" /* SCB_VTOR */
      "	.org	252\n"
      "	.word	0x9c28d84b\n" /* the CRC */
      "	.text\n");
