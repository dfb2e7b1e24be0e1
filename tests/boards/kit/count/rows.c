/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include "../../../../port/tool/ruler/histogram.h"
#include "print.h"
#include "wanted.h"

static struct histogram histogram;
static enum op wanted;
static enum op kept;
static const char *row_config;
static const char *row_workload;

void rows_want(enum op op)
{
	wanted = op;
}

void rows_of(const char *config, uint32_t arena, const char *workload)
{
	(void)arena;
	row_config = config;
	row_workload = workload;
	histogram_clear(&histogram);
}

uint32_t rows_count(struct ruler_call *call)
{
	return ruler(call);
}

void rows_add(enum op op, uint32_t count)
{
	if (op != wanted && !(wanted == OP_MALLOC && op == OP_MALLOC_FIRST))
		return;
	kept = op;
	histogram_add(&histogram, count);
}

void rows_measure(enum op op, struct ruler_call *call)
{
	rows_add(op, ruler(call));
}

static void field(const char *name, uint32_t value)
{
	print_text(name);
	print_u64(value);
}

void rows_print(const char *other)
{
	if (other || !histogram.n)
		return;
	print_text("cycles: ");
	print_text(row_config);
	print_char(' ');
	print_text(row_workload);
	print_text(kept == OP_FREE ? " free" : kept == OP_MALLOC ? " malloc" : " malloc-first");
	field(" calls ", histogram.n);
	field(" median ", histogram_quantile(&histogram, 500));
	field(" p99.9 ", histogram_quantile(&histogram, 999));
	field(" worst ", histogram.max);
	print_newline();
	histogram_clear(&histogram);
}

/* Memory is the same under an emulator. */
void rows_memory(const char *metric, uint64_t value)
{
	(void)metric, (void)value;
}

void rows_memory_percent(const char *metric, uint64_t part, uint64_t whole)
{
	(void)metric, (void)part, (void)whole;
}
