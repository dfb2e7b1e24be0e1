/* SPDX-License-Identifier: MIT */
#include "environment.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "heaps.h"
#include "tarn_port.h"

extern char **environ;

const char *environment_text(const char *name)
{
	size_t length = strlen(name);

	for (char **line = environ; line && *line; line++)
		if (!strncmp(*line, name, length) && (*line)[length] == '=')
			return *line + length + 1;
	return NULL;
}

static void say(const char *text)
{
	port_host_write(STDERR_FILENO, text, strlen(text));
}

static _Noreturn void refuse(const char *name, const char *value)
{
	say("tarn: ");
	say(name);
	say("=");
	say(value);
	say(": a number of bytes, or of K, M or G, from 4K to 8G\n");
	_exit(HEAPS_STATUS);
}

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

size_t environment_size(const char *name, size_t least, size_t most)
{
	const char *value = environment_text(name);
	const char *at = value;
	uint64_t sum = 0;

	if (!value)
		return most;
	for (; *at >= '0' && *at <= '9' && sum <= most; at++)
		sum = sum * 10 + (uint64_t)(*at - '0');
	if (at > value && shift_of(*at))
		sum <<= shift_of(*at++);
	if (*at || at == value || sum < least || sum > most)
		refuse(name, value);
	return (size_t)sum;
}
