/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "trace.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tarn.h"

#define NO_TAG UINT32_MAX

/* The state of the reader. */
struct reader {
	struct trace *trace;
	FILE *file;
	bool packed;
	uint32_t line;
	char text[256];
	uint32_t *live; /* of each id: its size + 1; 0: not live */
	uint32_t bytes;
	uint32_t blocks;
};

static _Noreturn void die(const char *about, const char *why)
{
	fprintf(stderr, "error: %s: %s\n", about, why);
	exit(1);
}

void *zeroed(size_t count, size_t bytes)
{
	void *memory = calloc(count ? count : 1, bytes);

	if (!memory)
		die("memory", "this machine has not enough");
	return memory;
}

static void open_file(struct reader *reader, const char *name)
{
	size_t length = strlen(name);
	char command[4096];

	reader->packed = length > 3 && strcmp(name + length - 3, ".xz") == 0;
	if (strcmp(name, "-") == 0) {
		reader->file = stdin;
	} else if (!reader->packed) {
		reader->file = fopen(name, "r");
	} else if (!strchr(name, '\'') && length < sizeof(command) - 20) {
		snprintf(command, sizeof(command), "xz -dcqq -- '%s'", name);
		reader->file = popen(command, "r");
	}
	if (!reader->file)
		die(name, "cannot be opened");
}

/* Reads to the end, because xz tells damage only there, and damage explains other errors. */
static void close_file(struct reader *reader)
{
	while (getc(reader->file) != EOF)
		;
	if (reader->packed ? pclose(reader->file) : fclose(reader->file))
		die(reader->trace->name, "xz cannot unpack it");
}

/* Refuses the last line, unless it holds what it must. */
static void need(struct reader *reader, bool sound)
{
	if (sound)
		return;
	close_file(reader);
	fprintf(stderr, "error: %s:%u: not a line of a sound trace\n", reader->trace->name,
		reader->line);
	exit(1);
}

static const char *next_line(struct reader *reader)
{
	reader->line++;
	need(reader, fgets(reader->text, sizeof(reader->text), reader->file));
	return reader->text;
}

static uint32_t header_number(struct reader *reader)
{
	uint32_t value;
	char more;

	need(reader, sscanf(next_line(reader), "%u %c", &value, &more) == 1);
	return value;
}

/* After the size may follow the caller and the time, which are not used, and the tag. */
static bool parse(const char *text, struct trace_operation *operation, uint32_t *tag)
{
	*operation = (struct trace_operation){.what = *text};
	switch (operation->what) {
	case 'a':
	case 'r':
		return sscanf(text + 1, "%u %u %*s %*s %u", &operation->id, &operation->size,
			      tag) >= 2;
	case 'm':
		return sscanf(text + 1, "%u %u %u %*s %*s %u", &operation->id, &operation->align,
			      &operation->size, tag) >= 3 &&
		       operation->align && !(operation->align & (operation->align - 1));
	case 'f':
		return sscanf(text + 1, "%u", &operation->id) == 1;
	default:
		return false;
	}
}

static void count_live(struct reader *reader, const struct trace_operation *operation)
{
	struct trace *trace = reader->trace;
	uint32_t *of = &reader->live[operation->id];
	bool fresh = operation->what == 'a' || operation->what == 'm';

	need(reader, fresh == (*of == 0));
	if (*of) {
		reader->bytes -= *of - 1;
		reader->blocks--;
	}
	*of = 0;
	if (operation->what == 'f')
		return;
	*of = operation->size + 1;
	reader->bytes += operation->size;
	reader->blocks++;
	need(reader, reader->bytes <= TARN_ARENA_MAX);
	if (reader->bytes > trace->peak) {
		trace->peak = reader->bytes;
		trace->peak_at = (uint32_t)(operation - trace->operation);
	}
	if (reader->blocks > trace->blocks)
		trace->blocks = reader->blocks;
}

static void read_operation(struct reader *reader, struct trace_operation *operation)
{
	struct trace *trace = reader->trace;
	uint32_t tag = NO_TAG;

	need(reader, parse(next_line(reader), operation, &tag) && operation->id < trace->ids &&
			     operation->size <= TARN_ARENA_MAX);
	if (tag != NO_TAG && (tag ? tag : 1) > trace->tags)
		trace->tags = tag ? tag : 1;
	if (operation->align > TARN_ALIGN && operation->align > trace->align)
		trace->align = operation->align;
	count_live(reader, operation);
}

void trace_read(struct trace *trace, const char *file)
{
	struct reader reader = {.trace = trace};

	*trace = (struct trace){.name = file};
	open_file(&reader, file);
	header_number(&reader);
	trace->ids = header_number(&reader);
	trace->operations = header_number(&reader);
	header_number(&reader);
	need(&reader, trace->operations && trace->ids <= trace->operations);
	trace->operation = zeroed(trace->operations, sizeof(*trace->operation));
	reader.live = zeroed(trace->ids, sizeof(*reader.live));
	for (uint32_t i = 0; i < trace->operations; i++)
		read_operation(&reader, &trace->operation[i]);
	reader.line++;
	need(&reader, getc(reader.file) == EOF);
	close_file(&reader);
	free(reader.live);
}
