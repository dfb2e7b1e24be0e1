/* SPDX-License-Identifier: MIT
 * Stands in for the kernel's files that allocate for a thread. They are not part of mempool.c, so
 * the linker can redirect their calls. */
#include <zephyr/kernel.h>

void *a_kernel_object(void)
{
	return z_thread_malloc(24);
}
