/* SPDX-License-Identifier: MIT
 * The reference: the same program with the libc's own malloc. */
#include "client.h"

void client_sample(void)
{
}

uint32_t client_refused(void)
{
	return 0;
}
