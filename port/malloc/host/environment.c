/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "environment.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "../../private/guest.h"
#include "heaps.h"

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

void environment_say(const char *name, const char *value, const char *what)
{
	char text[PATH_MAX + 256];
	int length =
		snprintf(text, sizeof(text), "tarn: %s=%.*s: %s\n", name, PATH_MAX, value, what);

	port_guest_say(text, (size_t)length);
}

static _Noreturn void refuse(const char *name, const char *value, const char *allowed)
{
	environment_say(name, value, allowed);
	_exit(HEAPS_STATUS);
}

/* ---- A number of bytes --------------------------------------------------------------------- */

/* A size in bytes, or with a suffix K, M or G, from `least` to `most`. `most` if the variable is
 * not set. */
static size_t size_of(const char *name, size_t least, size_t most)
{
	static const char units[] = "KMG";
	const char *value = value_of(name);
	const char *at = value;
	const char *unit;
	uint64_t sum = 0;
	unsigned int shift = 0;

	if (!value)
		return most;
	for (; *at >= '0' && *at <= '9' && sum <= most; at++)
		sum = sum * 10 + (uint64_t)(*at - '0');
	unit = at > value && *at ? strchr(units, *at) : NULL;
	if (unit) {
		shift = 10 * (unsigned int)(unit - units + 1);
		at++;
	}
	if (*at || at == value || sum > most >> shift || sum << shift < least)
		refuse(name, value, "must be a number of bytes, or of K, M or G, from 4K to 8G");
	return (size_t)sum << shift;
}

/* ---- A file -------------------------------------------------------------------------------- */

/* Makes the path absolute: the program may change its folder before the file is written. */
static void path_of(const char *name, char *path, size_t room)
{
	const char *value = value_of(name);
	char folder[PATH_MAX] = "";
	const char *slash = "";

	if (!value)
		return;
	if (!*value)
		refuse(name, value, "must be the path of a file");
	if (*value != '/' && getcwd(folder, sizeof(folder)))
		slash = "/";
	else
		*folder = 0;
	if ((size_t)snprintf(path, room, "%s%s%s", folder, slash, value) >= room)
		refuse(name, value, "the path is too long");
}

void environment_read(void)
{
	const char *program = program_invocation_short_name;

	heaps_environment.arena = size_of("TARN_ARENA", HEAPS_LEAST, HEAPS_LIMIT);
	path_of("TARN_SUMMARY", heaps_environment.summary, sizeof(heaps_environment.summary));
	path_of("TARN_TRACE", heaps_environment.trace, sizeof(heaps_environment.trace));
	snprintf(heaps_environment.program, sizeof(heaps_environment.program), "%.63s",
		 program ? program : "?");
}
