/* SPDX-License-Identifier: MIT */
#ifndef SOAK_FIXED_H
#define SOAK_FIXED_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of the commons that the fixed load held in its second phase, and the longest free run that it left;
 * false before the first. */
bool fixed_told(uint32_t *held, uint32_t *longest);

#endif
