/* SPDX-License-Identifier: MIT */
#include "failed.h"

void test_failed(void)
{
	__asm__ volatile(""); /* or the compiler drops a call that does nothing */
}
