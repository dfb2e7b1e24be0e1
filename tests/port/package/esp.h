/* SPDX-License-Identifier: MIT
 * Stands in for ESP-IDF's headers: the part that the component and its example use. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int taken;
} portMUX_TYPE;
#define portNUM_PROCESSORS 2
#define portMUX_INITIALIZER_UNLOCKED \
	{                            \
		0                    \
	}
#define portENTER_CRITICAL_SAFE(mux) assert(!(mux)->taken++)
#define portEXIT_CRITICAL_SAFE(mux)  assert(!--(mux)->taken)
#define xPortInIsrContext()          0
#define xPortGetCoreID()             0
#define taskSCHEDULER_NOT_STARTED    1
#define xTaskGetSchedulerState()     2
#define xTaskGetCurrentTaskHandle()  1
#define esp_rom_printf               printf
#define MALLOC_CAP_INTERNAL          1
#define MALLOC_CAP_8BIT              2
#define heap_caps_malloc(size, caps) malloc(size)
#define app_main                     main
