/* SPDX-License-Identifier: MIT
 * The lock under ESP-IDF: a spinlock for both cores. It also masks the interrupts of its core, up
 * to the level of FreeRTOS (3 on an Xtensa). More urgent interrupts may not call Tarn. Nor may
 * handlers that run while the cache of the flash is off, because Tarn's code lies in flash. */
#ifndef TARN_ESP_H
#define TARN_ESP_H

#include <stdbool.h>
#include <stdint.h>

#include <freertos/FreeRTOS.h>
#include <freertos/task.h>

typedef int tarn_port_key;

extern portMUX_TYPE tarn_esp_lock;
#define TARN_PORT_LOCK 0x455350

static inline tarn_port_key tarn_port_lock(void)
{
	portENTER_CRITICAL_SAFE(&tarn_esp_lock);
	return 0;
}

/* FreeRTOS keeps the old mask of the interrupts. */
static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
	portEXIT_CRITICAL_SAFE(&tarn_esp_lock);
}

#if portNUM_PROCESSORS > 1
#define TARN_PORT_ORDER __ATOMIC_SEQ_CST
#endif

/* Is the caller a task? It is not in a handler, nor before the scheduler starts the first task.
 * Until then nothing thread-local may be read. */
static inline bool tarn_esp_in_task(void)
{
	return !xPortInIsrContext() && xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED;
}

/* The task. 0 in handlers: several may be nested, and nothing tells which one runs. */
#define TARN_PORT_CONTEXT() \
	(tarn_esp_in_task() ? (uintptr_t)xTaskGetCurrentTaskHandle() : (uintptr_t)0)

/* Each task has its own word of tags, which FreeRTOS clears when it makes the task. The handlers of
 * a core, and code before the first task, share one. */
#if defined(TARN_TAGS) && TARN_TAGS > 0
extern __thread uint32_t tarn_esp_tags;
#define TARN_PORT_TAG_WORDS portNUM_PROCESSORS

#define TARN_PORT_TAGS() (tarn_esp_in_task() ? &tarn_esp_tags : &tarn_tags_here[xPortGetCoreID()])
#endif

#endif
