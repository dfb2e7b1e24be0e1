/* SPDX-License-Identifier: MIT
 * What does each call of a trace cost with a table, in instructions? QEMU's loader puts the trace
 * (pack.h) after the arena. This program replays it with the ruler of tests/bench around each call.
 *   arena=ADDRESS   the arena, in RAM
 *   pack=ADDRESS    the trace, followed by a word of RAM for each id
 * Prints `op n mean median p999 max` for malloc, free and realloc, with the mean in thousandths,
 * and `complete`. */
#include "pack.h"
#include "args.h"
#include "../../ruler/histogram.h"
#include "print.h"
#include "../../ruler/ruler.h"
#include "tarn.h"

enum { MALLOC, FREE, REALLOC, OPS };

static struct tarn_heap heap;
static struct tarn_class class[TARN_CLASSES_MAX];
static uint8_t map[TARN_MAP_ENTRIES];
static struct histogram histogram[OPS];
static uint64_t sum[OPS];

static _Noreturn void refuse(const char *why)
{
	args_refuse("pack", why);
}

static const struct pack_operation *start(const struct pack_header *header, void *arena)
{
	static struct tarn_table table = {class, map, 0};
	const struct pack_class *read = (const struct pack_class *)(header + 1);

	if (header->magic != PACK_MAGIC || header->classes > TARN_CLASSES_MAX)
		refuse("no packed trace there");
	if (header->build != TARN_BUILD_ID)
		refuse("the packed trace was made with another tarn_config.h");
	for (uint32_t i = 0; i < header->classes; i++, read++) {
		class[i].size = read->size;
		class[i].blocks = read->blocks;
		class[i].overflow = (uint16_t)read->overflow;
	}
	table.classes = header->classes;
	tarn_table_map(map, class, header->classes);
	if (tarn_init(&heap, arena, header->arena, &table, NULL) != TARN_OK)
		refuse("the table does not fit the arena");
	return (const struct pack_operation *)read;
}

static void describe(struct ruler_call *call, const struct pack_operation *operation,
		     uintptr_t block)
{
	call->argument[0] = (uintptr_t)&heap;
	call->argument[1] = block;
	call->argument[2] = operation->size;
	switch (PACK_KIND(operation->what)) {
	case PACK_ALLOC:
		call->function = (uintptr_t)tarn_alloc;
		call->argument[1] = operation->size;
		break;
	case PACK_ALIGNED:
		call->function = (uintptr_t)tarn_alloc_aligned;
		call->argument[1] = (uintptr_t)1 << PACK_ALIGN(operation->what);
		break;
	case PACK_RESIZE:
		call->function = (uintptr_t)tarn_realloc;
		break;
	default:
		call->function = (uintptr_t)tarn_free;
	}
}

static void measure(const struct pack_operation *operation, uintptr_t *block)
{
	static const uint8_t op_of[] = {MALLOC, MALLOC, REALLOC, FREE};
	uint32_t kind = PACK_KIND(operation->what);
	struct ruler_call call;
	uint32_t count;

	describe(&call, operation, *block);
	count = ruler(&call);
	*block = call.result;
	if (kind != PACK_FREE && !call.result)
		refuse("a request is refused that the host serves");
	histogram_add(&histogram[op_of[kind]], count);
	sum[op_of[kind]] += count;
}

static void print_row(const char *name, uint32_t op)
{
	const struct histogram *of = &histogram[op];

	if (!of->n)
		return;
	print_text(name);
	print_char(' ');
	print_u64(of->n);
	print_char(' ');
	print_u64(sum[op] * 1000 / of->n);
	print_char(' ');
	print_u64(histogram_quantile(of, 500));
	print_char(' ');
	print_u64(histogram_quantile(of, 999));
	print_char(' ');
	print_u64(of->max);
	print_newline();
}

int main(int argc, char **argv)
{
	const struct pack_header *header;
	const struct pack_operation *operation;
	uintptr_t *block;

	args_only(argc, argv, "arena pack");
	if (!ruler_start())
		refuse("the ruler's calibration failed: run with ICOUNT=7");
	header = (const struct pack_header *)(uintptr_t)arg_u64(argc, argv, "pack", 0);
	operation = start(header, (void *)(uintptr_t)arg_u64(argc, argv, "arena", 0));
	block = (uintptr_t *)(operation + header->operations);
	for (uint32_t i = 0; i < OPS; i++)
		histogram_clear(&histogram[i]);
	for (uint32_t i = 0; i < header->operations; i++)
		measure(&operation[i], &block[PACK_ID(operation[i].what)]);
	print_row("malloc", MALLOC);
	print_row("free", FREE);
	print_row("realloc", REALLOC);
	print_text("complete\n");
	return 0;
}
