/* SPDX-License-Identifier: MIT
 * A look at the numbers that port/freertos tells, from any context at any time: what must hold of
 * them, and of those of the look before. */
#ifndef PREEMPT_TOLD_H
#define PREEMPT_TOLD_H

#include "FreeRTOS.h"

#include "look.h"

/* One for each context that looks. */
struct told {
	HeapStats_t first;  /* when all had begun: no more can be free */
	HeapStats_t before; /* at the last look */
	struct look seen;
};

/* From here on it looks. */
void told_begin(struct told *told);

/* Look. NULL, or what does not hold. */
const char *told_look(struct told *told);

#endif
