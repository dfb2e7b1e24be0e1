/* SPDX-License-Identifier: MIT
 * As FreeRTOS.h in this folder. */
#ifndef INC_TASK_H
#define INC_TASK_H

#include "FreeRTOS.h"

#ifdef KERNEL_MINOR
#define tskKERNEL_VERSION_MAJOR 10
#define tskKERNEL_VERSION_MINOR KERNEL_MINOR
#else
#define tskKERNEL_VERSION_MAJOR 11
#define tskKERNEL_VERSION_MINOR 1
#endif

typedef struct tskTaskControlBlock *TaskHandle_t;
typedef struct xTIME_OUT {
	BaseType_t xOverflowCount;
	TickType_t xTimeOnEntering;
} TimeOut_t;

#define taskSCHEDULER_SUSPENDED   ((BaseType_t)0)
#define taskSCHEDULER_NOT_STARTED ((BaseType_t)1)
#define taskSCHEDULER_RUNNING     ((BaseType_t)2)

void taskENTER_CRITICAL(void);
void taskEXIT_CRITICAL(void);
UBaseType_t taskENTER_CRITICAL_FROM_ISR(void);
void taskEXIT_CRITICAL_FROM_ISR(UBaseType_t mask);
void taskYIELD(void);
TaskHandle_t xTaskGetCurrentTaskHandle(void);
BaseType_t xTaskGetSchedulerState(void);
TickType_t xTaskGetTickCount(void);
void vTaskSetTimeOutState(TimeOut_t *const pxTimeOut);
BaseType_t xTaskCheckForTimeOut(TimeOut_t *const pxTimeOut, TickType_t *const pxTicksToWait);
uint32_t ulTaskNotifyTakeIndexed(UBaseType_t uxIndex, BaseType_t xClear, TickType_t xTicksToWait);
void vTaskNotifyGiveIndexedFromISR(TaskHandle_t xTask, UBaseType_t uxIndex,
				   BaseType_t *pxMoreUrgentWoken);

void vTaskSuspendAll(void);
BaseType_t xTaskResumeAll(void);

#endif
