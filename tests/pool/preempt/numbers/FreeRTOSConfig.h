/* SPDX-License-Identifier: MIT
 * The configuration of a FreeRTOS kernel, for as many switches as possible. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#include <stdint.h>

#define configCPU_CLOCK_HZ                   PORT_CLOCK_HZ
#define configTICK_RATE_HZ                   2000
#define configUSE_16_BIT_TICKS               0
#define configUSE_PREEMPTION                 1
#define configUSE_TIME_SLICING               1
#define configUSE_IDLE_HOOK                  0
#define configUSE_TICK_HOOK                  1
#define configUSE_MALLOC_FAILED_HOOK         1
#define configSUPPORT_DYNAMIC_ALLOCATION     1
#define configSUPPORT_STATIC_ALLOCATION      0
#define configMAX_PRIORITIES                 3
#define configMINIMAL_STACK_SIZE             128
#define configMAX_TASK_NAME_LEN              8
#define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x80
#define configKERNEL_INTERRUPT_PRIORITY      0xff
#define configCHECK_FOR_STACK_OVERFLOW       0
#define INCLUDE_vTaskDelete                  1
#define INCLUDE_vTaskDelay                   1
#define INCLUDE_vTaskSuspend                 1
#define INCLUDE_xTaskGetSchedulerState       1
#define INCLUDE_xTaskGetCurrentTaskHandle    1

#define configASSERT(x) test_assert((x) != 0)
void test_assert(int holds);

#if defined(TARN_TAGS) && TARN_TAGS > 0
#include "tarn_task_tags.h"
#endif

#endif
