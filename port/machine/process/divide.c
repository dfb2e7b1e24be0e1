/* SPDX-License-Identifier: MIT
 * A function of libgcc for test programs, because Debian has no libgcc for a big-endian Arm. It
 * divides two numbers of 64 bits, and returns quotient and rest in registers (Run-time ABI for the
 * Arm Architecture). */
#ifdef __ARM_BIG_ENDIAN
#include <stdint.h>

uint64_t process_divide(uint64_t value, uint64_t by, uint64_t *rest);
void __aeabi_uldivmod(void);

uint64_t process_divide(uint64_t value, uint64_t by, uint64_t *rest)
{
	uint64_t quotient = 0;

	*rest = 0;
	for (int bit = 63; bit >= 0; bit--) {
		*rest = *rest << 1 | (value >> bit & 1);
		quotient <<= 1;
		if (*rest >= by) {
			*rest -= by;
			quotient |= 1;
		}
	}
	return quotient;
}

__attribute__((naked)) void __aeabi_uldivmod(void)
{
	__asm volatile("	push	{r4, lr}\n"
		       "	sub	sp, sp, #16\n"
		       "	add	r4, sp, #8\n"
		       "	str	r4, [sp]\n"
		       "	bl	process_divide\n"
		       "	ldrd	r2, r3, [sp, #8]\n"
		       "	add	sp, sp, #16\n"
		       "	pop	{r4, pc}\n");
}
#else
typedef int libgcc_divides; /* a C file must declare something */
#endif
