/* SPDX-License-Identifier: MIT
 * The part of ESP-IDF's FreeRTOS that the component uses. */
#ifndef FREERTOS_H
#define FREERTOS_H
#include <stdbool.h>
#include <stdint.h>

typedef int BaseType_t;

#define portNUM_PROCESSORS 2

typedef struct {
	int taken;
} portMUX_TYPE;
#define portMUX_INITIALIZER_UNLOCKED \
	{                            \
		0                    \
	}
void lock_mux(portMUX_TYPE *mux);
void unlock_mux(portMUX_TYPE *mux);
#define portENTER_CRITICAL_SAFE(mux) lock_mux(mux)
#define portEXIT_CRITICAL_SAFE(mux)  unlock_mux(mux)

/* The tests set these. */
extern bool in_isr;
extern bool in_boot; /* no task has run yet: nothing thread-local may be read */
extern int core;
extern unsigned long locks_taken;
static inline int xPortInIsrContext(void)
{
	return in_isr;
}
static inline int xPortGetCoreID(void)
{
	return core;
}
#endif
