/* SPDX-License-Identifier: MIT
 * Console, arguments, exit and time without a wire: mGBA's debug port, and a text in the image. On
 * a real console these writes do nothing.
 *
 * Each message is one line of mGBA's log, of at most 255 bytes. Its first character tells
 * boards/gba/run what it is:
 *   =text  text and the end of the line
 *   +text  text, and the line goes on
 *   !n     the program ended with status n */
#include "../bare/console.h"

#include "gba.h"
#include "interrupt.h"
#include "tarn_port.h"

#define LEVEL_INFO 3
#define TEXT_MAX   (GBA_DEBUG_ROOM - 2) /* without the first character and the final 0 */

/* boards/gba/run finds this text by its name, and replaces it in the image. */
extern const char port_argument_text[PORT_COMMAND_LINE];
const char port_argument_text[PORT_COMMAND_LINE] = "program";

static void send(char kind, const char *text, size_t length)
{
	GBA_DEBUG_ENABLE = 0xC0DE;
	GBA_DEBUG_TEXT[0] = kind;
	for (size_t i = 0; i < length; i++)
		GBA_DEBUG_TEXT[1 + i] = text[i];
	GBA_DEBUG_TEXT[1 + length] = 0;
	GBA_DEBUG_SEND = 0x100 | LEVEL_INFO;
}

static void write(const char *bytes, size_t length)
{
	while (length) {
		size_t n = 0;

		while (n < length && n < TEXT_MAX && bytes[n] != '\n')
			n++;
		if (n < length && bytes[n] == '\n') {
			send('=', bytes, n);
			n++;
		} else {
			send('+', bytes, n);
		}
		bytes += n;
		length -= n;
	}
}

static void end(int status)
{
	char digits[4];
	size_t at = sizeof(digits);
	uint32_t value = (uint32_t)status & 0xFF;

	do {
		digits[--at] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	send('!', digits + at, sizeof(digits) - at);
}

static bool command_line(char *line, size_t size)
{
	/* volatile: boards/gba/run replaces the text after it was compiled */
	const volatile char *text = port_argument_text;
	size_t i = 0;

	do {
		if (i == size)
			return false;
		line[i] = text[i];
	} while (line[i++]);
	return true;
}

/* ---- Milliseconds, from the console's own timers -------------------------------------------- */

/* Timer 2 counts 2^14 a second. Timer 3 counts the overflows of timer 2. */
void clock_start(void)
{
	GBA_TIMER_CONTROL(3) = GBA_TIMER_CASCADE | GBA_TIMER_ON;
	GBA_TIMER_CONTROL(2) = GBA_TIMER_SHIFT_10 | GBA_TIMER_ON;
}

static uint32_t counted(void)
{
	uint32_t high;
	uint32_t low;

	do {
		high = GBA_TIMER_COUNT(3);
		low = GBA_TIMER_COUNT(2);
	} while (high != GBA_TIMER_COUNT(3));
	return high << 16 | low;
}

/* The timers wrap after three days. A program that asks at least once in that time gets
 * milliseconds that do not jump. */
static uint32_t milliseconds(void)
{
	static uint64_t elapsed;
	static uint32_t before;
	tarn_port_key key = tarn_port_lock();
	uint32_t now = counted();
	uint32_t milliseconds;

	elapsed += now - before;
	before = now;
	milliseconds = (uint32_t)(elapsed * 125 >> 11);
	tarn_port_unlock(key);
	return milliseconds;
}

const struct port_console *port_console(void)
{
	static const struct port_console console = {
		.write = write,
		.exit = end,
		.command_line = command_line,
		.milliseconds = milliseconds,
	};

	return &console;
}
