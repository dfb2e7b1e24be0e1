/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "environment.h"

#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "../../private/guest.h"
#include "heaps.h"

#define END_OF(array) ((array) + sizeof(array))

struct environment heaps_environment;

static const char *value_of(const char *name)
{
	size_t length = strlen(name);

	if (getauxval(AT_SECURE))
		return NULL;
	for (char **line = environ; line && *line; line++)
		if (!strncmp(*line, name, length) && (*line)[length] == '=')
			return *line + length + 1;
	return NULL;
}

char *environment_append(char *end, const char *limit, const char *text)
{
	while (*text && end + 1 < limit)
		*end++ = *text++;
	*end = 0;
	return end;
}

char *environment_append_number(char *end, const char *limit, uint64_t number)
{
	char digits[21];
	char *first = END_OF(digits) - 1;

	*first = 0;
	do
		*--first = (char)('0' + number % 10);
	while (number /= 10);
	return environment_append(end, limit, first);
}

void environment_say(const char *name, const char *value, const char *what)
{
	static const char *const between[] = {"tarn: ", "=", ": ", "\n"};
	const char *const words[] = {name, value, what, ""};
	char text[PATH_MAX + 256];
	char *end = text;

	for (size_t i = 0; i < 4; i++) {
		end = environment_append(end, END_OF(text), between[i]);
		end = environment_append(end, END_OF(text), words[i]);
	}
	port_guest_say(text, (size_t)(end - text));
}

static _Noreturn void refuse(const char *name, const char *value, const char *allowed)
{
	environment_say(name, value, allowed);
	_exit(HEAPS_STATUS);
}

/* ---- A number of bytes --------------------------------------------------------------------- */

static unsigned int shift_of(char unit)
{
	switch (unit) {
	case 'K':
		return 10;
	case 'M':
		return 20;
	case 'G':
		return 30;
	default:
		return 0;
	}
}

/* A size in bytes, or with a suffix K, M or G, from `least` to `most`. `most` if the variable is
 * not set. */
static size_t size_of(const char *name, size_t least, size_t most)
{
	const char *value = value_of(name);
	const char *at = value;
	uint64_t sum = 0;
	unsigned int shift = 0;

	if (!value)
		return most;
	for (; *at >= '0' && *at <= '9' && sum <= most; at++)
		sum = sum * 10 + (uint64_t)(*at - '0');
	if (at > value && shift_of(*at))
		shift = shift_of(*at++);
	if (*at || at == value || sum > most >> shift || sum << shift < least)
		refuse(name, value, "must be a number of bytes, or of K, M or G, from 4K to 8G");
	return (size_t)sum << shift;
}

/* ---- A file -------------------------------------------------------------------------------- */

/* Makes the path absolute: the program may change its folder before the file is written. */
static void path_of(const char *name, char *path, size_t room)
{
	const char *value = value_of(name);
	const char *limit = path + room;
	char *end = path;

	if (!value)
		return;
	if (!*value)
		refuse(name, value, "must be the path of a file");
	if (*value != '/' && getcwd(path, room))
		end = environment_append(path + strlen(path), limit, "/");
	end = environment_append(end, limit, value);
	if (end + 1 >= limit)
		refuse(name, value, "the path is too long");
}

void environment_read(void)
{
	const char *program = program_invocation_short_name;

	heaps_environment.arena = size_of("TARN_ARENA", HEAPS_LEAST, HEAPS_LIMIT);
	path_of("TARN_SUMMARY", heaps_environment.summary, sizeof(heaps_environment.summary));
	path_of("TARN_TRACE", heaps_environment.trace, sizeof(heaps_environment.trace));
	environment_append(heaps_environment.program, END_OF(heaps_environment.program),
			   program ? program : "?");
}
