/* SPDX-License-Identifier: MIT
 * The receiver, the task that processes frames, and the sender's end. */
#include "buffers.h"

#include "../say.h"

TARN_OBJECT_DEFINE(buffers);

/* A queue from the interrupt to the task. It has a place for each buffer. */
static struct buffer *queue[BUFFERS];
static uint32_t arrived;   /* written by the interrupt */
static uint32_t processed; /* written by the task */
static uint32_t sent;

void receive(void)
{
	struct buffer *buffer = arrived < FRAMES ? buffers_get(&buffers) : NULL;

	if (!buffer)
		return;
	buffer->number = arrived;
	queue[arrived % BUFFERS] = buffer;
	shared_write(&arrived, arrived + 1);
}

bool receiver_is_full(void)
{
	uint32_t now = shared_read(&arrived);

	return now == FRAMES || now - shared_read(&processed) == BUFFERS;
}

bool process(void)
{
	struct buffer *buffer;

	if (processed == shared_read(&arrived))
		return false;
	buffer = queue[processed % BUFFERS];
	promise(buffer->number == processed, "each frame comes once, in order");
	shared_write(&processed, processed + 1);
	buffers_put(&buffers, buffer); /* wakes the sender */
	return true;
}

uint32_t frames_processed(void)
{
	return shared_read(&processed);
}

void transmit(struct buffer *buffer)
{
	buffer->number = sent++;
	buffers_put(&buffers, buffer);
}

uint32_t packets_sent(void)
{
	return sent;
}

void tell(void)
{
	promise(buffers_count(&buffers) == 0, "every buffer came back");
	promise(tarn_object_check(&buffers.core, NULL) == 0, "the pool is sound");
	say_number("frames received and processed", processed);
	say_number("packets sent, each after a wait", sent);
}
