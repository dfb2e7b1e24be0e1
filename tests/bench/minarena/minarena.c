/* SPDX-License-Identifier: MIT
 * Finds the smallest arena in which a recorded program runs without a refused request, for any
 * allocator that has an adapter, and counts what its calls cost there. Runs on the target.
 *   name=NAME  the trace's name, for the rows
 *   at=ADDR    the packed trace (packed.h), followed by RAM for the table of blocks and the arena
 *   end=ADDR   the end of that RAM
 * Prints `peak BYTES` of the trace, and rows of <board>-memory.csv (rows.h). */
#include "../adapter.h"
#include "../../../port/tool/ruler/histogram.h"
#include "../../../port/tool/ruler/ruler.h"
#include "args.h"
#include "packed.h"
#include "print.h"
#include "tarn_port.h"

#define STEP       8
#define BASE_ALIGN 4096 /* the arena begins at a page, which suits newlib best */

typedef uintptr_t any_call(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

static const struct packed *head;
static const struct packed_operation *operation;
static void **block; /* of each id */
static uint8_t *arena;
static uint32_t arena_most;

static bool measuring;
static struct histogram mallocs, frees; /* instructions */

static uint32_t call(struct ruler_call *what)
{
	const uintptr_t *with = what->argument;

	if (measuring)
		return ruler(what);
	what->result =
		((any_call *)what->function)(with[0], with[1], with[2], with[3], with[4], with[5]);
	return 0;
}

static bool operate(const struct packed_operation *next)
{
	struct ruler_call what = {0};
	void **slot = &block[next->id];

	if (next->what == 'f') {
		adapter_free(&what, *slot);
		histogram_add(&frees, call(&what));
		return true;
	}
	if (next->what == 'a') {
		adapter_malloc(&what, next->size);
		histogram_add(&mallocs, call(&what));
	} else {
		adapter_realloc(&what, *slot, next->size);
		call(&what);
	}
	*slot = (void *)what.result;
	return *slot;
}

/* Static RAM counts, so the arena is smaller by that. */
static bool serves(uint32_t config, uint32_t bytes)
{
	uint32_t ram = adapter_ram();

	if (bytes <= ram || !adapter_start(config, LOAD_TRACE, arena, bytes - ram))
		return false;
	for (uint32_t i = 0; i < head->operations; i++) {
		if (!operate(&operation[i]))
			return false;
	}
	return true;
}

/* Finds the smallest arena by bisection, or 0 if the largest does not serve. It assumes that an
 * arena larger than a sufficient one is sufficient, which is true but for rare sizes. */
static uint32_t smallest(uint32_t config)
{
	uint32_t refused = head->peak / STEP * STEP;
	uint32_t served = (head->peak * 3 + 4096) / STEP * STEP;

	if (served > arena_most)
		served = arena_most;
	if (!serves(config, served))
		return 0;
	while (served - refused > STEP) {
		uint32_t middle = (refused + served) / 2 / STEP * STEP;

		if (serves(config, middle))
			served = middle;
		else
			refused = middle;
	}
	return served;
}

static void row(uint32_t config, const char *trace, const char *metric, uint64_t value)
{
	print_text("M ");
	print_text(adapter_name);
	print_char(',');
	print_text(adapter_configs[config]);
	print_text(",-,");
	print_text(trace);
	print_text(",min-arena");
	print_text(metric);
	print_char(',');
	print_u64(value);
	print_newline();
}

/* Finds the smallest arena, and runs the trace there again under the ruler. */
static void find(uint32_t config, const char *trace)
{
	uint32_t bytes = smallest(config);

	if (!bytes)
		return;
	row(config, trace, "", bytes);
	histogram_clear(&mallocs);
	histogram_clear(&frees);
	measuring = true;
	if (serves(config, bytes)) {
		row(config, trace, "-malloc-median", histogram_quantile(&mallocs, 500));
		row(config, trace, "-malloc-max", mallocs.max);
		row(config, trace, "-free-median", histogram_quantile(&frees, 500));
		row(config, trace, "-free-max", frees.max);
	}
	measuring = false;
}

static void place(uintptr_t at, uintptr_t end)
{
	uintptr_t first;

	head = (const struct packed *)at;
	if (!at || head->magic != PACKED_MAGIC)
		args_refuse("at", "no packed trace there");
	operation = (const struct packed_operation *)(head + 1);
	block = (void **)(operation + head->operations);
	first = ((uintptr_t)(block + head->ids) + BASE_ALIGN - 1) & ~(uintptr_t)(BASE_ALIGN - 1);
	if (first >= end)
		args_refuse("end", "no room for the arena");
	arena = (uint8_t *)first;
	arena_most = (uint32_t)(end - first);
}

int main(int argc, char **argv)
{
	const char *trace = arg_text(argc, argv, "name", "?");

	args_only(argc, argv, "name at end");
	place((uintptr_t)arg_u64(argc, argv, "at", 0), (uintptr_t)arg_u64(argc, argv, "end", 0));
	if (!ruler_start()) {
		print_text("error: the ruler's calibration failed: run under QEMU with ICOUNT=7\n");
		return 1;
	}
	print_text("peak ");
	print_u64(head->peak);
	print_newline();
	for (uint32_t config = 0; adapter_configs[config]; config++)
		find(config, trace);
	print_text("complete\n");
	return 0;
}
