/* SPDX-License-Identifier: MIT
 * seed=n scenes=n: the first scene, and how many. */
#include "windows.h"

#include <string.h>

#include "args.h"
#include "failed.h"
#include "print.h"
#include "tarn_port.h"

uint32_t faults, expected;
bool interrupts;

static struct scene saved;
static uint32_t seed, which, handler, window;
static uint32_t closed; /* windows since the call began */
static bool locked;

void __wrap_tarn_port_host_lock(void);
void __wrap_tarn_port_host_unlock(void);

/* The interrupt comes before the first window, or when the `window`-th one closes. */
static void interrupt_at(uint32_t at)
{
	if (!interrupts || at != window)
		return;
	interrupts = false;
	handle(handler);
	interrupts = true;
}

void __wrap_tarn_port_host_lock(void)
{
	if (locked)
		broken("lock windows nest");
	if (!stacks_interrupt() && !closed)
		interrupt_at(0);
	locked = true;
}

void __wrap_tarn_port_host_unlock(void)
{
	if (!locked)
		broken("the lock is released twice");
	locked = false;
	watch_window();
	if (!stacks_interrupt() && !restart_window() && interrupts)
		interrupt_at(++closed);
}

_Noreturn void broken(const char *what)
{
	test_failed();
	print_text("windows: FAIL: ");
	print_text(what);
	print_text("\nscene ");
	print_u64(seed);
	print_text(", call \"");
	print_text(call_names[which]);
	print_text("\", interrupted after window ");
	print_u64(window);
	print_text(" by \"");
	print_text(handler_names[handler]);
	print_text("\"\nreplay: make -f boards/program.mk PROGRAM=tests/pool/model/windows "
		   "BOARD=host " MODEL_BUILD " run ARGS=\"scenes=1 seed=");
	print_u64(seed);
	print_text("\"\n");
	tarn_port_exit(1);
}

static void note_fault(const struct tarn_fault *fault)
{
	bool good = fault->kind == TARN_FAULT_DOUBLE_FREE || fault->kind == TARN_FAULT_MISALIGNED;

	faults++;
	if (!good || faults > expected)
		broken("a fault without a wrong call");
}

/* Makes one call, and interrupts it. Returns false if it has fewer windows. */
static bool run(void)
{
	memcpy(&now, &saved, sizeof(now));
	faults = expected = 0;
	closed = 0;
	busy.place = NULL;
	interrupts = true;
	call(which);
	interrupts = false;
	check_all();
	return closed >= window;
}

static uint32_t run_scene(void)
{
	uint32_t runs = 0;

	interrupts = false;
	faults = expected = 0;
	make_scene(seed);
	check_all();
	memcpy(&saved, &now, sizeof(now));
	for (which = 0; which < CALLS; which++) {
		for (handler = 0; handler < HANDLERS; handler++) {
			/* tarn_free_tag would free what the call is about to free. */
			for (window = TARN_TAGS > 0; run(); window++)
				runs++;
		}
	}
	tarn_forget(&now.heap);
	return runs;
}

int main(int argc, char **argv)
{
	uint32_t scenes = (uint32_t)arg_u64(argc, argv, "scenes", 100);
	uint64_t runs = 0;

	args_only(argc, argv, "seed scenes");
	seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	tarn_on_fault(note_fault);
	check_restarts();
	check_watch();
	if (TARN_POOLS)
		check_stacks();
	for (uint32_t i = 0; i < scenes; i++, seed++)
		runs += run_scene();
	print_text("windows: ");
	print_u64(runs);
	print_text(" interrupts in ");
	print_u64(scenes);
	print_text(" scenes passed\n");
	return !runs;
}
