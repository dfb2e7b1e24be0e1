/* SPDX-License-Identifier: MIT
 * The bench on the target: see README.md. Arguments:
 *   ops=N        measured operations of each workload (200,000)
 *   extra=ADDR   4 MiB of RAM besides the program's, for W3 and boot in large arenas
 *   short=N      1: no W1 to W3R in 256 KiB; 2: nothing there, and no W3 in 4 MiB; 3: only W1 and
 *                W2 in 64 KiB */
#include "adapter.h"
#include "args.h"
#include "bench.h"
#include "print.h"
#include "../../port/tool/ruler/ruler.h"

#define KIB 1024u
#define MIB (1024u * KIB)

extern uint8_t __tarn_arena_start[];
extern uint8_t __tarn_arena_end[];

static const uint32_t arena_sizes[2] = {64 * KIB, 256 * KIB};
static const uint32_t boot_sizes[] = {64 * KIB, 1 * MIB, 4 * MIB};

static void run_config(struct bench *bench, uint32_t brief)
{
	bench->bytes = arena_sizes[0];
	if (brief == 3) {
		bench_churn(bench, LOAD_W1);
		bench_churn(bench, LOAD_W2);
		return;
	}
	for (uint32_t i = 0; i < (brief == 2 ? 1 : 2); i++) {
		bench->bytes = arena_sizes[i];
		for (uint32_t kind = 0; kind < LOAD_KINDS && !(brief && i); kind++)
			bench_churn(bench, (enum load_kind)kind);
		bench_memory(bench);
		if (!i)
			bench_meeting(bench);
	}
}

#if TARN_TAGS
/* A build with tags runs only what the tables show of tags. */
static void run_tagged(struct bench *bench)
{
	for (bench->bytes = arena_sizes[0]; adapter_configs[bench->config]; bench->config++) {
		for (uint32_t kind = LOAD_W1; kind <= LOAD_W3; kind++)
			bench_churn(bench, (enum load_kind)kind);
		bench_memory(bench);
		bench_tags(bench);
	}
}
#endif

static void run_boot(struct bench *bench, uint32_t sizes)
{
	for (uint32_t i = 0; i < sizes; i++) {
		bench->bytes = boot_sizes[i];
		bench_boot(bench);
	}
}

static bool is_memory(uintptr_t first, uint32_t bytes)
{
	volatile uint32_t *low = (volatile uint32_t *)first;
	volatile uint32_t *high = low + bytes / sizeof(*high) - 1;

	*low = 1;
	*high = 2;
	return *low == 1 && *high == 2;
}

static bool calibrated(void)
{
	if (!ruler_start())
		return false;
#ifdef TARN_BENCH_WINDOW
	return window_calibrated();
#else
	return true;
#endif
}

int main(int argc, char **argv)
{
	struct bench bench = {0};
	uintptr_t extra;
	uint32_t brief;

	args_only(argc, argv, "ops extra short");
	bench.operations = (uint32_t)arg_u64(argc, argv, "ops", LOAD_MEASURED);
	extra = (uintptr_t)arg_u64(argc, argv, "extra", 0);
	brief = (uint32_t)arg_u64(argc, argv, "short", 0);
	if (!calibrated()) {
		print_text("error: the ruler's calibration failed: run under QEMU with "
			   "-icount shift=7, on mps2-an385, -an386 or -an500\n");
		return 1;
	}
	if ((uint32_t)(__tarn_arena_end - __tarn_arena_start) < 256 * KIB) {
		print_text("error: the bench needs ARENA=256K\n");
		return 1;
	}
	if (extra && !is_memory(extra, 4 * MIB)) {
		print_text("error: extra=: no memory there\n");
		return 1;
	}
	bench.arena = __tarn_arena_start;
#if TARN_TAGS
	run_tagged(&bench);
#endif
	for (; adapter_configs[bench.config]; bench.config++) {
		bench.arena = __tarn_arena_start;
		run_config(&bench, brief);
		if (extra) {
			bench.arena = (void *)extra;
			bench.bytes = 4 * MIB;
			if (brief < 2)
				bench_churn(&bench, LOAD_W3);
		}
		run_boot(&bench, extra ? 3 : 1);
	}
	print_text("complete\n");
	return 0;
}
