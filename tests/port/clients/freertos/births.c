/* SPDX-License-Identifier: MIT
 * Creates tasks with stacks of several sizes. They allocate, and are deleted in the middle of their
 * work, or delete themselves: then the idle task frees their memory. A new task has no tag. */
#include "parts.h"

#include "random.h"
#include "tarn_tag.h"

#define LEFT  3 /* blocks */
#define MOST  3 /* tasks that the idle task has yet to free */
#define CHILD 2 /* its priority, that of the task that creates it */

struct child {
	void *left[LEFT];
	volatile bool ready;
	bool ends_itself;
};

static uint32_t created;

uint32_t births_created(void)
{
	return created;
}

static void live(struct child *child)
{
	void *block = pvPortMalloc(100);

	expect(tarn_tag_now() == TARN_UNTAGGED, "born-with-a-tag");
	if (TARN_TAGS > 0)
		tarn_tag_enter(TAG_CHILD);
	for (uint32_t i = 0; i < LEFT; i++)
		child->left[i] = pvPortMalloc(20 + i * 60);
	vPortFree(block);
	child->ready = true;
}

static void child_main(void *parameter)
{
	struct child *child = parameter;

	live(child);
	if (child->ends_itself)
		vTaskDelete(NULL);
	vTaskDelay(portMAX_DELAY);
	note("a-deleted-task-runs");
}

static void once(uint32_t stack, bool ends_itself)
{
	struct child child = {.ends_itself = ends_itself};
	TaskHandle_t task;

	if (xTaskCreate(child_main, "child", (uint16_t)stack, &child, CHILD, &task) != pdPASS) {
		note("not-born");
		return;
	}
	created++;
	while (!child.ready)
		vTaskDelay(1);
	if (!ends_itself)
		vTaskDelete(task);
	for (uint32_t i = 0; i < LEFT; i++)
		vPortFree(child.left[i]);
}

void births(uint32_t number)
{
	uint32_t random = random32_seed(asked.seed * 3 + number);
	UBaseType_t tasks = uxTaskGetNumberOfTasks();

	for (uint32_t i = 0; i < asked.rounds / 32; i++) {
		once(random_between(&random, 200, 500), i % 2);
		while (uxTaskGetNumberOfTasks() > tasks + MOST)
			vTaskDelay(1);
	}
}
