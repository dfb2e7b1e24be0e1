/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "replay.h"

#define LABEL "\nAnonymous:"

/* The decimal number at the start of `text`, after spaces. */
static uint64_t number(const char *text)
{
	uint64_t value = 0;

	while (*text == ' ')
		text++;
	for (; *text >= '0' && *text <= '9'; text++)
		value = value * 10 + (uint64_t)(*text - '0');
	return value;
}

/* For smaps_rollup the kernel walks the page tables. The counters of /proc/self/statm are not up to
 * date. */
uint64_t resident_bytes(void)
{
	char text[4096];
	int file = open("/proc/self/smaps_rollup", O_RDONLY);
	ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);
	const char *label;

	close(file);
	text[length < 0 ? 0 : length] = 0;
	label = strstr(text, LABEL);
	if (label)
		return number(label + sizeof(LABEL) - 1) * 1024;
	args_refuse("/proc/self/smaps_rollup", "cannot be read, or has no line Anonymous:");
}
