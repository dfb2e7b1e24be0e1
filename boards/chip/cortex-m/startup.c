/* SPDX-License-Identifier: MIT
 * The way from reset to the program, on any Cortex-M. */
#include <stdint.h>

#include "fault.h"
#include "../bare/start.h"
#include "tick.h"
#include "uart_console.h"

#define INTERRUPTS 32

#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88)
#define SCB_SHCSR (*(volatile uint32_t *)0xE000ED24)

#define CPACR_CP10_CP11 (0xFu << 20)
#define SHCSR_FAULTS    (7u << 16) /* UsageFault, BusFault, MemManage: own handlers */

#define MPU_TYPE (*(volatile uint32_t *)0xE000ED90)
#define MPU_CTRL (*(volatile uint32_t *)0xE000ED94)
#define MPU_RBAR (*(volatile uint32_t *)0xE000ED9C)
#define MPU_RASR (*(volatile uint32_t *)0xE000EDA0)

#define MPU_CTRL_ENABLE     1u
#define MPU_CTRL_BACKGROUND 4u /* outside of regions the default memory map applies */
#define MPU_RBAR_REGION_0   (1u << 4)
#define MPU_RASR_NO_ACCESS  (1u << 28 | 1u) /* no access, no execution; enabled */
#define MPU_RASR_4K         (11u << 1)
#define GUARD               4096u

_Noreturn void port_reset(void);

typedef void vector(void);

struct vectors {
	uint32_t *stack_top;
	vector *reset;
	vector *fault[13]; /* NMI, the faults, the system calls: the program expects none */
	vector *systick;
	vector *interrupt[INTERRUPTS];
};

/* The entry of the tick is the interrupt that the board names, or else SysTick. Of two initialisers
 * of one entry, the last one counts. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
__attribute__((section(".vectors"), used)) static const struct vectors vectors = {
	.stack_top = __stack_top,
	.reset = port_reset,
	.fault = {[0 ... 12] = port_fault_entry},
	.interrupt[0 ... INTERRUPTS - 1] = port_fault_entry,
#ifdef PORT_TICK_IRQ
	.systick = port_fault_entry,
	.interrupt[PORT_TICK_IRQ] = port_tick_interrupt,
#else
	.systick = port_tick_interrupt,
#endif
#ifdef PORT_URGENT_IRQ
	.interrupt[PORT_URGENT_IRQ] = port_urgent_interrupt,
#endif
};
#pragma GCC diagnostic pop

/* Runs before any code that may use a floating-point or vector register. */
static void enable_coprocessors(void)
{
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
	SCB_CPACR |= CPACR_CP10_CP11;
	__asm volatile("dsb\n\tisb" : : : "memory");
#endif
}

/* The stack lies at the bottom of the RAM (linker/sections.ld). Armv8-M checks the stack pointer
 * against a limit. On other cores an overflow leaves the RAM, which is a fault if nothing is below.
 * Some boards ignore such a write. So an MPU, if there is one, guards 4 KB there. */
static void guard_stack(void)
{
#if __ARM_ARCH >= 8
	__asm volatile("msr msplim, %0" : : "r"(__stack_limit));
#else
	if (!MPU_TYPE)
		return;
	MPU_RBAR = ((uint32_t)(uintptr_t)__stack_limit - GUARD) | MPU_RBAR_REGION_0;
	MPU_RASR = MPU_RASR_NO_ACCESS | MPU_RASR_4K;
	MPU_CTRL = MPU_CTRL_ENABLE | MPU_CTRL_BACKGROUND;
	__asm volatile("dsb\n\tisb" : : : "memory");
#endif
}

static void enable_faults(void)
{
#if __ARM_ARCH >= 7
	SCB_SHCSR |= SHCSR_FAULTS;
#endif
}

_Noreturn void port_reset(void)
{
#ifdef PORT_UART
	port_board_start();
#endif
	enable_coprocessors();
	enable_faults();
	guard_stack();
	port_start();
}
