/* SPDX-License-Identifier: MIT
 * A user's program with newlib's crt0 for --specs=rdimon.specs as its startup. The crt0 opens
 * stdio, and so calls malloc, before any initialiser. */
#include <stdint.h>

extern uint32_t _estack[], _sidata[], _sdata[], _edata[];
void _mainCRTStartup(void);
void Reset_Handler(void);

__attribute__((section(".isr_vector"), used)) static void (*const vectors[16])(void) = {
	(void (*)(void))_estack,
	Reset_Handler,
};

void Reset_Handler(void)
{
	uint32_t *from = _sidata;

	*(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* the FPU */
	for (uint32_t *to = _sdata; to < _edata;)
		*to++ = *from++;
	_mainCRTStartup();
}
