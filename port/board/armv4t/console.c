/* SPDX-License-Identifier: MIT
 * Console, arguments and exit, where there is no wire: mGBA's debug port, and a text in the image.
 * On a console these writes go nowhere.
 *
 * What is sent is one line of mGBA's log, at the most 255 bytes. boards/gba/run makes the console
 * of them by the first character:
 *   =text  text and a line's end
 *   +text  text that goes on
 *   !n     the program ended with status n */
#include "../bare/console.h"

#include "gba.h"
#include "clock.h"

#define LEVEL_INFO 3
#define TEXT_MAX   (GBA_DEBUG_ROOM - 2) /* the first character, and a 0 */

/* boards/gba/run finds it by this name, and writes another text there. */
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
	const volatile char *text = port_argument_text; /* not what the compiler saw in it */
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
