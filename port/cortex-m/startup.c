/* SPDX-License-Identifier: MIT
 * From reset to main() and from main() to the exit, on any Cortex-M, without a libc. */
#include <stddef.h>
#include <stdint.h>
#ifdef PORT_LIBC
#include <stdlib.h>
#endif

#include "fault.h"
#include "semihosting.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tick.h"

#define ARGUMENTS_MAX 20
#define INTERRUPTS    32
#define STACK_PAINT   0x7a217a21u

#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88)
#define SCB_SHCSR (*(volatile uint32_t *)0xE000ED24)

#define CPACR_CP10_CP11 (0xFu << 20)
#define SHCSR_FAULTS    (7u << 16) /* UsageFault, BusFault, MemManage: their own handlers */

#define MPU_TYPE (*(volatile uint32_t *)0xE000ED90)
#define MPU_CTRL (*(volatile uint32_t *)0xE000ED94)
#define MPU_RBAR (*(volatile uint32_t *)0xE000ED9C)
#define MPU_RASR (*(volatile uint32_t *)0xE000EDA0)

#define MPU_CTRL_ENABLE     1u
#define MPU_CTRL_BACKGROUND 4u /* elsewhere everything stays as it is */
#define MPU_RBAR_REGION_0   (1u << 4)
#define MPU_RASR_NO_ACCESS  (1u << 28 | 1u) /* and never to be executed; enabled */
#define MPU_RASR_4K         (11u << 1)
#define GUARD               4096u

extern uint32_t __stack_limit[], __stack_top[];
extern uint32_t __data_start[], __data_end[], __bss_start[], __bss_end[];
extern const uint32_t __data_load[];

int main(int argc, char **argv);
_Noreturn void port_reset(void);

typedef void vector(void);

struct vectors {
	uint32_t *stack_top;
	vector *reset;
	vector *fault[13]; /* NMI, the faults, the system calls: none is expected */
	vector *systick;
	vector *interrupt[INTERRUPTS];
};

/* The tick stands where its board says: at an interrupt's number, else at SysTick. The entries named
 * last count. */
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

static void copy_words(uint32_t *to, const uint32_t *end, const uint32_t *from)
{
	while (to < end)
		*to++ = *from++;
}

static void fill_words(uint32_t *to, const uint32_t *end, uint32_t value)
{
	while (to < end)
		*to++ = value;
}

/* Before any code that may use a floating-point or vector register. */
static void enable_coprocessors(void)
{
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
	SCB_CPACR |= CPACR_CP10_CP11;
	__asm volatile("dsb\n\tisb" : : : "memory");
#endif
}

/* The stack lies at the bottom of the RAM (linker/sections.ld). Armv8-M checks the stack pointer
 * against a limit. Elsewhere an overflow leaves the RAM, which is a fault where nothing is below
 * it; some boards ignore such a write, so where there is an MPU, it guards 4 KB there. */
static void guard_stack(void)
{
#if __ARM_ARCH >= 8
	__asm volatile("msr msplim, %0" : : "r"(__stack_limit));
#elif __ARM_ARCH >= 7
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

static uint32_t *stack_pointer(void)
{
	uint32_t *sp;

	__asm volatile("mov %0, sp" : "=r"(sp));
	return sp;
}

uint32_t port_stack_unused(void)
{
	const uint32_t *word = __stack_limit;

	while (word < __stack_top && *word == STACK_PAINT)
		word++;
	return (uint32_t)((uintptr_t)word - (uintptr_t)__stack_limit);
}

#ifdef PORT_LIBC
void __libc_init_array(void); /* the libc's: .preinit_array, _init(), .init_array */
void _init(void);
void _fini(void);

void *__dso_handle; /* names this image to what registers the destructors of C++ */

void _init(void)
{
}

void _fini(void)
{
}
#else
#define __libc_init_array()
#define exit tarn_port_exit
#endif

static _Noreturn void run(void)
{
	char *argv[ARGUMENTS_MAX];
	int argc = semihosting_arguments(argv, ARGUMENTS_MAX);

	__libc_init_array();
	exit(main(argc, argv));
}

/* The arena is not touched: boot does not grow with it. */
_Noreturn void port_reset(void)
{
	enable_coprocessors();
	enable_faults();
	guard_stack();
	copy_words(__data_start, __data_end, __data_load);
	fill_words(__bss_start, __bss_end, 0);
	fill_words(__stack_limit, stack_pointer(), STACK_PAINT);
	run();
}
