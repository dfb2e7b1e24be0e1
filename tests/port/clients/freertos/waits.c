/* SPDX-License-Identifier: MIT
 * Tasks wait for objects of a pool (tarn_object_wait.h). Tasks and the tick put them. */
#include "parts.h"

#include "tarn_object_wait.h"

#define FRAMES   2
#define PATIENCE pdMS_TO_TICKS(2000)

struct frame {
	volatile uint32_t owner; /* a task's number and one; 0: none */
};
TARN_OBJECT_POOL(frames, struct frame, FRAMES, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED);
TARN_OBJECT_WAIT(frames);

static volatile bool waiting;

/* Takes an object at times, and puts it in the next tick, which wakes a task that waits. */
void waits_tick(void)
{
	static struct frame *taken;

	if (taken)
		frames_put(&frames, taken);
	taken = waiting && kernel_ticks % 3 == 0 ? frames_get(&frames) : NULL;
}

void waits(uint32_t number)
{
	waiting = true;
	for (uint32_t i = 0; i < asked.rounds / 8; i++) {
		struct frame *frame = frames_wait(&frames, PATIENCE);

		expect(frame != NULL, "waited-in-vain");
		if (!frame)
			return;
		frame->owner = number + 1;
		if (i % 4 == number % 4)
			vTaskDelay(1);
		else
			taskYIELD();
		expect(frame->owner == number + 1, "two-owners");
		frames_put(&frames, frame);
	}
	waiting = false;
}
