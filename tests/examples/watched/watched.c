/* SPDX-License-Identifier: MIT
 * A firmware that reports its heap on the serial line, every hundred turns of its main loop.
 * `make watch PORT=/dev/ttyACM0` shows it. The program never frees the lines of its log: the
 * numbers and the picture show that. */
#include "tarn_port.h"
#include "tarn_table.h"

#define CLASSES(CLASS)                    \
	CLASS(16, 16, 0, TARN_TO_COMMONS) \
	CLASS(48, 8, 0, TARN_TO_COMMONS)
TARN_TABLE(table, CLASSES);
TARN_TABLE_FITS(table, CLASSES, 4096); /* or the build fails */

#define MESSAGES 8

static uint64_t arena[4096 / 8];
static struct tarn_heap heap;
static void *message[MESSAGES];
static void *newest; /* line of the log; each begins with the one before it */

/* In a program of your own: printf("%.*s", (int)length, text), or the UART. */
static void serial(void *context, const char *text, size_t length)
{
	(void)context;
	tarn_port_write(text, length);
}

static void report_now_and_then(uint32_t turn)
{
	if (turn % 100 != 0)
		return;
	tarn_report(&heap, serial, NULL);     /* the numbers */
	tarn_report_map(&heap, serial, NULL); /* the picture */
}

static void log_line(void)
{
	void **line = tarn_alloc(&heap, 12);

	if (line) {
		*line = newest;
		newest = line;
	}
}

/* A message arrives, and the oldest one has been answered. */
static void work(uint32_t turn)
{
	void **slot = &message[turn % MESSAGES];

	tarn_free(&heap, *slot);
	*slot = tarn_alloc(&heap, turn % 3 == 0 ? 100 : 40);
	if (turn % 9 == 0)
		log_line();
}

int main(void)
{
	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK)
		return 1;
	for (uint32_t turn = 1; turn <= 500; turn++) {
		work(turn);
		report_now_and_then(turn);
	}
	return 0;
}
