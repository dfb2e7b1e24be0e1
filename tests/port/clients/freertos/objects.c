/* SPDX-License-Identifier: MIT
 * The kernel allocates objects: a stream buffer, a message buffer, an event group, a mutex, a
 * timer. Other tasks than their maker use them, and the kernel's timer task, which allocates in the
 * timer's callback. The maker deletes them when both have set their event. */
#include "parts.h"

#include "event_groups.h"
#include "message_buffer.h"
#include "queue.h"
#include "random.h"
#include "semphr.h"
#include "stream_buffer.h"
#include "timers.h"

#define ALL_READ 1u
#define RUNG     2u
#define RINGS    3u
#define BYTES    120u
#define PATIENCE pdMS_TO_TICKS(2000)

struct made {
	StreamBufferHandle_t stream;
	MessageBufferHandle_t messages;
	EventGroupHandle_t events;
	SemaphoreHandle_t mutex;
	struct piece piece; /* of the timer */
	uint32_t rings;
};

static QueueHandle_t handed; /* from the maker to the reader */

void objects_begin(void)
{
	handed = xQueueCreate(1, sizeof(struct made *));
	expect(handed != NULL, "no-queue");
}

/* Allocates a block, resizes it, frees it. */
static void on_alarm(TimerHandle_t timer)
{
	struct made *made = pvTimerGetTimerID(timer);

	if (made->rings == 0)
		piece_take(&made->piece, 30 + asked.seed % 50, kernel_ticks);
	else if (made->rings == 1)
		piece_resize(&made->piece, 300);
	else if (made->rings == 2)
		piece_give(&made->piece);
	if (++made->rings == RINGS)
		xEventGroupSetBits(made->events, RUNG);
}

static void send(const struct made *to)
{
	uint8_t bytes[BYTES];

	for (uint32_t i = 0; i < BYTES; i++)
		bytes[i] = (uint8_t)i;
	for (uint32_t sent = 0; sent < BYTES;)
		sent += xStreamBufferSend(to->stream, &bytes[sent], BYTES - sent, PATIENCE);
	expect(xMessageBufferSend(to->messages, bytes, 20, PATIENCE) == 20, "message-not-sent");
}

static void make_and_delete(uint32_t *random)
{
	struct made made = {
		.stream = xStreamBufferCreate(random_between(random, 8, 200), 1),
		.messages = xMessageBufferCreate(random_between(random, 40, 200)),
		.events = xEventGroupCreate(),
		.mutex = xSemaphoreCreateMutex(),
	};
	struct made *it = &made;
	TimerHandle_t timer =
		xTimerCreate("alarm", random_between(random, 1, 3), pdTRUE, it, on_alarm);

	expect(made.stream && made.messages && made.events && made.mutex && timer, "not-made");
	xTimerStart(timer, PATIENCE);
	xQueueSend(handed, &it, PATIENCE);
	send(it);
	expect(xEventGroupWaitBits(made.events, ALL_READ | RUNG, pdTRUE, pdTRUE, PATIENCE) ==
		       (ALL_READ | RUNG),
	       "no-event");
	expect(xSemaphoreTake(made.mutex, PATIENCE) == pdTRUE, "no-mutex");
	xSemaphoreGive(made.mutex);
	xTimerStop(timer, PATIENCE);
	xTimerDelete(timer, PATIENCE);
	expect(!made.piece.bytes, "alarm");
	vSemaphoreDelete(made.mutex);
	vEventGroupDelete(made.events);
	vMessageBufferDelete(made.messages);
	vStreamBufferDelete(made.stream);
}

static void read_all(void)
{
	uint8_t bytes[BYTES];
	struct made *from;

	if (xQueueReceive(handed, &from, PATIENCE) != pdTRUE) {
		note("nothing-came");
		return;
	}
	for (uint32_t got = 0; got < BYTES;)
		got += xStreamBufferReceive(from->stream, &bytes[got], BYTES - got, PATIENCE);
	for (uint32_t i = 0; i < BYTES; i++)
		expect(bytes[i] == (uint8_t)i, "stream");
	expect(xMessageBufferReceive(from->messages, bytes, BYTES, PATIENCE) == 20, "message");
	xSemaphoreTake(from->mutex, PATIENCE);
	xSemaphoreGive(from->mutex);
	xEventGroupSetBits(from->events, ALL_READ);
}

void objects(uint32_t number)
{
	uint32_t random = random32_seed(asked.seed);

	for (uint32_t i = 0; i < asked.rounds / 32; i++) {
		if (number)
			read_all();
		else
			make_and_delete(&random);
	}
}
