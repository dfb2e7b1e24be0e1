/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include "../../port/tool/ruler/histogram.h"
#include "print.h"

static struct histogram histogram[OPS];
static const char *row_config;
static const char *row_workload;
static uint32_t row_arena;

/* The build that measures windows uses the same memory, so only the other build prints it. */
#ifdef TARN_BENCH_WINDOW
#define OP_SUFFIX     "-window"
#define PRINTS_MEMORY false
uint32_t rows_count(struct ruler_call *call)
{
	window_longest(NULL);
	ruler(call);
	return window_longest(NULL);
}
#else
#define OP_SUFFIX     ""
#define PRINTS_MEMORY true
uint32_t rows_count(struct ruler_call *call)
{
	return ruler(call);
}
#endif

static const char *const op_name[OPS] = {
	[OP_MALLOC] = "malloc",
	[OP_MALLOC_POOL] = "malloc-pool",
	[OP_MALLOC_LARGER] = "malloc-larger",
	[OP_MALLOC_COMMONS] = "malloc-commons",
	[OP_MALLOC_FIRST] = "malloc-first",
	[OP_MALLOC_REFUSED] = "malloc-refused",
	[OP_FREE] = "free",
	[OP_FREE_POOL] = "free-pool",
	[OP_FREE_COMMONS] = "free-commons",
	[OP_REALLOC_STAY] = "realloc-stay",
	[OP_REALLOC_MOVE] = "realloc-move",
	[OP_REALLOC_REFUSED] = "realloc-refused",
	[OP_INIT] = "init",
};

static void clear(void)
{
	for (uint32_t op = 0; op < OPS; op++)
		histogram_clear(&histogram[op]);
}

void rows_of(const char *config, uint32_t arena, const char *workload)
{
	row_config = config;
	row_arena = arena;
	row_workload = workload;
	clear();
}

void rows_add(enum op op, uint32_t count)
{
	histogram_add(&histogram[op], count);
}

void rows_measure(enum op op, struct ruler_call *call)
{
	rows_add(op, rows_count(call));
}

static void print_cell(uint64_t value)
{
	print_char(',');
	print_u64(value);
}

static void print_head(const char *kind)
{
	print_text(kind);
	print_char(' ');
	print_text(adapter_name);
	print_char(',');
	print_text(row_config);
	print_cell(row_arena);
	print_char(',');
	print_text(row_workload);
	print_char(',');
}

static void print_row(const char *op, const struct histogram *row)
{
	print_head("T");
	print_text(op);
	print_text(OP_SUFFIX);
	print_cell(row->n);
	print_cell(row->min);
	print_cell(histogram_quantile(row, 500));
	print_cell(histogram_quantile(row, 999));
	print_cell(row->max);
	print_newline();
}

void rows_print(const char *other)
{
	for (uint32_t op = 0; op < OPS; op++) {
		if (histogram[op].n)
			print_row(op == OP_OTHER ? other : op_name[op], &histogram[op]);
	}
	clear();
}

void rows_memory(const char *metric, uint64_t value)
{
	if (!PRINTS_MEMORY)
		return;
	print_head("M");
	print_text(metric);
	print_cell(value);
	print_newline();
}

void rows_memory_percent(const char *metric, uint64_t part, uint64_t whole)
{
	if (!PRINTS_MEMORY)
		return;
	print_head("M");
	print_text(metric);
	print_char(',');
	print_milli(whole ? part * 100000 / whole : 0, 2);
	print_newline();
}
