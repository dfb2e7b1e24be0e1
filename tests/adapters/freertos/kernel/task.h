/* SPDX-License-Identifier: MIT
 * As FreeRTOS.h here. */
#ifndef INC_TASK_H
#define INC_TASK_H

#include "FreeRTOS.h"

void vTaskSuspendAll(void);
BaseType_t xTaskResumeAll(void);

#endif
