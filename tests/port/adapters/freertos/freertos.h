/* SPDX-License-Identifier: MIT
 * Does port/rtos/freertos do what FreeRTOS and its applications expect of a heap? No function of a
 * kernel is here: a heap that calls one does not link. */
#ifndef ADAPTERS_FREERTOS_H
#define ADAPTERS_FREERTOS_H

#include "../checks.h"
#include "tarn_freertos.h"

#include "tarn_libc.h"
#include "tarn_refused.h"

/* What the heap told the application by hooks, traces, assertions, refusals and faults. */
extern struct told {
	unsigned hooked, asserted, refusals, faults;
	unsigned hooked_before; /* the last refusal was told */
	int traced;             /* blocks: allocations less frees */
	size_t traced_bytes;    /* what an application adds up; it may pass below 0 */
	struct tarn_refusal refusal;
	struct tarn_fault fault;
} told;

void *kernel_creates(size_t bytes);         /* creates.c */
void does_the_heap_keep_its_promises(void); /* heap.c */
void are_misuses_told(void);                /* misuse.c */

#endif
