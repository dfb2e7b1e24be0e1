/* SPDX-License-Identifier: MIT */
#include "count.h"

#include "bench.h"
#include "cycles.h"
#include "print.h"
#include "rows.h"
#include "tarn.h"
#include "wanted.h"

extern uint8_t __tarn_arena_start[];

/* On Cortex-M chips the RAM begins at 0x20000000. */
static const char *memory_of(uintptr_t function)
{
	return function < 0x20000000 ? "flash" : "RAM";
}

static void print_facts(const char *emulator)
{
	const struct cycles_facts *facts = cycles_facts();

	print_text("counted by: ");
	print_text(facts->name);
	print_text(", interrupts masked, its reading taken off: ");
	print_u64(facts->overhead);
	print_text("\ncode: in ");
	print_text(memory_of((uintptr_t)tarn_alloc));
	print_text("\nlevel: ");
	print_u64(TARN_HARDEN);
	print_text("\n256 additions: ");
	print_u64(facts->additions);
	print_text("\n256 branches: ");
	print_u64(facts->branches);
	print_text("\nemulator: ");
	print_text(emulator ? "yes, " : "no");
	print_text(emulator ? emulator : "");
	print_newline();
}

static void count_workload(const struct bench *bench, enum load_kind kind)
{
	static const enum op ops[] = {OP_MALLOC, OP_FREE};

	for (uint32_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		rows_want(ops[i]);
		bench_churn(bench, kind);
	}
}

void kit_count(uint32_t operations, const char *emulator)
{
	struct bench bench = {
		.arena = __tarn_arena_start,
		.bytes = TARN_ARENA_SIZE,
		.operations = operations,
	};
	bool counts = ruler_start();

	print_facts(emulator || cycles_are_real() ? emulator : "it has no cycles of a core");
	for (; counts && adapter_configs[bench.config]; bench.config++) {
		for (uint32_t kind = LOAD_W1; kind <= LOAD_W3; kind++)
			count_workload(&bench, (enum load_kind)kind);
	}
}
