/* SPDX-License-Identifier: MIT */
#ifndef EXAMPLES_MISSILES_H
#define EXAMPLES_MISSILES_H

#include "ships.h"

/* Fires at a ship, or straight on if the handle names none. A fifth missile ends the oldest. */
void missile_fire(int16_t x, ships_handle target);
void missiles_fly(void);
uint32_t missiles_in_flight(void);
uint32_t missiles_at(ships_handle target);

#endif
