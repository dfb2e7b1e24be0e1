/* SPDX-License-Identifier: MIT
 * A file of the kernel, as heap_tarn.c meets it: it allocates for the application that calls it. */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE
#include "FreeRTOS.h"

#include "freertos.h"

__attribute__((noinline)) void *kernel_creates(size_t bytes)
{
	void *block = pvPortMalloc(bytes);

	__asm__ volatile("" : "+r"(block));
	return block;
}
