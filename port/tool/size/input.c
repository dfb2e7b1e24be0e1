/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void die(const char *about, const char *why)
{
	fprintf(stderr, "error: %s: %s\n", about, why);
	exit(1);
}

_Noreturn void input_no_memory(void)
{
	die("memory", "this machine has not enough");
}

void *input_memory(size_t count, size_t bytes)
{
	void *memory = calloc(count ? count : 1, bytes);

	if (!memory)
		input_no_memory();
	return memory;
}

/* Reads to the end, because xz tells damage only there, and damage explains other errors. */
static void refuse_damaged(const struct input *input)
{
	int status = 0;

	if (!input->unpacker)
		return;
	while (getc(input->file) != EOF)
		;
	if (waitpid(input->unpacker, &status, 0) == input->unpacker && status)
		die(input->name, "xz cannot unpack it");
}

_Noreturn void input_refuse(const struct input *input, const char *why)
{
	refuse_damaged(input);
	fprintf(stderr, "error: %s:%lu: %s\n", input->name, input->line, why);
	exit(1);
}

static FILE *unpack(struct input *input)
{
	int ends[2];

	if (pipe(ends))
		die(input->name, "cannot make a pipe to xz");
	input->unpacker = fork();
	if (input->unpacker < 0)
		die(input->name, "cannot start xz");
	if (input->unpacker == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execlp("xz", "xz", "-dcqq", "--", input->name, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	return fdopen(ends[0], "r");
}

void input_open(struct input *input, const char *name)
{
	size_t length = strlen(name);
	struct stat about;

	input->name = name;
	input->line = 0;
	input->unpacker = 0;
	if (strcmp(name, "-") == 0) {
		input->name = "standard input";
		input->file = stdin;
		return;
	}
	input->file = fopen(name, "r");
	if (!input->file)
		die(name, "cannot be opened");
	if (fstat(fileno(input->file), &about) == 0 && S_ISDIR(about.st_mode))
		die(name, "a folder, not a file");
	if (length > 3 && strcmp(name + length - 3, ".xz") == 0) {
		fclose(input->file);
		input->file = unpack(input);
	}
}

bool input_next(struct input *input)
{
	size_t length;

	if (!fgets(input->text, INPUT_LINE, input->file))
		return false;
	input->line++;
	length = strcspn(input->text, "\r\n");
	if (!input->text[length] && !feof(input->file)) {
		int c = getc(input->file); /* the rest of a long line */

		while (c != EOF && c != '\n')
			c = getc(input->file);
	}
	input->text[length] = 0;
	return true;
}

void input_close(struct input *input)
{
	refuse_damaged(input);
	fclose(input->file);
}

bool input_number(const char **text, uint32_t *value)
{
	const char *at = *text;
	uint64_t sum = 0;

	while (*at == ' ' || *at == '\t')
		at++;
	if (*at < '0' || *at > '9')
		return false;
	for (; *at >= '0' && *at <= '9'; at++) {
		sum = sum * 10 + (uint64_t)(*at - '0');
		if (sum > UINT32_MAX)
			return false;
	}
	*value = (uint32_t)sum;
	*text = at;
	return true;
}
