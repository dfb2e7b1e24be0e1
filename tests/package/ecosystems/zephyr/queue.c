/* SPDX-License-Identifier: MIT
 * In the place of the kernel's files that allocate for a thread: other files than mempool.c, so the
 * linker may lead their calls elsewhere. */
#include <zephyr/kernel.h>

void *a_kernel_object(void)
{
	return z_thread_malloc(24);
}
