/* SPDX-License-Identifier: MIT
 * Makes and deletes timers. Their callbacks run in the kernel's timer task, and each allocates a
 * block, resizes one or frees one. */
#include "parts.h"

#include "random.h"
#include "timers.h"

struct alarm {
	TaskHandle_t owner;
	struct piece piece;
	uint32_t rings;
};

#define RINGS    3
#define PATIENCE pdMS_TO_TICKS(2000)

static void on_alarm(TimerHandle_t timer)
{
	struct alarm *alarm = pvTimerGetTimerID(timer);

	if (alarm->rings == 0)
		piece_take(&alarm->piece, 30 + asked.seed % 50, kernel_ticks);
	else if (alarm->rings == 1)
		piece_resize(&alarm->piece, 300);
	else if (alarm->rings == 2)
		piece_give(&alarm->piece);
	if (++alarm->rings == RINGS)
		xTaskNotifyGive(alarm->owner);
}

static void once(TickType_t period)
{
	struct alarm alarm = {.owner = xTaskGetCurrentTaskHandle()};
	TimerHandle_t timer = xTimerCreate("alarm", period, pdTRUE, &alarm, on_alarm);

	expect(timer != NULL, "no-timer");
	xTimerStart(timer, PATIENCE);
	expect(ulTaskNotifyTake(pdTRUE, PATIENCE) == 1, "no-alarm");
	xTimerStop(timer, PATIENCE);
	xTimerDelete(timer, PATIENCE);
	expect(alarm.rings >= RINGS && !alarm.piece.bytes, "alarm");
}

void alarms(uint32_t number)
{
	uint32_t random = random32_seed(asked.seed + number);

	for (uint32_t i = 0; i < asked.rounds / 32; i++)
		once(random_between(&random, 1, 3));
}
