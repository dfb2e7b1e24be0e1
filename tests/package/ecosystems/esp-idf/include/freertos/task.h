/* SPDX-License-Identifier: MIT */
typedef struct task *TaskHandle_t;
TaskHandle_t xTaskGetCurrentTaskHandle(void);
