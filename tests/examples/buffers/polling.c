/* SPDX-License-Identifier: MIT
 * The wait on a board without a kernel. The main program does its other work until a put tells it
 * to try again. On a kernel the task would sleep: port/rtos/freertos/tarn_object_wait.h. */
#include "../say.h"
#include "buffers.h"
#include "tarn_port_extra.h"

#define TICK_US 500

static uint32_t told;
static bool processing;

void tarn_port_object_put(struct tarn_object_pool *pool)
{
	(void)pool; /* there is one */
	shared_write(&told, 1);
}

/* A put after the last try is reported: no wake-up is lost. */
static struct buffer *buffers_wait(uint32_t milliseconds)
{
	uint32_t since = tarn_port_milliseconds();

	for (;;) {
		struct buffer *buffer;

		shared_write(&told, 0);
		buffer = buffers_get(&buffers);
		if (buffer)
			return buffer;
		while (!shared_read(&told)) {
			if (tarn_port_milliseconds() - since >= milliseconds)
				return NULL;
			if (processing)
				process();
		}
	}
}

static void wait_until_full(void)
{
	while (!receiver_is_full())
		;
}

int main(void)
{
	port_tick_start(TICK_US, receive);
	wait_until_full();
	promise(!buffers_wait(2), "while nobody processes there is no buffer");
	say("nobody processes: the sender gives up when its time is over");
	processing = true;
	while (packets_sent() < PACKETS) {
		struct buffer *buffer;

		wait_until_full();
		buffer = buffers_wait(60000);
		promise(buffer != NULL, "a put ends the wait");
		transmit(buffer);
	}
	while (frames_processed() < FRAMES)
		process();
	port_tick_stop();
	tell();
	return 0;
}
