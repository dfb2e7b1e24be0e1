/* SPDX-License-Identifier: MIT
 * Options for a FreeRTOS kernel, V10.4 or later: everything that allocates, and frequent task
 * switches. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configCPU_CLOCK_HZ                    PORT_CLOCK_HZ
#define configTICK_RATE_HZ                    2000
#define configUSE_16_BIT_TICKS                0
#define configUSE_PREEMPTION                  1
#define configUSE_TIME_SLICING                1
#define configUSE_IDLE_HOOK                   0
#define configUSE_TICK_HOOK                   1
#define configUSE_MALLOC_FAILED_HOOK          1
#define configSUPPORT_DYNAMIC_ALLOCATION      1
#define configSUPPORT_STATIC_ALLOCATION       0
#define configUSE_NEWLIB_REENTRANT            1
#define configMAX_PRIORITIES                  5
#define configMINIMAL_STACK_SIZE              256
#define configMAX_TASK_NAME_LEN               12
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 2
#define configMAX_SYSCALL_INTERRUPT_PRIORITY  0x80
#define configKERNEL_INTERRUPT_PRIORITY       0xff
#define configCHECK_FOR_STACK_OVERFLOW        2
#define configUSE_MUTEXES                     1
#define configUSE_COUNTING_SEMAPHORES         1
#define configUSE_TIMERS                      1
#define configTIMER_TASK_PRIORITY             3
#define configTIMER_QUEUE_LENGTH              8
#define configTIMER_TASK_STACK_DEPTH          400
#define INCLUDE_vTaskDelete                   1
#define INCLUDE_vTaskDelay                    1
#define INCLUDE_vTaskSuspend                  1
#define INCLUDE_xTaskGetSchedulerState        1
#define INCLUDE_xTaskGetCurrentTaskHandle     1
#define INCLUDE_xTaskGetIdleTaskHandle        1

/* mpu/: of ports with an MPU, and of RISC-V. */
#define configENABLE_MPU                            1
#define configENABLE_FPU                            0
#define configENABLE_TRUSTZONE                      0
#define configRUN_FREERTOS_SECURE_ONLY              1
#define configSYSTEM_CALL_STACK_SIZE                128
#define configPROTECTED_KERNEL_OBJECT_POOL_SIZE     16
#define configTOTAL_MPU_REGIONS                     8
#define configENFORCE_SYSTEM_CALLS_FROM_KERNEL_ONLY 1
#define configALLOW_UNPRIVILEGED_CRITICAL_SECTIONS  0
#define configMTIME_BASE_ADDRESS                    0
#define configMTIMECMP_BASE_ADDRESS                 0

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

extern volatile uint32_t kernel_switches;
void kernel_asserts(int holds);
void kernel_freed(void);
#endif

#define configASSERT(x)            kernel_asserts((x) != 0)
#define traceFREE(pvAddress, size) kernel_freed()

#if defined(TARN_TAGS) && TARN_TAGS > 0
#define TARN_TASK_TAGS_TRACED
#include "tarn_task_tags.h"
#ifdef UNKEPT
#undef TARN_TASK_SWITCHED_OUT
#undef TARN_TASK_SWITCHED_IN
#define TARN_TASK_SWITCHED_OUT() ((void)0)
#define TARN_TASK_SWITCHED_IN()  ((void)0)
#endif
#define traceTASK_SWITCHED_OUT() TARN_TASK_SWITCHED_OUT()
#define traceTASK_SWITCHED_IN()  (kernel_switches++, TARN_TASK_SWITCHED_IN())
#else
#define traceTASK_SWITCHED_IN() kernel_switches++
#endif

#include "tarn_task_callers.h"

#endif
