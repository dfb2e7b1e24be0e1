/* SPDX-License-Identifier: MIT
 * A stranger's program on a FreeRTOS kernel. TRAP: malloc is none. */
#include <stdlib.h>

#include "FreeRTOS.h"
#include "task.h"

#include "tarn.h"

volatile uint32_t kernel_switches;

void kernel_asserts(int holds)
{
	if (!holds)
		abort();
}

void kernel_freed(void)
{
}

void vApplicationTickHook(void)
{
}

void vApplicationMallocFailedHook(void)
{
}

void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
	(void)task, (void)name;
	abort();
}

#ifdef TRAP
void *malloc(size_t size)
{
	(void)size;
	abort();
}
#else
#define pvPortMalloc malloc
#endif

int main(void)
{
	return !tarn_is_live(&tarn_default, pvPortMalloc(8));
}
