/* SPDX-License-Identifier: MIT
 * What lwIP asks of its port. A broken assertion ends the program. */
#ifndef CLIENTS_LWIP_CC_H
#define CLIENTS_LWIP_CC_H

#include <stdio.h>
#include <stdlib.h>

#define LWIP_PLATFORM_DIAG(x) \
	do {                  \
		printf x;     \
	} while (0)
#define LWIP_PLATFORM_ASSERT(x)          \
	do {                             \
		printf("lwIP: %s\n", x); \
		exit(1);                 \
	} while (0)

#endif
