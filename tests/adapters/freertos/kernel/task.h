/* SPDX-License-Identifier: MIT
 * As FreeRTOS.h here. */
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

void vTaskSuspendAll(void);
BaseType_t xTaskResumeAll(void);

#endif
