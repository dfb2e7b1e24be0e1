/* SPDX-License-Identifier: MIT
 * No urgent tick: the board, or QEMU's model of it, has no second timer. */
#include "tarn_port_extra.h"

bool port_urgent_start(uint32_t period_us, void (*handler)(void))
{
	(void)period_us;
	(void)handler;
	return false;
}

void port_urgent_stop(void)
{
}
