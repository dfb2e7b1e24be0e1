/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "replay.h"

#define LABEL "\nAnonymous:"

/* The sum over all mappings, which the kernel makes by walking the page tables: the counters of
 * /proc/self/statm lag behind. */
uint64_t resident_bytes(void)
{
	char text[4096];
	int file = open("/proc/self/smaps_rollup", O_RDONLY);
	ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);
	const char *digit;
	uint64_t kib = 0;

	close(file);
	text[length < 0 ? 0 : length] = 0;
	digit = strstr(text, LABEL);
	if (!digit)
		args_refuse("/proc/self/smaps_rollup", "not there, or without Anonymous:");
	for (digit += sizeof(LABEL) - 1; *digit == ' '; digit++)
		;
	for (; *digit >= '0' && *digit <= '9'; digit++)
		kib = kib * 10 + (uint64_t)(*digit - '0');
	return kib * 1024;
}
