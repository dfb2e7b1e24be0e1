/* SPDX-License-Identifier: MIT
 * Console, arguments and exit without a wire: mGBA's debug port, and a text in the image. On a real
 * console these writes do nothing.
 *
 * Each message is one line of mGBA's log, of at most 255 bytes. Its first character tells
 * boards/gba/run what it is:
 *   =text  text and the end of the line
 *   +text  text, and the line goes on
 *   !n     the program ended with status n */
#include "../bare/console.h"

#include "gba.h"
#include "clock.h"

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

const struct port_console *port_console(void)
{
	static const struct port_console console = {
		.write = write,
		.exit = end,
		.command_line = command_line,
		.milliseconds = clock_milliseconds,
	};

	return &console;
}
