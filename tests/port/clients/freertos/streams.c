/* SPDX-License-Identifier: MIT
 * The kernel allocates objects, and another task than their maker uses them. A sender makes a
 * stream buffer, a message buffer, an event group and a semaphore, and passes them to a receiver by
 * a queue. It deletes them when the receiver sets an event. */
#include "parts.h"

#include "event_groups.h"
#include "message_buffer.h"
#include "queue.h"
#include "random.h"
#include "semphr.h"
#include "stream_buffer.h"

#define ALL_READ 1u
#define BYTES    120u
#define PATIENCE pdMS_TO_TICKS(2000)

struct connection {
	StreamBufferHandle_t stream;
	MessageBufferHandle_t messages;
	EventGroupHandle_t events;
	SemaphoreHandle_t mutex;
};

static QueueHandle_t connections;

void streams_begin(void)
{
	connections = xQueueCreate(1, sizeof(struct connection));
	expect(connections != NULL, "no-queue");
}

static struct connection open(uint32_t *random)
{
	struct connection made = {
		.stream = xStreamBufferCreate(random_between(random, 8, 200), 1),
		.messages = xMessageBufferCreate(random_between(random, 40, 200)),
		.events = xEventGroupCreate(),
		.mutex = xSemaphoreCreateMutex(),
	};

	expect(made.stream && made.messages && made.events && made.mutex, "no-connection");
	return made;
}

static void send(const struct connection *to)
{
	uint8_t bytes[BYTES];

	for (uint32_t i = 0; i < BYTES; i++)
		bytes[i] = (uint8_t)i;
	for (uint32_t sent = 0; sent < BYTES;)
		sent += xStreamBufferSend(to->stream, &bytes[sent], BYTES - sent, PATIENCE);
	expect(xMessageBufferSend(to->messages, bytes, 20, PATIENCE) == 20, "message-not-sent");
}

static void receive(const struct connection *from)
{
	uint8_t bytes[BYTES];

	for (uint32_t got = 0; got < BYTES;)
		got += xStreamBufferReceive(from->stream, &bytes[got], BYTES - got, PATIENCE);
	for (uint32_t i = 0; i < BYTES; i++)
		expect(bytes[i] == (uint8_t)i, "stream");
	expect(xMessageBufferReceive(from->messages, bytes, BYTES, PATIENCE) == 20, "message");
}

static void end(struct connection *made)
{
	EventBits_t bits = xEventGroupWaitBits(made->events, ALL_READ, pdTRUE, pdTRUE, PATIENCE);

	expect((bits & ALL_READ) != 0, "no-event");
	expect(xSemaphoreTake(made->mutex, PATIENCE) == pdTRUE, "no-mutex");
	xSemaphoreGive(made->mutex);
	vSemaphoreDelete(made->mutex);
	vEventGroupDelete(made->events);
	vMessageBufferDelete(made->messages);
	vStreamBufferDelete(made->stream);
}

static void sender(uint32_t rounds)
{
	uint32_t random = random32_seed(asked.seed);

	while (rounds--) {
		struct connection made = open(&random);

		xQueueSend(connections, &made, PATIENCE);
		send(&made);
		end(&made);
	}
}

static void receiver(uint32_t rounds)
{
	struct connection got;

	while (rounds--) {
		expect(xQueueReceive(connections, &got, PATIENCE) == pdTRUE, "no-connection-came");
		receive(&got);
		xSemaphoreTake(got.mutex, PATIENCE);
		xSemaphoreGive(got.mutex);
		xEventGroupSetBits(got.events, ALL_READ);
	}
}

void streams(uint32_t number)
{
	if (number)
		receiver(asked.rounds / 32);
	else
		sender(asked.rounds / 32);
}
