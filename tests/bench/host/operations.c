/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "operations.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../load.h"
#include "args.h"

#define MAGIC     UINT32_C(0x6e726174)
#define FILL_SEED 88172645u /* as on the boards: memory.c */
#define COUNT_MAX (UINT32_C(64) << 20)

static struct operations head = {.magic = MAGIC};
static struct trace_operation *list;
static uint32_t *live; /* of each id: bytes + 1, or 0 */

static void put(char what, uint32_t id, uint32_t size)
{
	if (head.count == COUNT_MAX)
		args_refuse("operations", "more than 64 Mi");
	list[head.count++] = (struct trace_operation){.what = what, .id = id, .size = size};
	if (live[id])
		head.end -= live[id] - 1;
	live[id] = what == 'f' ? 0 : size + 1;
	if (what != 'f')
		head.end += size;
	if (head.end > head.peak)
		head.peak = head.end;
	if (id >= head.ids)
		head.ids = id + 1;
}

static void churn(enum load_kind kind, uint32_t arena, uint32_t draws)
{
	struct load load;

	load_start(&load, kind, arena);
	for (uint32_t i = 0; i < draws; i++) {
		struct load_draw draw = load_next(&load);
		bool full = live[draw.slot];

		if (i == LOAD_WARM_UP)
			head.warm_up = head.count;
		if (full && !draw.again)
			put('f', draw.slot, 0);
		if (!full || kind == LOAD_W1 || draw.again)
			put(full && draw.again ? 'r' : 'a', draw.slot, draw.size);
	}
	head.ids = load.slots;
}

/* Allocates until `arena` bytes are live, because no allocation fails here. */
static void fill(uint32_t arena)
{
	uint32_t state = FILL_SEED;

	while (head.end < arena)
		put('a', head.ids, load_size(LOAD_W3, &state));
}

static void read_trace(void)
{
	struct trace trace;

	trace_read(&trace, "-");
	if (trace.align)
		args_refuse("write", "a trace without aligned requests");
	for (uint32_t i = 0; i < trace.operations; i++) {
		const struct trace_operation *operation = &trace.operation[i];

		put(operation->what == 'm' ? 'a' : operation->what, operation->id, operation->size);
	}
}

static enum load_kind load_named(const char *name)
{
	for (uint32_t kind = 0; kind < LOAD_KINDS; kind++) {
		if (text_equal(name, load_name((enum load_kind)kind)))
			return (enum load_kind)kind;
	}
	args_refuse("write", "W1, W2, W3, W3R, fresh, churned or trace");
}

void operations_write(const char *name, uint32_t arena, uint32_t draws)
{
	list = operations_memory(COUNT_MAX * sizeof(*list));
	live = operations_memory(COUNT_MAX * sizeof(*live));
	if (text_equal(name, "trace")) {
		read_trace();
	} else if (text_equal(name, "fresh")) {
		fill(arena);
	} else if (text_equal(name, "churned")) {
		churn(LOAD_W3, arena, LOAD_WARM_UP + draws);
		fill(arena);
	} else {
		churn(load_named(name), arena, LOAD_WARM_UP + draws);
	}
	if (fwrite(&head, sizeof(head), 1, stdout) != 1 ||
	    fwrite(list, sizeof(*list), head.count, stdout) != head.count || fflush(stdout))
		args_refuse("write", "standard output does not take it");
}

const struct operations *operations_map(const char *path)
{
	int file = open(path, O_RDONLY);
	const struct operations *operations;
	struct stat facts;

	if (file < 0 || fstat(file, &facts) || facts.st_size < (off_t)sizeof(*operations))
		args_refuse("operations", "no such file, or too short");
	operations = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (operations == MAP_FAILED || operations->magic != MAGIC ||
	    facts.st_size != (off_t)(sizeof(*operations) +
				     operations->count * sizeof(operations->operation[0])))
		args_refuse("operations", "not a file that write= wrote");
	return operations;
}

void *operations_memory(uint64_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		args_refuse("memory", "the system has no more");
	return memory;
}
