/* SPDX-License-Identifier: MIT */
#include "counters.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"

#define DIGITS  "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* The state of the reader: between reports, or inside one. */
struct log {
	struct input input;
	struct counters *counters;
	bool inside;
	bool first;     /* this report is the first of all */
	uint32_t index; /* the class that must come next */
	uint64_t pools; /* bytes of the classes so far */
	bool found;     /* a report or an object pool in this file */
};

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* The value of ` name=number`. A value of more than 32 bits, as `refused` may be, counts as
 * UINT32_MAX. */
static uint32_t field(const struct log *log, const char *line, const char *name)
{
	size_t length = strlen(name);
	char why[64];

	for (const char *at = strchr(line, ' '); at; at = strchr(at, ' ')) {
		unsigned long long value;
		char *end;

		at++;
		if (strncmp(at, name, length) != 0 || at[length] != '=')
			continue;
		at += length + 1;
		value = strtoull(at, &end, 10);
		if (*at >= '0' && *at <= '9' && (!*end || *end == ' '))
			return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
		break;
	}
	snprintf(why, sizeof(why), "this line of a report has no number %s=", name);
	input_refuse(&log->input, why);
}

/* What stands after `word` and a number; NULL: they do not stand here. */
static const char *after(const char *text, const char *word)
{
	size_t length = strlen(word);
	size_t digits = strncmp(text, word, length) == 0 ? strspn(text + length, DIGITS) : 0;

	return digits ? text + length + digits : NULL;
}

/* Reads a name as text_name() writes it (pool/using.md, Names). Returns what stands after it;
 * NULL: no name stands here. */
static const char *name_read(const char *text, char *name)
{
	if (*text != '"') {
		size_t length = strspn(text, LETTERS DIGITS "_-.");

		memcpy(name, text, length);
		name[length] = 0;
		return length ? text + length : NULL;
	}
	for (text++; *text && *text != '"'; text++) {
		char code[3] = "";

		if (strncmp(text, "\\x", 2) == 0 && strspn(text + 2, DIGITS "abcdef") >= 2) {
			memcpy(code, text + 2, 2);
			*name++ = (char)strtol(code, NULL, 16);
			text += 3;
			continue;
		}
		text += *text == '\\' && text[1];
		*name++ = *text;
	}
	*name = 0;
	return *text ? text + 1 : NULL;
}

/* Reads the name of an object pool. In release 1.0 names were not quoted: such a one ends at the
 * last ` size=` with a ` slot=` after it. */
static const char *object_name(const char *text, char *name)
{
	const char *rest = name_read(text, name);
	const char *last = NULL;

	if (rest && after(rest, " size="))
		return rest;
	for (rest = strstr(text, " size="); rest; rest = strstr(rest + 1, " size=")) {
		const char *slot = after(rest, " size=");

		if (slot && after(slot, " slot="))
			last = rest;
	}
	if (last) {
		memcpy(name, text, (size_t)(last - text));
		name[last - text] = 0;
	}
	return last;
}

static void read_heap(struct log *log, const char *line)
{
	uint32_t arena = field(log, line, "arena");

	if (log->inside)
		input_refuse(&log->input, "the report before this one was cut off");
	field(log, line, "peak");
	if (arena > TARN_ARENA_MAX)
		input_refuse(&log->input, "the arena is larger than 128 MiB");
	log->first = !log->counters->reports;
	if (!log->first && arena != log->counters->arena)
		input_refuse(&log->input, "a report of another heap: its arena differs from the "
					  "first one's");
	log->counters->arena = arena;
	log->inside = true;
	log->index = 0;
	log->pools = 0;
}

static void merge(struct log *log, const struct counters_class *read)
{
	struct counters_class *class = &log->counters->class[log->index];

	if (!log->first && (class->size != read->size || class->capacity != read->capacity))
		input_refuse(&log->input, "a report of another heap: its table differs from the "
					  "first one's");
	class->size = read->size;
	class->capacity = read->capacity;
	class->peak = larger(class->peak, read->peak);
	class->refused = larger(class->refused, read->refused);
}

/* Refuses counts that no heap can have. */
static void judge(struct log *log, const struct counters_class *read, bool commons)
{
	uint32_t below = log->index ? log->counters->class[log->index - 1].size : 0;

	log->pools += commons ? read->capacity : (uint64_t)read->size * read->capacity;
	if (!commons && read->size % TARN_ALIGN)
		input_refuse(&log->input, TARN_ALIGN == 8
						  ? "the size of a class must be a multiple of 8"
						  : "the size of a class must be a multiple of 16");
	if (!commons && read->size <= below)
		input_refuse(&log->input, "the class must be larger than the one before it");
	if (read->peak > read->capacity)
		input_refuse(&log->input, "the peak is larger than the capacity");
	if (log->pools > log->counters->arena)
		input_refuse(&log->input, "the classes up to here are larger than the arena");
}

static void read_class(struct log *log, const char *line, bool commons)
{
	struct counters_class class = {
		field(log, line, "size"),
		field(log, line, "capacity"),
		field(log, line, "peak"),
		field(log, line, "refused"),
	};
	const char *text = strchr(line, ' ');
	uint32_t number = UINT32_MAX;

	input_number(&text, &number);
	field(log, line, "live");
	if (!log->inside)
		input_refuse(&log->input, "the line of a class has no line of a heap before it");
	if (number != log->index || number > TARN_CLASSES_MAX || (!commons && !class.size) ||
	    (!log->first && commons != (number == log->counters->classes)))
		input_refuse(&log->input, "the line of a class is out of order");
	judge(log, &class, commons);
	merge(log, &class);
	log->index++;
	if (!commons)
		return;
	log->counters->classes = number;
	log->counters->reports++;
	log->found = true;
	log->inside = false;
}

/* Is it the pool of this line? `record` is 0 in a log of release 1.0. In another file a
 * pool may have another address: there, pools of one name are told apart by their order. */
static bool same_pool(const struct log *log, const struct counters_object *object,
		      const struct counters_object *read)
{
	bool here = object->file == log->input.name;

	return strcmp(object->name, read->name) == 0 && object->size == read->size &&
	       object->slot == read->slot && (!here || object->record == read->record);
}

static struct counters_object *object_of(struct log *log, const struct counters_object *read)
{
	struct counters *counters = log->counters;
	struct counters_object *object = counters->object;
	struct counters_object *end = object + counters->objects;
	struct counters_object *other = NULL;

	for (; object < end; object++) {
		if (same_pool(log, object, read) && object->record == read->record)
			return object;
		if (same_pool(log, object, read) && !other)
			other = object;
	}
	if (other)
		return other;
	if (counters->objects == COUNTERS_OBJECTS_MAX)
		input_refuse(&log->input, "there are more than 1024 object pools");
	counters->objects++;
	object->name = input_memory(strlen(read->name) + 1, 1);
	strcpy(object->name, read->name);
	return object;
}

static void read_object(struct log *log, const char *line, char *name)
{
	const char *record = strstr(line, " record=0x");
	struct counters_object read = {.name = name};
	struct counters_object *object;

	read.size = field(log, line, "size");
	read.slot = field(log, line, "slot");
	read.record = record ? strtoull(record + 8, NULL, 16) : 0;
	object = object_of(log, &read);
	log->found = true;
	object->lines = object->file == log->input.name ? object->lines + 1 : 1;
	object->file = log->input.name;
	object->record = read.record;
	object->size = read.size;
	object->slot = read.slot;
	object->capacity = larger(object->capacity, field(log, line, "capacity"));
	object->maximum = larger(object->maximum, field(log, line, "maximum"));
	object->peak = larger(object->peak, field(log, line, "peak"));
	object->refused = larger(object->refused, field(log, line, "refused"));
	object->robbed = larger(object->robbed, field(log, line, "robbed"));
}

/* Reads the report in a line, if there is one. Other text may stand before it. What is quoted is
 * no report. */
static void read_line(struct log *log, const char *line)
{
	char name[INPUT_LINE];

	for (const char *at = line, *rest; *at; at++) {
		if (*at == '"' && (rest = name_read(at, name)))
			at = rest - 1;
		else if (strncmp(at, "heap arena=", 11) == 0)
			return read_heap(log, at);
		else if ((rest = after(at, "class ")) && after(rest, " size="))
			return read_class(log, at, false);
		else if ((rest = after(at, "commons ")) && after(rest, " size="))
			return read_class(log, at, true);
		else if (strncmp(at, "objects ", 8) == 0 && (rest = object_name(at + 8, name)))
			return read_object(log, rest, name);
	}
}

void counters_read(struct counters *counters, const char *file)
{
	struct log log = {.counters = counters};

	input_open(&log.input, file);
	while (input_next(&log.input))
		read_line(&log, log.input.text);
	if (log.inside)
		input_refuse(&log.input, "the last report was cut off");
	if (!log.input.line++)
		input_refuse(&log.input, "the file is empty");
	log.input.line--;
	if (!log.found)
		input_refuse(&log.input,
			     "the file has no line of tarn_report() or tarn_object_report()");
	input_close(&log.input);
}

/* ---- Tables -------------------------------------------------------------------------------- */

static void join_cheapest(struct plan *plan)
{
	uint64_t least = UINT64_MAX;
	uint32_t which = 0;

	for (uint32_t i = 0; i + 1 < plan->classes; i++) {
		uint64_t bytes = (uint64_t)plan->class[i].blocks *
				 (plan->class[i + 1].size - plan->class[i].size);

		if (bytes < least) {
			least = bytes;
			which = i;
		}
	}
	plan->class[which + 1].blocks += plan->class[which].blocks;
	plan->classes--;
	for (uint32_t i = which; i < plan->classes; i++)
		plan->class[i] = plan->class[i + 1];
}

void counters_plan(const struct counters *counters, uint32_t most, struct plan *plan)
{
	plan->classes = 0;
	for (uint32_t i = 0; i < counters->classes; i++) {
		const struct counters_class *class = &counters->class[i];

		if (class->peak)
			plan->class[plan->classes++] = (struct tarn_class){
				.size = class->size,
				.blocks = class->peak,
				.overflow = TARN_TO_COMMONS,
			};
	}
	while (plan->classes > most)
		join_cheapest(plan);
}

/* The class for a size; the number of classes if the size is too large. */
static uint32_t holding(const struct plan *plan, uint32_t size)
{
	uint32_t index = 0;

	while (index < plan->classes && plan->class[index].size < size)
		index++;
	return index;
}

/* The blocks that the counters need in each class of a plan; the last: in no class. */
static void wanted(const struct counters *counters, const struct plan *plan, uint32_t *blocks)
{
	memset(blocks, 0, (TARN_CLASSES_MAX + 1) * sizeof(*blocks));
	for (uint32_t i = 0; i < counters->classes; i++)
		blocks[holding(plan, counters->class[i].size)] += counters->class[i].peak;
}

void counters_raise(const struct counters *counters, struct plan *plan)
{
	uint32_t blocks[TARN_CLASSES_MAX + 1];

	for (uint32_t i = 0; plan->classes && i < counters->classes; i++) {
		uint32_t size = counters->class[i].size;

		if (counters->class[i].peak && size > plan->class[plan->classes - 1].size)
			plan->class[plan->classes - 1].size = size;
	}
	wanted(counters, plan, blocks);
	for (uint32_t i = 0; i < plan->classes; i++)
		plan->class[i].blocks = larger(plan->class[i].blocks, blocks[i]);
}

uint64_t counters_commons(const struct counters *counters, const struct plan *plan)
{
	uint32_t blocks[TARN_CLASSES_MAX + 1];
	uint64_t bytes = counters->class[counters->classes].peak;

	wanted(counters, plan, blocks);
	for (uint32_t i = 0; i < counters->classes; i++) {
		uint32_t index = holding(plan, counters->class[i].size);

		if (index == plan->classes)
			bytes += (uint64_t)counters->class[i].peak * counters->class[i].size;
	}
	for (uint32_t i = 0; i < plan->classes; i++) {
		if (blocks[i] > plan->class[i].blocks)
			bytes +=
				(uint64_t)(blocks[i] - plan->class[i].blocks) * plan->class[i].size;
	}
	return bytes;
}
