/* SPDX-License-Identifier: MIT
 * Does port/freertos do what FreeRTOS and its applications expect of a heap? Each file asks one
 * kind of question. */
#ifndef ADAPTERS_FREERTOS_H
#define ADAPTERS_FREERTOS_H

#include <stdbool.h>

#include "tarn_freertos.h"

#include "tarn_libc.h"

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
void check(bool holds, const char *what, const char *file, int line);

/* What the heap told the application by hooks, traces, assertions and faults. */
extern unsigned hooked, asserted, faults;
extern int traced;          /* blocks: allocations less frees */
extern size_t traced_bytes; /* what an application adds up; it may pass below 0 */
extern struct tarn_fault last;
void note(const struct tarn_fault *fault);

/* first.c, which makes the heap. `interrupt`: the program's first call comes from an interrupt. */
void does_the_first_call_leave_the_kernel_alone(bool interrupt);
unsigned kernel_was_called(void);
void *kernel_creates(size_t bytes); /* creates.c */

void do_blocks_come_and_go(void);          /* calls.c */
void does_realloc_keep_its_promises(void); /* realloc.c */
void do_the_numbers_add_up(void);          /* numbers.c */
void do_faults_change_nothing(void);       /* faults.c */
void are_regions_added(void);              /* regions.c */
void does_a_reset_forget_all(void);        /* numbers.c */

#endif
