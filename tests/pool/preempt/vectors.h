/* SPDX-License-Identifier: MIT
 * The vector table in RAM, so that a test may take over exceptions (Armv7-M and later, and QEMU's
 * boards that lend their VTOR to Armv6-M code). */
#ifndef PREEMPT_VECTORS_H
#define PREEMPT_VECTORS_H

#include <stdint.h>

#define VECTOR_FAULT   3 /* HardFault, and the three faults after it */
#define VECTOR_PENDSV  14
#define VECTOR_SYSTICK 15

/* Copies the current table, and makes the copy current. Returns the copy. */
uintptr_t *vectors_own(void);

#endif
