/* SPDX-License-Identifier: MIT
 * Each write stops the target until the debugger or QEMU has served it. */
#include "../semihosting/semihosting.h"
#include "../../../port/private/record_file.h"

#define OPEN_WRITE_BINARY 5

static uintptr_t file;
static bool whole;

bool record_file_open(const char *path)
{
	uintptr_t length = 0;

	while (path[length])
		length++;
	uintptr_t block[3] = {(uintptr_t)path, OPEN_WRITE_BINARY, length};

	file = semihosting_call(SEMIHOSTING_OPEN, (uintptr_t)block);
	whole = file != UINTPTR_MAX;
	return whole;
}

void record_file_sink(void *context, uint64_t position, const char *bytes, size_t length)
{
	uintptr_t seek[2] = {file, (uintptr_t)position};
	uintptr_t block[3] = {file, (uintptr_t)bytes, length};

	(void)context;
	if (!whole)
		return;
	if (position == 0)
		semihosting_call(SEMIHOSTING_SEEK, (uintptr_t)seek);
	whole = semihosting_call(SEMIHOSTING_WRITE, (uintptr_t)block) == 0;
}

bool record_file_close(void)
{
	whole = whole && semihosting_call(SEMIHOSTING_CLOSE, (uintptr_t)&file) == 0;
	return whole;
}
