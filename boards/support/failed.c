/* SPDX-License-Identifier: MIT */
#include "failed.h"

void test_failed(void)
{
	__asm__ volatile(""); /* keeps the compiler from dropping the call */
}
