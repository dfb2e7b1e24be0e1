/* SPDX-License-Identifier: MIT */
#include "args.h"

#include <stdbool.h>
#include <stddef.h>

#include "print.h"
#include "tarn_port.h"

#define STATUS_USAGE 2

/* Prints one line, of four pieces, and ends the program. */
static _Noreturn void refuse(const char *about, const char *value, const char *why,
			     const char *more)
{
	print_text("error: ");
	print_text(about);
	print_text(value);
	print_text(why);
	print_text(more);
	print_newline();
	tarn_port_exit(STATUS_USAGE);
}

_Noreturn void args_refuse(const char *about, const char *text)
{
	refuse(about, ": ", text, "");
}

_Noreturn void args_refuse_name(const char *about, const char *given,
				const char *(*name_of)(uint32_t))
{
	print_text("error: ");
	print_text(about);
	print_char('=');
	print_text(given);
	print_text(": unknown; there are:");
	for (uint32_t i = 0; name_of(i); i++) {
		print_char(' ');
		print_text(name_of(i));
	}
	print_newline();
	tarn_port_exit(STATUS_USAGE);
}

int text_equal(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

/* The value of the word `name=value`; NULL if the word has another name. */
static const char *value_of(const char *word, const char *name)
{
	while (*name && *word == *name) {
		word++;
		name++;
	}
	return !*name && *word == '=' ? word + 1 : NULL;
}

const char *arg_text(int argc, char **argv, const char *name, const char *otherwise)
{
	const char *found = otherwise;

	for (int i = 1; i < argc; i++) {
		const char *value = value_of(argv[i], name);

		if (value)
			found = value;
	}
	return found;
}

static unsigned int digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	c |= 0x20;
	if (c >= 'a' && c <= 'f')
		return (unsigned int)(c - 'a') + 10;
	return 255;
}

static unsigned int suffix_shift(char c)
{
	switch (c | 0x20) {
	case 'k':
		return 10;
	case 'm':
		return 20;
	case 'g':
		return 30;
	default:
		return 0;
	}
}

static bool parse(const char *text, uint64_t *value)
{
	unsigned int base = 10;
	uint64_t sum = 0;

	if (text[0] == '0' && (text[1] | 0x20) == 'x') {
		base = 16;
		text += 2;
	}
	if (digit(*text) >= base)
		return false;
	for (; digit(*text) < base; text++) {
		if (sum > (UINT64_MAX - digit(*text)) / base)
			return false;
		sum = sum * base + digit(*text);
	}
	if (base == 10 && suffix_shift(*text)) {
		unsigned int shift = suffix_shift(*text++);

		if (sum > UINT64_MAX >> shift)
			return false;
		sum <<= shift;
	}
	*value = sum;
	return !*text;
}

uint64_t arg_u64(int argc, char **argv, const char *name, uint64_t otherwise)
{
	const char *text = arg_text(argc, argv, name, NULL);
	uint64_t value = otherwise;

	if (text && !parse(text, &value))
		refuse(name, "=", text, ": not a number (digits, 0x..., or digits with K, M, G)");
	return value;
}

static bool named_in(const char *word, const char *names)
{
	while (*names) {
		size_t n = 0;

		while (names[n] && names[n] != ' ' && names[n] == word[n])
			n++;
		if ((!names[n] || names[n] == ' ') && word[n] == '=')
			return true;
		while (*names && *names != ' ')
			names++;
		while (*names == ' ')
			names++;
	}
	return false;
}

void args_only(int argc, char **argv, const char *names)
{
	for (int i = 1; i < argc; i++) {
		if (!named_in(argv[i], names))
			refuse(argv[i], ": unknown argument", "; there are: ", names);
	}
}
