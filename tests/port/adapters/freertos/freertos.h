/* SPDX-License-Identifier: MIT
 * Does port/rtos/freertos do what FreeRTOS and its applications expect of a heap? */
#ifndef ADAPTERS_FREERTOS_H
#define ADAPTERS_FREERTOS_H

#include <stdbool.h>

#include "tarn_freertos.h"

#include "tarn_libc.h"
#include "tarn_refused.h"

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
void check(bool holds, const char *what, const char *file, int line);

/* What the heap told the application by hooks, traces, assertions, refusals and faults. */
extern struct told {
	unsigned hooked, asserted, refusals, faults;
	unsigned hooked_before; /* the last refusal was told */
	int traced;             /* blocks: allocations less frees */
	size_t traced_bytes;    /* what an application adds up; it may pass below 0 */
	struct tarn_refusal refusal;
	struct tarn_fault fault;
} told;

/* Was the call that is named made in `site`, which is short? */
bool is_in(const void *caller, void *(*site)(void *block, size_t bytes));

void *kernel_creates(size_t bytes);         /* creates.c */
void does_the_heap_keep_its_promises(void); /* heap.c */

#endif
