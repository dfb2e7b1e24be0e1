/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "tarn.h"

/* The state of the reader. */
struct reader {
	struct input input;
	struct trace *trace;
	uint32_t *live; /* of each id: its size + 1; 0: not live */
	uint32_t bytes;
	uint32_t blocks;
};

static void end_of_line(struct reader *reader, const char *text)
{
	while (*text == ' ' || *text == '\t')
		text++;
	if (*text)
		input_refuse(&reader->input, "the line has more than its operation takes");
}

static uint32_t header_number(struct reader *reader)
{
	const char *text = reader->input.text;
	uint32_t value;

	if (!input_next(&reader->input)) {
		reader->input.line++;
		input_refuse(&reader->input,
			     reader->input.line == 1
				     ? "the file is empty"
				     : "the file was cut off: the header has four lines");
	}
	if (!input_number(&text, &value))
		input_refuse(&reader->input,
			     "this line of the header must be a number; `?` means that the "
			     "recording was cut off (port/tool/record/README.md repairs it)");
	end_of_line(reader, text);
	return value;
}

static void read_header(struct reader *reader)
{
	struct trace *trace = reader->trace;

	header_number(reader);
	trace->ids = header_number(reader);
	trace->operations = header_number(reader);
	header_number(reader);
	if (!trace->operations)
		input_refuse(&reader->input, "the trace has no operations");
	if (trace->ids > trace->operations)
		input_refuse(&reader->input, "the header has more ids than operations");
}

/* ---- Operations ---------------------------------------------------------------------------- */

/* Reads a number, or says that it is `missing`, or what it has to be. */
static void read_number(struct reader *reader, const char **text, uint32_t *number,
			const char *missing, const char *must)
{
	if (input_number(text, number))
		return;
	while (isspace((unsigned char)**text))
		++*text;
	input_refuse(&reader->input, **text ? must : missing);
}

static void read_size(struct reader *reader, const char **text, uint32_t *size)
{
	read_number(reader, text, size, "a size is missing",
		    "the size must be a number from 0 to 134217728");
	if (*size > TARN_ARENA_MAX)
		input_refuse(&reader->input, "the size is larger than 128 MiB");
}

static void read_align(struct reader *reader, const char **text, uint32_t *align)
{
	if (!input_number(text, align) || !*align || (*align & (*align - 1)))
		input_refuse(&reader->input, "the alignment must be a power of two");
	if (*align > TARN_ALIGN && *align > reader->trace->align)
		reader->trace->align = *align;
}

/* Reads 0x and up to 16 digits, or a decimal number of 32 bits. */
static bool read_address(const char **text, uint64_t *value)
{
	const char *digit;
	uint32_t decimal;
	char *end;

	while (**text == ' ' || **text == '\t')
		++*text;
	if ((*text)[0] != '0' || (*text)[1] != 'x') {
		if (!input_number(text, &decimal))
			return false;
		*value = decimal;
		return true;
	}
	digit = *text + 2;
	*value = strtoull(digit, &end, 16);
	if (!isxdigit((unsigned char)*digit) || end - digit > 16)
		return false;
	*text = end;
	return true;
}

static bool more(const char *text)
{
	return text[strspn(text, " \t")] != 0;
}

/* Reads what may follow a size, for origin.py: the caller, the time (which is not used) and the
 * tag. */
static void read_origin(struct reader *reader, const char **text)
{
	struct trace *trace = reader->trace;
	uint64_t caller;
	uint32_t time;
	uint32_t tag;

	if (!more(*text))
		return;
	if (!read_address(text, &caller))
		input_refuse(&reader->input, "the caller must be an address, such as 0x0800123c");
	if (more(*text) && !input_number(text, &time))
		input_refuse(&reader->input, "the time must be a number of at most 32 bits");
	if (more(*text)) {
		if (!input_number(text, &tag) || tag > TRACE_TAG_MAX)
			input_refuse(&reader->input, "the tag must be a number of at most 255");
		if (!trace->tags || tag > trace->tags)
			trace->tags = tag ? tag : 1;
	}
}

static void parse(struct reader *reader, uint32_t index)
{
	struct trace_operation *operation = &reader->trace->operation[index];
	const char *text = reader->input.text;

	operation->what = *text;
	if (!*text)
		input_refuse(&reader->input, "the line is empty");
	text++;
	if (operation->what != 'a' && operation->what != 'm' && operation->what != 'r' &&
	    operation->what != 'f')
		input_refuse(&reader->input, "unknown operation; there are a, m, r and f");
	read_number(reader, &text, &operation->id, "an id is missing",
		    "the id must be a number, 0 or more");
	if (operation->id >= reader->trace->ids)
		input_refuse(&reader->input, "the id is above those that the header announces");
	if (operation->what == 'm')
		read_align(reader, &text, &operation->align);
	if (operation->what != 'f') {
		read_size(reader, &text, &operation->size);
		read_origin(reader, &text);
	}
	end_of_line(reader, text);
}

static void count_live(struct reader *reader, const struct trace_operation *operation)
{
	uint32_t *of = &reader->live[operation->id];
	bool fresh = operation->what == 'a' || operation->what == 'm';

	if (fresh == (*of != 0))
		input_refuse(&reader->input, *of ? "the id is live already" : "the id is not live");
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
	if (reader->bytes > TARN_ARENA_MAX)
		input_refuse(&reader->input, "more than 128 MiB are live");
	if (reader->bytes > reader->trace->peak)
		reader->trace->peak = reader->bytes;
	if (reader->blocks > reader->trace->blocks)
		reader->trace->blocks = reader->blocks;
}

static void read_operations(struct reader *reader)
{
	struct trace *trace = reader->trace;

	for (uint32_t i = 0; i < trace->operations; i++) {
		if (!input_next(&reader->input)) {
			reader->input.line++;
			input_refuse(&reader->input,
				     "the file was cut off: the header announces more operations");
		}
		parse(reader, i);
		count_live(reader, &trace->operation[i]);
	}
	if (input_next(&reader->input))
		input_refuse(&reader->input, "the header announces fewer operations");
}

void trace_read(struct trace *trace, const char *file)
{
	struct reader reader = {.trace = trace};

	*trace = (struct trace){.name = file};
	input_open(&reader.input, file);
	read_header(&reader);
	trace->operation = input_memory(trace->operations, sizeof(*trace->operation));
	reader.live = input_memory(trace->ids, sizeof(*reader.live));
	read_operations(&reader);
	input_close(&reader.input);
	free(reader.live);
}
