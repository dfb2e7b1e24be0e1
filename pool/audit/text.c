/* SPDX-License-Identifier: MIT
 * Text for the reports: the functions of text.h. */
#include "text.h"

void text_put(const struct text *text, const char *string)
{
	size_t length = 0;

	if (!text->sink)
		return;
	while (string[length])
		length++;
	text->sink(text->context, string, length);
}

static bool plain(char letter)
{
	return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
	       (letter >= '0' && letter <= '9') || letter == '_' || letter == '-' || letter == '.';
}

void text_name(const struct text *text, const char *name)
{
	size_t length = 0;

	while (plain(name[length]))
		length++;
	if (length && !name[length]) {
		text_put(text, name);
		return;
	}
	text_put(text, "\"");
	for (; *name; name++) {
		unsigned char letter = (unsigned char)*name;
		char code[] = {'\\', 'x', (char)('0' + (letter >> 4)),
			       "0123456789abcdef"[letter & 15], 0};
		char bare[] = {*name, 0};

		if (letter == '"' || letter == '\\')
			text_put(text, "\\");
		text_put(text, letter < ' ' || letter == 127 ? code : bare);
	}
	text_put(text, "\"");
}

void text_number(const struct text *text, const char *before, uint64_t number)
{
	static const uint64_t powers[] = {
		10000000000000000000u,
		1000000000000000000u,
		100000000000000000u,
		10000000000000000u,
		1000000000000000u,
		100000000000000u,
		10000000000000u,
		1000000000000u,
		100000000000u,
		10000000000u,
		1000000000u,
		100000000u,
		10000000u,
		1000000u,
		100000u,
		10000u,
		1000u,
		100u,
		10u,
		1u,
	};
	char digits[sizeof(powers) / sizeof(powers[0]) + 1];
	size_t length = 0;

	text_put(text, before);
	for (size_t i = 0; i < sizeof(powers) / sizeof(powers[0]); i++) {
		char digit = '0';

		for (; number >= powers[i]; digit++)
			number -= powers[i];
		if (length || digit != '0' || powers[i] == 1)
			digits[length++] = digit;
	}
	digits[length] = 0;
	text_put(text, digits);
}

void text_hex(const struct text *text, const char *before, uintptr_t number)
{
	char digits[sizeof(number) * 2 + 3];
	size_t length = 2;

	digits[0] = '0';
	digits[1] = 'x';
	text_put(text, before);
	for (uint32_t shift = sizeof(number) * 8; shift; shift -= 4)
		digits[length++] = "0123456789abcdef"[number >> (shift - 4) & 15];
	digits[length] = 0;
	text_put(text, digits);
}
