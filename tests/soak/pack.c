/* SPDX-License-Identifier: MIT
 * Host tool: packs traces (tests/traces, as text) into a C file.
 *
 *     pack ARENA name=file ... > traces.c        file is the uncompressed text
 *     pack ARENA                                 prints the arena in bytes, or what is wrong
 *
 * size.h has the rules of what is kept. The slot freed last is used first, so the packed form need
 * not name the slot of an allocation. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "size.h"

#define GONE UINT32_MAX

struct block {
	uint32_t slot; /* GONE: left out, or not live */
	uint32_t size;
};

struct trace {
	struct block *block; /* by the trace's ids */
	uint32_t ids;
	uint32_t *free_slots; /* a stack */
	uint32_t free_count;
	uint32_t fresh; /* slots ever used */
	uint32_t live;  /* bytes */
	uint32_t live_max;
	uint32_t operations;
	uint32_t left_out;
	size_t bytes; /* packed */
	size_t column;
};

/* What a whole trace needs. It is asked first, to decide whether to thin the trace. */
struct need {
	uint32_t peak;
	uint32_t blocks;
};

static void die(const char *about, const char *text)
{
	fprintf(stderr, "error: %s: %s\n", about, text);
	exit(2);
}

static void *table(size_t count, size_t size)
{
	void *made = calloc(count ? count : 1, size);

	if (!made)
		die("pack", "out of memory");
	return made;
}

static long parse_arena(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);
	long unit = *end == 'K' || *end == 'k' ? 1024 : *end == 'M' || *end == 'm' ? 1 << 20 : 1;

	if (unit > 1)
		end++;
	if (end == text || *end || *text < '0' || *text > '9')
		die(text, "ARENA is a number of bytes, or digits with K or M");
	if (value > SOAK_ARENA_MAX / unit || value * unit < SOAK_ARENA_MIN)
		die(text, "ARENA is 2K to 128M here");
	return value * unit;
}

static FILE *open_trace(const char *path, uint32_t *ids)
{
	FILE *file = fopen(path, "r");
	unsigned int header[4];

	if (!file)
		die(path, "cannot be read");
	for (int i = 0; i < 4; i++) {
		if (fscanf(file, "%u", &header[i]) != 1)
			die(path, "is not a trace: it does not begin with four numbers");
	}
	*ids = header[1];
	return file;
}

/* Skips what follows the size on its line: who asked, and when. An aligned request counts as a
 * plain one of its size. */
static int next_operation(const char *path, FILE *file, char *kind, uint32_t *id, uint32_t *size)
{
	char line[256];
	unsigned int i, s = 0;
	int read;

	do {
		if (!fgets(line, sizeof(line), file))
			return 0;
	} while (*line == '\n');
	*kind = *line;
	if (*kind == 'm')
		read = sscanf(line, "m %u %*u %u", &i, &s) == 2;
	else
		read = sscanf(line, "%*1[arf] %u %u", &i, &s) == (*kind == 'f' ? 1 : 2);
	if (!read)
		die(path, "has a line that is no operation of a trace");
	if (*kind == 'm')
		*kind = 'a';
	*id = i;
	*size = s;
	return 1;
}

static struct need measure(const char *path)
{
	struct need need = {0, 0};
	uint32_t ids, id, size, live = 0, blocks = 0;
	FILE *file = open_trace(path, &ids);
	uint32_t *sizes = table(ids, sizeof(*sizes));
	char kind;

	while (next_operation(path, file, &kind, &id, &size)) {
		if (id >= ids)
			die(path, "has an id that is out of range");
		blocks += kind == 'a';
		blocks -= kind == 'f';
		live += size - sizes[id];
		sizes[id] = size;
		need.peak = live > need.peak ? live : need.peak;
		need.blocks = blocks > need.blocks ? blocks : need.blocks;
	}
	free(sizes);
	fclose(file);
	return need;
}

static void put_byte(struct trace *trace, unsigned int byte)
{
	trace->column += (size_t)printf("%u,", byte);
	trace->bytes++;
	if (trace->column > 90) {
		putchar('\n');
		trace->column = 0;
	}
}

static void put_number(struct trace *trace, uint32_t value)
{
	for (; value > 127; value >>= 7)
		put_byte(trace, (value & 127) | 128);
	put_byte(trace, value);
}

static void emit_alloc(struct trace *trace, uint32_t id, uint32_t size, uint32_t bytes_max,
		       uint32_t slots_max)
{
	struct block *block = &trace->block[id];

	block->slot = GONE;
	block->size = 0;
	if (trace->live + size > bytes_max || (!trace->free_count && trace->fresh == slots_max)) {
		trace->left_out++;
		return;
	}
	block->slot = trace->free_count ? trace->free_slots[--trace->free_count] : trace->fresh++;
	block->size = size;
	trace->live += size;
	put_number(trace, size << 2 | PACKED_ALLOC);
	trace->operations++;
}

static void emit_free(struct trace *trace, uint32_t id)
{
	struct block *block = &trace->block[id];

	if (block->slot == GONE)
		return;
	put_number(trace, block->slot << 2 | PACKED_FREE);
	trace->operations++;
	trace->free_slots[trace->free_count++] = block->slot;
	trace->live -= block->size;
	block->slot = GONE;
}

static void emit_realloc(struct trace *trace, uint32_t id, uint32_t size, uint32_t bytes_max)
{
	struct block *block = &trace->block[id];

	if (block->slot == GONE)
		return;
	if (trace->live - block->size + size > bytes_max) {
		trace->left_out++;
		return;
	}
	put_number(trace, block->slot << 2 | PACKED_REALLOC);
	put_number(trace, size);
	trace->operations++;
	trace->live += size - block->size;
	block->size = size;
}

static struct trace pack(const char *path, uint32_t bytes_max, uint32_t slots_max, size_t room)
{
	struct trace trace = {0};
	uint32_t id, size;
	FILE *file = open_trace(path, &trace.ids);
	char kind;

	trace.block = table(trace.ids, sizeof(*trace.block));
	trace.free_slots = table(slots_max, sizeof(*trace.free_slots));
	for (uint32_t i = 0; i < trace.ids; i++)
		trace.block[i].slot = GONE;
	while (trace.bytes + 10 <= room && next_operation(path, file, &kind, &id, &size)) {
		if (kind == 'a')
			emit_alloc(&trace, id, size, bytes_max, slots_max);
		else if (kind == 'f')
			emit_free(&trace, id);
		else
			emit_realloc(&trace, id, size, bytes_max);
		trace.live_max = trace.live > trace.live_max ? trace.live : trace.live_max;
	}
	free(trace.block);
	free(trace.free_slots);
	trace.block = NULL;
	trace.free_slots = NULL;
	fclose(file);
	return trace;
}

static struct trace emit(const char *name, const char *path, long arena)
{
	struct need need = measure(path);
	uint32_t slots = (uint32_t)SOAK_TRACE_SLOTS_FOR(arena);
	uint32_t bytes = (uint32_t)SOAK_TRACE_THINNED(arena);
	struct trace trace;

	if (SOAK_TRACE_WHOLE((uint64_t)arena, (uint64_t)need.peak) && need.blocks <= slots)
		bytes = need.peak;
	printf("static const uint8_t %s[] = {\n", name);
	trace = pack(path, bytes, slots, (size_t)SOAK_TRACE_BYTES_FOR(arena));
	printf("};\n/* %s: %u operations, %u left out, %u slots, %u bytes live at most */\n\n",
	       name, trace.operations, trace.left_out, trace.fresh, trace.live_max);
	return trace;
}

static void emit_all(long arena, int count, char **files)
{
	struct trace *trace = table((size_t)count, sizeof(*trace));

	printf("/* Generated by tests/soak/pack.c */\n#include \"replay.h\"\n\n");
	printf("_Static_assert(TARN_ARENA_SIZE == %ld, \"packed for another ARENA\");\n\n", arena);
	for (int i = 0; i < count; i++) {
		char *path = strchr(files[i], '=');

		if (!path)
			die(files[i], "must be name=file");
		*path++ = 0;
		trace[i] = emit(files[i], path, arena);
	}
	printf("const struct trace soak_traces[] = {\n");
	for (int i = 0; i < count; i++)
		printf("\t{\"%s\", %s, %zu, %u, %u},\n", files[i], files[i], trace[i].bytes,
		       trace[i].fresh, trace[i].live_max);
	printf("};\nconst uint32_t soak_trace_count = %d;\n", count);
	free(trace);
}

int main(int argc, char **argv)
{
	long arena;

	if (argc < 2)
		die("pack", "usage: pack ARENA name=file ...");
	arena = parse_arena(argv[1]);
	if (argc == 2)
		printf("%ld\n", arena);
	else
		emit_all(arena, argc - 2, argv + 2);
	if (fflush(stdout) || ferror(stdout))
		die("pack", "cannot write");
	return 0;
}
