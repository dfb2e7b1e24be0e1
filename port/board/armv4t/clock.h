/* SPDX-License-Identifier: MIT */
#ifndef PORT_ARMV4T_CLOCK_H
#define PORT_ARMV4T_CLOCK_H

#include <stdint.h>

void clock_start(void);

/* Milliseconds since clock_start(). */
uint32_t clock_milliseconds(void);

#endif
