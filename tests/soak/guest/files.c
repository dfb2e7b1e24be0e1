/* SPDX-License-Identifier: MIT */
#include "files.h"

#ifdef PORT_SEMIHOSTING

#include "../../../boards/chip/semihosting/semihosting.h"

#define OPEN_READ 1 /* binary */

static uintptr_t open_file(const char *name)
{
	uintptr_t length = 0;
	uintptr_t block[3];

	if (!port_console()->semihosting)
		return 0;
	while (name[length])
		length++;
	block[0] = (uintptr_t)name;
	block[1] = OPEN_READ;
	block[2] = length;
	return semihosting_call(SEMIHOSTING_OPEN, (uintptr_t)block) + 1;
}

static void close_file(uintptr_t handle)
{
	uintptr_t block[1] = {handle - 1};

	semihosting_call(SEMIHOSTING_CLOSE, (uintptr_t)block);
}

/* The call returns how many bytes it did not read. */
static uint32_t read_file(struct file *file)
{
	uintptr_t block[3] = {file->handle - 1, (uintptr_t)file->bytes, sizeof(file->bytes)};
	uintptr_t left = semihosting_call(SEMIHOSTING_READ, (uintptr_t)block);

	return left > sizeof(file->bytes) ? 0 : (uint32_t)(sizeof(file->bytes) - left);
}

#elif defined(PORT_BARE_METAL)

/* There is only a console, and no file has any name. */
static uintptr_t open_file(const char *name)
{
	(void)name;
	return 0;
}

static void close_file(uintptr_t handle)
{
	(void)handle;
}

static uint32_t read_file(struct file *file)
{
	(void)file;
	return 0;
}

#else

#include <stdio.h>

static uintptr_t open_file(const char *name)
{
	return (uintptr_t)fopen(name, "rb");
}

static void close_file(uintptr_t handle)
{
	fclose((FILE *)handle);
}

static uint32_t read_file(struct file *file)
{
	return (uint32_t)fread(file->bytes, 1, sizeof(file->bytes), (FILE *)file->handle);
}

#endif

bool file_open(struct file *file, const char *name)
{
	file->next = file->filled = 0;
	file->handle = open_file(name);
	return file->handle != 0;
}

int file_next(struct file *file)
{
	if (file->next == file->filled) {
		file->next = 0;
		file->filled = read_file(file);
		if (!file->filled)
			return -1;
	}
	return file->bytes[file->next++];
}

void file_close(struct file *file)
{
	close_file(file->handle);
}

/* The file is closed again: a run of days must not use up the machine's open files. */
bool file_is_there(const char *name)
{
	uintptr_t handle = open_file(name);

	if (handle)
		close_file(handle);
	return handle != 0;
}
