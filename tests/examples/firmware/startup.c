/* SPDX-License-Identifier: MIT
 * The vectors, and what comes before newlib's own startup code (crt0 of rdimon.specs). That code
 * clears .bss, runs the initialisers, calls main() and ends the run with its status. */
#include <stdint.h>

extern uint32_t __stack[], __data_load[], __data_start[], __data_end[];
void _start(void);
void reset(void);

static void stop(void)
{
	for (;;)
		;
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
	(void (*)(void))__stack, reset, stop, stop, stop, stop, stop,
};

void reset(void)
{
	uint32_t *from = __data_load;

	*(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* CPACR: turns the FPU on */
	for (uint32_t *to = __data_start; to < __data_end;)
		*to++ = *from++;
	_start();
}
