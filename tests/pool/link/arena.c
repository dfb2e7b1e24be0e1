/* SPDX-License-Identifier: MIT
 * A firmware with statics, a table of constants, memory that startup does not clear, and the
 * default heap (tests/pool/link/arena). */
#include "tarn.h"

static const uint32_t constants[] = {1, 2, 3, 5, 8};
static volatile uint32_t initialised = 0x12345678;
static volatile uint32_t cleared[100];
static volatile uint32_t kept[5] __attribute__((section(".noinit")));

void start(void);

void start(void)
{
	if (tarn_default_init(NULL, NULL) == TARN_OK)
		kept[0] = constants[initialised % 5] + cleared[initialised % 100];
	for (;;)
		;
}
