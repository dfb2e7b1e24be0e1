/* SPDX-License-Identifier: MIT
 * A look at the numbers that port/rtos/freertos tells, from any context at any time. It judges the
 * numbers, and those of the look before. */
#ifndef CLIENT_FREERTOS_TOLD_H
#define CLIENT_FREERTOS_TOLD_H

#include "FreeRTOS.h"

#include "../../../pool/preempt/look.h"

/* One for each context that looks. */
struct told {
	HeapStats_t first;  /* at the start: no more can be free later */
	HeapStats_t before; /* at the last look */
	struct look seen;
};

/* Takes the first numbers. */
void told_begin(struct told *told);

/* Looks at the numbers. Returns NULL, or what does not hold. */
const char *told_look(struct told *told);

#endif
