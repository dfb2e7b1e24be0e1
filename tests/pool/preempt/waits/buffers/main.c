/* SPDX-License-Identifier: MIT
 * tests/examples/buffers on a kernel. One task processes frames, and one sends packets. The sender
 * sleeps until a buffer is put.
 *
 *   board=name      for the verdict */
#include "FreeRTOS.h"
#include "task.h"

#include "../waits.h"

#include "../../../../examples/say.h"
#include "../../../../examples/buffers/buffers.h"
#include "args.h"
#include "tarn_object_wait.h"

#define IN_VAIN  5u     /* ticks of a wait that no put ends */
#define PATIENCE 20000u /* interrupts after which all tasks must be done */

TARN_OBJECT_WAIT(buffers);

static const char *board;
static volatile bool processing;
static volatile uint32_t done;

static void wait_until_full(void)
{
	while (!receiver_is_full())
		taskYIELD();
}

static void sender(void)
{
	wait_until_full();
	promise(!buffers_wait(&buffers, IN_VAIN), "while nobody processes there is no buffer");
	say("nobody processes: the sender gives up when its time is over");
	processing = true;
	while (packets_sent() < PACKETS) {
		struct buffer *buffer;

		wait_until_full();
		buffer = buffers_wait(&buffers, portMAX_DELAY);
		promise(buffer != NULL, "a put ends the wait");
		transmit(buffer);
	}
}

static void processor(void)
{
	while (frames_processed() < FRAMES) {
		if (!processing || !process())
			taskYIELD();
	}
}

void waits_task(uint32_t number)
{
	if (number == 1)
		processor();
	if (number == 2)
		sender();
	taskENTER_CRITICAL();
	done++;
	taskEXIT_CRITICAL();
}

void waits_interrupt(void)
{
	static uint32_t times;

	receive();
	if (times++ == PATIENCE)
		waits_end();
}

void waits_end(void)
{
	promise(done == WAITS_TASKS, "all tasks get done");
	tell();
	print_text("BUFFERS PASS board=");
	say(board);
	tarn_port_exit(0);
}

void test_assert(int holds)
{
	promise(holds, "what the kernel asserts");
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "board");
	board = arg_text(argc, argv, "board", "?");
	waits_run(1);
}
