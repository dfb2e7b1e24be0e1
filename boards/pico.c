/* SPDX-License-Identifier: MIT
 * Raspberry Pi Pico: clocks from its crystal, UART0 at GP0 (TX) and GP1 (RX), the lamp at GP25
 * (RP2040 data sheet, 2.3.1 SIO, 2.19 GPIO; Pico data sheet). */
#include <stdbool.h>
#include <stdint.h>

#include "chip/cortex-m/rp2040/rp2040.h"
#include "chip/cortex-m/uart_console.h"

#define IO_CTRL(pin)     RP2040_REGISTER(0x40014004u + 8u * (pin))
#define PAD(pin)         RP2040_REGISTER(0x4001C004u + 4u * (pin))
#define GPIO_OUT_SET     RP2040_REGISTER(0xD0000014)
#define GPIO_OUT_CLR     RP2040_REGISTER(0xD0000018)
#define GPIO_OE_SET      RP2040_REGISTER(0xD0000024)
#define SYSINFO_PLATFORM RP2040_REGISTER(0x40000004)
#define XIP_CTRL         RP2040_REGISTER(0x14000000)

#define PLATFORM_ASIC (1u << 1)
#define XIP_CTRL_EN   (1u << 0)

#define PAD_PULL_DOWN (1u << 2)
#define PAD_PULL_UP   (1u << 3)
#define FUNCTION_UART 2u
#define FUNCTION_SIO  5u
#define TX            0
#define RX            1
#define LAMP          25

void port_board_start(void)
{
	rp2040_start();
	/* The line may be open. The pull-up makes it idle. */
	RP2040_CLEAR(PAD(RX)) = PAD_PULL_DOWN;
	RP2040_SET(PAD(RX)) = PAD_PULL_UP;
	IO_CTRL(TX) = FUNCTION_UART;
	IO_CTRL(RX) = FUNCTION_UART;
	IO_CTRL(LAMP) = FUNCTION_SIO;
	GPIO_OE_SET = 1u << LAMP;
}

void port_board_lamp(bool on)
{
	if (on)
		GPIO_OUT_SET = 1u << LAMP;
	else
		GPIO_OUT_CLR = 1u << LAMP;
}

/* Flash is serial, and read through a cache. SYSINFO.PLATFORM (2.22) says if this is a chip. */
void port_board_flash(struct port_board_flash *flash)
{
	*flash = (struct port_board_flash){
		.waits = -1,
		.prefetch = -1,
		.cache = XIP_CTRL & XIP_CTRL_EN,
		.emulated = !(SYSINFO_PLATFORM & PLATFORM_ASIC),
	};
}
