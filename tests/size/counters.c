/* SPDX-License-Identifier: MIT */
#include "counters.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"

/* The state of the reader: between reports, or inside one. */
struct log {
	struct input input;
	struct counters *counters;
	bool inside;
	bool first;      /* this report is the first of all */
	uint32_t index;  /* the class that must come next */
	uint64_t pools;  /* bytes of the classes so far */
	uint32_t before; /* reports and objects before this file */
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

/* The part of the line that begins with `word`, a number or a name, and ` size=`. NULL if there is
 * none. */
static const char *find(const char *line, const char *word, bool numbered)
{
	for (const char *at = strstr(line, word); at; at = strstr(at + 1, word)) {
		const char *name = at + strlen(word);
		size_t length = strspn(name, numbered ? "0123456789"
						      : "abcdefghijklmnopqrstuvwxyz_0123456789"
							"ABCDEFGHIJKLMNOPQRSTUVWXYZ");

		if (length && strncmp(name + length, " size=", 6) == 0)
			return at;
	}
	return NULL;
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
	log->inside = false;
}

static struct counters_object *object_named(struct log *log, const char *name, size_t length)
{
	struct counters *counters = log->counters;
	struct counters_object *object = counters->object;

	for (uint32_t i = 0; i < counters->objects; i++, object++) {
		if (strlen(object->name) == length && memcmp(object->name, name, length) == 0)
			return object;
	}
	if (counters->objects == COUNTERS_OBJECTS_MAX || length >= COUNTERS_NAME_MAX)
		input_refuse(&log->input,
			     "there are more than 64 object pools, or the name has more "
			     "than 63 letters");
	counters->objects++;
	memcpy(object->name, name, length);
	return object;
}

static void read_object(struct log *log, const char *line)
{
	const char *name = strchr(line, ' ') + 1;
	struct counters_object *object = object_named(log, name, strcspn(name, " "));

	object->slot = field(log, line, "slot");
	object->capacity = larger(object->capacity, field(log, line, "capacity"));
	object->maximum = larger(object->maximum, field(log, line, "maximum"));
	object->peak = larger(object->peak, field(log, line, "peak"));
	object->refused = larger(object->refused, field(log, line, "refused"));
	object->robbed = larger(object->robbed, field(log, line, "robbed"));
}

void counters_read(struct counters *counters, const char *file)
{
	struct log log = {.counters = counters};

	input_open(&log.input, file);
	log.before = counters->reports + counters->objects;
	while (input_next(&log.input)) {
		const char *text = log.input.text;
		const char *line;

		if ((line = strstr(text, "heap arena=")))
			read_heap(&log, line);
		else if ((line = find(text, "class ", true)))
			read_class(&log, line, false);
		else if ((line = find(text, "commons ", true)))
			read_class(&log, line, true);
		else if ((line = find(text, "objects ", false)))
			read_object(&log, line);
	}
	if (log.inside)
		input_refuse(&log.input, "the last report was cut off");
	if (!log.input.line++)
		input_refuse(&log.input, "the file is empty");
	log.input.line--;
	if (counters->reports + counters->objects == log.before)
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
