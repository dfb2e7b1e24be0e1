/* SPDX-License-Identifier: MIT */
#include "uart_console.h"

#include "tick.h"

/* BUILT_IN: the arguments that the program takes if nobody types. */
#ifdef PORT_BUILT_IN
#define PROMPT    "\narguments (after 5 s those that were built in): "
#define ASK_AGAIN false
#else
#define PROMPT        "\narguments: "
#define ASK_AGAIN     true
#define PORT_BUILT_IN ""
#endif

#define PATIENCE_MS 5000
#define BLINK_MS    125 /* failed: on and off for equal times */
#define LIT_MS      900 /* passed: mostly on. A lamp that never changes: the board hangs */
#define WINK_MS     100
#define RUBOUT      127
#define CTRL_C      3
#define NOBODY      (-1) /* read_line: nothing was typed */
#define TOO_LONG    (-2)

/* The first word of a command line is the program's name. */
#define NAME "program "

/* A timer that was just set may show for a moment that its period is over. So the largest time that
 * was read is kept: time never goes back. */
static uint32_t milliseconds(void)
{
	static uint32_t latest;
	uint32_t now = (uint32_t)port_divide(port_tick_microseconds(), 1000);

	if ((int32_t)(now - latest) > 0)
		latest = now;
	return latest;
}

static void write_bytes(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\n')
			uart_put('\r');
		uart_put(bytes[i]);
	}
}

static void write_text(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	write_bytes(text, length);
}

static void wait(uint32_t time)
{
	uint32_t from = milliseconds();

	while (milliseconds() - from < time)
		;
}

/* Prints the status. Then the lamp shows it for ever: passed, it is on and goes off once a second
 * for a moment; failed, it blinks. */
static void end(int status)
{
	char text[] = "\n[exit 000]\n";
	uint32_t rest = (uint32_t)status & 0xFF;

	for (; rest >= 100; rest -= 100)
		text[7]++;
	for (; rest >= 10; rest -= 10)
		text[8]++;
	text[9] = (char)(text[9] + rest);
	write_text(text);
	for (;;) {
		port_board_lamp(true);
		wait(status ? BLINK_MS : LIT_MS);
		port_board_lamp(false);
		wait(status ? BLINK_MS : WINK_MS);
	}
}

/* Reads a line and echoes it. Returns its length, NOBODY or TOO_LONG. */
static int read_line(char *line, size_t size)
{
	size_t length = 0;
	uint32_t from = milliseconds();

	while (length < size) {
		int c = uart_get();

		if (c == '\r' || c == '\n')
			return (int)length;
		if (c < 0 && !length && milliseconds() - from >= PATIENCE_MS)
			return NOBODY;
		if ((c == '\b' || c == RUBOUT) && length) {
			length--;
			write_text("\b \b");
		} else if (c >= ' ' && c < RUBOUT) {
			line[length++] = (char)c;
			uart_put((char)c);
		}
	}
	return TOO_LONG;
}

static bool built_in(char *line, size_t size)
{
	static const char text[] = NAME PORT_BUILT_IN;

	for (size_t i = 0; i < sizeof(text) && i < size; i++)
		line[i] = text[i];
	return sizeof(text) <= size;
}

static bool command_line(char *line, size_t size)
{
	const size_t name = sizeof(NAME) - 1;
	int length;

	if (!built_in(line, size))
		return false;
	do {
		write_text(PROMPT);
		length = read_line(line + name, size - name - 1);
		write_text("\n");
	} while (ASK_AGAIN && length == NOBODY);
	if (length >= 0)
		line[name + (size_t)length] = 0;
	return length != TOO_LONG;
}

static bool stop(void)
{
	static bool asked;

	asked |= uart_get() == CTRL_C;
	return asked;
}

const struct port_console uart_console = {
	.write = write_bytes,
	.exit = end,
	.command_line = command_line,
	.milliseconds = milliseconds,
	.stop = stop,
};
