/* SPDX-License-Identifier: MIT
 * Stands in for ESP-IDF's headers: the part that the component and its example use. */
#include "kernel.h"

typedef int BaseType_t;
typedef struct {
	int taken;
} portMUX_TYPE;
#define portNUM_PROCESSORS 2
#define portMUX_INITIALIZER_UNLOCKED \
	{                            \
		0                    \
	}
#define portENTER_CRITICAL_SAFE(mux) lock_taken(&(mux)->taken)
#define portEXIT_CRITICAL_SAFE(mux)  lock_given(&(mux)->taken)
#define xPortInIsrContext()          in_isr
#define xPortGetCoreID()             core
#define taskSCHEDULER_NOT_STARTED    1
#define xTaskGetSchedulerState()     (in_boot ? taskSCHEDULER_NOT_STARTED : 2)
#define xTaskGetCurrentTaskHandle    current_thread
#define esp_rom_printf               printf
#define MALLOC_CAP_INTERNAL          1
#define MALLOC_CAP_8BIT              2
#define heap_caps_malloc(size, caps) aligned_alloc(256, size)
