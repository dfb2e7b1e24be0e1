/* SPDX-License-Identifier: MIT
 * Writes the last word of the stack, as too deep a call does. */
#include "../../../../boards/chip/bare/start.h"
#include "../count/count.h"

void real_count(uint32_t operations, const char *emulator) __asm("__real_kit_count");
void wrap_count(uint32_t operations, const char *emulator) __asm("__wrap_kit_count");

void wrap_count(uint32_t operations, const char *emulator)
{
	real_count(operations, emulator);
	__stack_limit[0] = 0;
}
