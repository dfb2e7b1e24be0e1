/* SPDX-License-Identifier: MIT
 * Does one thing that faults on an RP2040, or that boards/pico/emulator must check. Arguments:
 * do=NAME. */
#include <stddef.h>
#include <stdint.h>

#include "args.h"
#include "print.h"
#include "../../../../boards/chip/cortex-m/rp2040/rp2040.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "../../../../boards/chip/cortex-m/tick.h"
#include "../../../../boards/chip/cortex-m/uart_console.h"

#define SCB_VTOR RP2040_REGISTER(0xE000ED08)
#define NOWHERE  0x60000000u
#define FLASH    0x10000000u
#define MIRROR   0x12000000u /* of flash, without the cache */
#define TIMERAWL RP2040_REGISTER(0x40054028)

static volatile uint32_t sink;

/* An odd address, hidden from the compiler. */
static uintptr_t odd(void)
{
	uintptr_t at = 0x20000001;

	__asm("" : "+r"(at));
	return at;
}

static void unaligned(void)
{
	sink = RP2040_REGISTER(odd());
}

static void unaligned_write(void)
{
	*(volatile uint16_t *)odd() = 0;
}

static void nowhere(void)
{
	RP2040_REGISTER(NOWHERE) = 0;
}

static void undefined(void)
{
	__asm volatile("udf #171"); /* 0xab: the number of semihosting's breakpoint */
}

static void breakpoint(void)
{
	__asm volatile("bkpt 1");
}

/* On the chip this is no fault: it only invalidates a line of the cache. */
static void write_flash(void)
{
	uint32_t before = RP2040_REGISTER(FLASH);

	RP2040_REGISTER(FLASH) = ~before;
	*(volatile uint8_t *)FLASH = (uint8_t)~before;
	print_text(RP2040_REGISTER(FLASH) == before ? "as before\n" : "flash is RAM\n");
}

static void write_mirror(void)
{
	RP2040_REGISTER(MIRROR) = 0;
}

/* Each handler of these vectors faults. */
static void lock_up(void)
{
	static uint32_t vectors[48] __attribute__((aligned(256)));

	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++)
		vectors[i] = (uint32_t)(uintptr_t)nowhere;
	SCB_VTOR = (uint32_t)(uintptr_t)vectors;
	nowhere();
}

static void wait(void)
{
	__asm volatile("cpsid i\n\twfi");
}

static void lock_twice(void)
{
	tarn_port_lock();
	tarn_port_lock();
}

/* Stops the clock, and waits for the end of the reset. Without a clock it never ends. */
static void reset_uart(void)
{
	RP2040_REGISTER(0x40008048) = 0; /* CLK_PERI_CTRL */
	RP2040_SET(RESETS_RESET) = RESETS_UART0;
	RP2040_CLEAR(RESETS_RESET) = RESETS_UART0;
	while (!(RESETS_DONE & RESETS_UART0))
		;
}

static void by_wire(void)
{
	uart_start();
	for (const char *c = "by wire\n"; *c; c++)
		uart_put(*c);
}

static void nothing(void)
{
}

/* At 125 MHz the period is too long for SysTick. The port must count the chip's time. */
static void long_tick(void)
{
	uint32_t began, before, passed;

	port_tick_start(600000, nothing);
	began = TIMERAWL;
	/* Right after the start, SysTick may report the end of a period. */
	while (TIMERAWL - began < 1000)
		;
	began = TIMERAWL;
	before = (uint32_t)port_tick_microseconds();
	while (TIMERAWL - began < 300000)
		;
	passed = (uint32_t)port_tick_microseconds() - before;
	port_tick_stop();
	print_u64((passed + 500) / 1000);
	print_text(" ms of 300\n");
}

/* The lamp's pin is no output. */
static void dark(void)
{
	RP2040_REGISTER(0xD0000028) = 1u << 25; /* GPIO_OE_CLR */
}

/* The pad of UART0's input has a pull-down, as after a reset. */
static void open_wire(void)
{
	RP2040_REGISTER(0x4001C008) = 0x56;
	for (;;)
		;
}

/* A variable that the other core writes. */
static volatile uint32_t second;

static void core1(void)
{
	second = TARN_RP2040_CPUID + 41;
	for (;;)
		__asm volatile("wfe");
}

/* Starts the other core twice: the second time it is running. */
static void other_core(void)
{
	for (int i = 0; i < 2; i++) {
		second = 0;
		rp2040_core1_start(core1);
		while (!second)
			;
	}
	print_u64(second + TARN_RP2040_CPUID);
	print_newline();
}

static const struct {
	const char *name;
	void (*run)(void);
} misdeeds[] = {
	{"unaligned", unaligned},
	{"unaligned-write", unaligned_write},
	{"nowhere", nowhere},
	{"undefined", undefined},
	{"breakpoint", breakpoint},
	{"write-flash", write_flash},
	{"write-mirror", write_mirror},
	{"lock-up", lock_up},
	{"wait", wait},
	{"lock-twice", lock_twice},
	{"reset-uart", reset_uart},
	{"by-wire", by_wire},
	{"long-tick", long_tick},
	{"dark", dark},
	{"open-wire", open_wire},
	{"other-core", other_core},
};

int main(int argc, char **argv)
{
	const char *name = arg_text(argc, argv, "do", "");

	args_only(argc, argv, "do");
	for (size_t i = 0; i < sizeof(misdeeds) / sizeof(misdeeds[0]); i++)
		if (text_equal(name, misdeeds[i].name)) {
			misdeeds[i].run();
			print_text("on it goes\n");
			return 0;
		}
	args_refuse("do", "a name in probe.c");
	return 2;
}
